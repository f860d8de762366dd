// A GitHub that answers from memory, in a thread of its own: what a step waits for is then next to nothing.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/** Answers in the order of one step's requests; each step starts over. */
const answers = workerData as readonly { status: number; text: string }[];
let next = 0;

const server = createServer((request, response) => {
  const { status, text } = answers[next % answers.length] ?? { status: 500, text: "" };
  next += 1;
  request.resume().on("end", () => {
    response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(text);
  });
});
server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port));
