#!/usr/bin/env node
// DOOR laptop: the same flows on a plain git repository; no GitHub, no token, no network.
import { Command, Option } from "commander";
import { exitCode } from "./cli/exit-code.ts";
import { OutsideTrouble } from "./cli/outside-trouble.ts";
import type { AuditOptions } from "./cli/run-audit.ts";
import type { DoctorOptions } from "./cli/run-doctor.ts";
import type { HandleOptions } from "./cli/run-handle.ts";
import { terminalScreen } from "./cli/terminal-screen.ts";
import { UsageProblem } from "./cli/usage-problem.ts";
import { cliText } from "./core/say/cli-text.ts";
import { outcomeText } from "./core/say/usage-text.ts";
import { roles } from "./ports.ts";

const program = new Command("valp-github").description(cliText.about).showHelpAfterError().exitOverride();

program
  .command("demo")
  .description(cliText.demo)
  .option("--out <dir>", cliText.out)
  .option("--json", cliText.json)
  .action(async (options: { out?: string; json?: boolean }) => {
    const { runDemo } = await import("./cli/run-demo.ts");
    const report = await runDemo(options.out);
    print(options.json ? JSON.stringify(report) : report.story.join("\n"));
  });

program
  .command("handle")
  .description(cliText.handle)
  .requiredOption("--repo <dir>", cliText.repo)
  .requiredOption("--event <name>", cliText.event)
  .requiredOption("--payload <file>", cliText.payload)
  .option("--people <file>", cliText.people)
  .addOption(new Option("--actor-role <role>", cliText.actorRole).choices(roles))
  .option("--event-id <id>", cliText.eventId)
  .option("--now <time>", cliText.now)
  .option("--dry-run", cliText.dryRun)
  .option("--json", cliText.json)
  .action(async (options: HandleOptions & { json?: boolean }) => {
    const { runHandle } = await import("./cli/run-handle.ts");
    await runHandle(options, ({ outcome, comments }) => {
      print(options.json ? JSON.stringify(outcome) : [outcomeText(outcome), ...comments].join("\n\n"));
      process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCode(outcome));
    });
  });

const policy = program.command("policy").description(cliText.policy);

policy
  .command("check")
  .description(cliText.policyCheck)
  .argument("<file>", cliText.policyFile)
  .option("--json", cliText.json)
  .action(async (file: string, options: { json?: boolean }) => {
    const { checkPolicyFile } = await import("./cli/run-policy.ts");
    finish(checkPolicyFile(file), options.json);
  });

policy
  .command("test")
  .description(cliText.policyTest)
  .argument("<file>", cliText.policyFile)
  .option("--json", cliText.json)
  .action(async (file: string, options: { json?: boolean }) => {
    const { testPolicyFile } = await import("./cli/run-policy.ts");
    finish(testPolicyFile(file), options.json);
  });

policy
  .command("explain")
  .description(cliText.policyExplain)
  .argument("<file>", cliText.policyFile)
  .requiredOption("--event <name>", cliText.event)
  .requiredOption("--payload <file>", cliText.payload)
  .option("--json", cliText.json)
  .action(async (file: string, options: { event: string; payload: string; json?: boolean }) => {
    const { explainPolicyFile } = await import("./cli/run-policy.ts");
    finish(explainPolicyFile(file, options), options.json);
  });

program
  .command("init")
  .description(cliText.init)
  .option("--dir <dir>", cliText.initDir, ".")
  .option("--uses <action>", cliText.uses)
  .option("--private", cliText.initPrivate)
  .option("--json", cliText.json)
  .action(async (options: { dir: string; uses?: string; private?: boolean; json?: boolean }) => {
    const { runInit } = await import("./cli/run-init.ts");
    finish(await runInit(options), options.json);
  });

program
  .command("doctor")
  .description(cliText.doctor)
  .option("--repo <dir>", cliText.repo, ".")
  .option("--github <owner/repo>", cliText.github)
  .option("--record <person>", cliText.record)
  .option("--now <time>", cliText.now)
  .option("--json", cliText.json)
  .action(async (options: DoctorOptions & { json?: boolean }) => {
    const { runDoctor } = await import("./cli/run-doctor.ts");
    finish(await runDoctor(options), options.json);
  });

program
  .command("watcher-intake")
  .description(cliText.watcherIntake)
  .option("--repo <dir>", cliText.repo, ".")
  .addOption(new Option("--event <json>", cliText.watcherEvent).conflicts("eventFile"))
  .option("--event-file <file>", cliText.watcherEventFile)
  .option("--now <time>", cliText.now)
  .option("--dry-run", cliText.dryRun)
  .option("--json", cliText.json)
  .action(
    async (options: {
      repo: string;
      event?: string;
      eventFile?: string;
      now?: string;
      dryRun?: boolean;
      json?: boolean;
    }) => {
      const { runWatcherIntake } = await import("./cli/run-watcher-intake.ts");
      const outcome = await runWatcherIntake(options);
      print(options.json ? JSON.stringify(outcome) : outcomeText(outcome));
      process.exitCode = exitCode(outcome);
    },
  );

program
  .command("audit")
  .description(cliText.audit)
  .argument("[path]", cliText.auditPath, ".")
  .option("--task <id>", cliText.auditTask)
  .option("--all", cliText.auditAll)
  .option("--history", cliText.auditHistory)
  .option("--repo <dir>", cliText.auditRepo)
  .option("--strict", cliText.auditStrict)
  .option("--now <time>", cliText.now)
  .option("--json", cliText.json)
  .action(async (path: string, options: Omit<AuditOptions, "path">) => {
    const { runAudit } = await import("./cli/run-audit.ts");
    process.exitCode = await runAudit({ path, ...options }, terminalScreen());
  });

/** A report of a command: its JSON, its words for a terminal, its exit code. */
interface Report {
  json: unknown;
  text: string;
  exitCode: number;
}

function finish(report: Report, json: boolean | undefined): void {
  print(json ? JSON.stringify(report.json) : report.text);
  process.exitCode = report.exitCode;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

// Whoever reads the output may stop early (`| head`); there is nobody left to tell then.
process.stdout.on("error", () => process.exit());

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof UsageProblem) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } else if (error instanceof OutsideTrouble) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 4;
  } else if (error instanceof Error && "exitCode" in error && typeof error.exitCode === "number") {
    // commander has said what is wrong; help and version end with 0, every other mistake in a call with 2.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    process.stderr.write(`${cliText.broken(error instanceof Error ? error.message : String(error))}\n`);
    process.exitCode = 4;
  }
}
