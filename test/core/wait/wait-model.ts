// A small model of a suspended wait, written without looking at the code it judges: sets, a deadline, and one wake.

/** What the model believes about one task. */
export interface Model {
  epoch: number;
  waiting: boolean;
  /** Items of the running or last epoch. */
  required: string[];
  done: string[];
  wokenBy: string | null;
  wokenFor: string | null;
  deadline: number;
  /** How many receipts stood there when the epoch began, and when its deadline won. */
  entry: number;
  frozen: number;
  status: "dispatching" | "suspended" | "executing" | "blocked" | "cancelled";
  receipts: ModelReceipt[];
  /** Receipts by number that moved something already. */
  used: number[];
  /** Items taken up after the deadline, with the receipt. */
  late: Record<string, number>;
}

/** A receipt as far as the model cares. */
export interface ModelReceipt {
  kind: "submitted" | "completed" | "blocked";
  item: string;
  epoch: number;
}

export const fresh = (): Model => ({
  epoch: 0,
  waiting: false,
  required: [],
  done: [],
  wokenBy: null,
  wokenFor: null,
  deadline: 0,
  entry: 0,
  frozen: 0,
  status: "dispatching",
  receipts: [],
  used: [],
  late: {},
});

const end = (model: Model, by: string, why: string, status: Model["status"]): "woken" => {
  Object.assign(model, { waiting: false, wokenBy: by, wokenFor: why, status });
  return "woken";
};

/** What should come of taking receipt `n` (from 1), and its effect. `good` tells whether an item's evidence is there. */
export function takeReceipt(model: Model, n: number, good: (item: string) => boolean): string {
  const receipt = model.receipts[n - 1];
  if (model.epoch === 0) return "refused";
  if (!model.waiting && model.wokenBy === "timeout") return takeLate(model, n, good);
  if (!model.waiting) return `receipt ${n}` === model.wokenBy || model.used.includes(n) ? "already" : "conflict";
  if (receipt === undefined || n <= model.entry || receipt.kind === "submitted") return "refused";
  if (receipt.epoch !== model.epoch || !model.required.includes(receipt.item)) return "refused";
  if (model.used.includes(n)) return "already";
  if (model.done.includes(receipt.item)) return "refused";
  if (receipt.kind === "blocked") {
    model.used.push(n);
    return end(model, `receipt ${n}`, "dispatch_blocked", "blocked");
  }
  const last = model.done.length === model.required.length - 1;
  if (!(last ? model.required : [receipt.item]).every(good)) return "refused";
  model.used.push(n);
  model.done.push(receipt.item);
  return last ? end(model, `receipt ${n}`, "dependency_ready", "executing") : "progress";
}

function takeLate(model: Model, n: number, good: (item: string) => boolean): string {
  const receipt = model.receipts[n - 1];
  if (receipt === undefined || n <= model.entry) return "refused";
  if (n <= model.frozen) return "conflict";
  const open = model.required.includes(receipt.item) && !model.done.includes(receipt.item);
  if (receipt.kind !== "completed" || receipt.epoch !== model.epoch || !open || !good(receipt.item)) return "refused";
  const before = model.late[receipt.item];
  if (before !== undefined) return before === n ? "recovered" : "conflict";
  if (model.status !== "blocked" && model.status !== "dispatching") return "refused";
  model.late[receipt.item] = n;
  model.status = "dispatching";
  return "recovered";
}

/** What should come of the deadline at a time. */
export function takeDeadline(model: Model, now: number): string {
  if (model.epoch === 0) return "refused";
  if (!model.waiting) return model.wokenBy === "timeout" ? "already" : "conflict";
  if (now < model.deadline) return "not_yet";
  model.frozen = model.receipts.length;
  return end(model, "timeout", "timeout", "blocked");
}

/** What should come of a request from outside, known by its name and made for an epoch. */
export function takeRequest(model: Model, event: string, name: string, epoch: number): string {
  if (model.epoch === 0 || epoch !== model.epoch) return "refused";
  if (!model.waiting) return model.wokenBy === name ? "already" : "conflict";
  const status = { runtime_failure: "blocked", cancellation: "cancelled", user_input: "executing" }[event];
  return end(model, name, event, status as Model["status"]);
}

/** What should come of suspending on some items for some seconds. */
export function takeSuspend(model: Model, items: string[], now: number, seconds: number): string {
  if (model.waiting) return "already";
  if (model.status === "cancelled") return "refused";
  const submitted = (item: string) => model.receipts.some((one) => one.kind === "submitted" && one.item === item);
  if (items.length === 0 || !items.every(submitted)) return "refused";
  Object.assign(model, {
    epoch: model.epoch + 1,
    waiting: true,
    required: items,
    done: [],
    wokenBy: null,
    wokenFor: null,
    deadline: now + seconds,
    entry: model.receipts.length,
    status: "suspended",
    late: {},
  });
  return "suspended";
}
