// DOOR App: receives GitHub's signed webhooks and handles each as the other doors do.
import { run } from "probot";
import { handleDeliveries } from "./app/handle-deliveries.ts";
import { loadSettingsFile, problemsOfSettings, probotEnvironment } from "./app/read-settings.ts";
import { settingsText, startBroken } from "./core/say/app-text.ts";

loadSettingsFile();
const problems = problemsOfSettings(process.env);
if (problems.length > 0) {
  process.stderr.write(`${settingsText(problems)}\n`);
  process.exitCode = 2;
} else {
  try {
    await run(handleDeliveries, { env: probotEnvironment(process.env) });
  } catch (error) {
    process.stderr.write(`${startBroken(error instanceof Error ? error.message : String(error))}\n`);
    process.exitCode = 1;
  }
}
