// The settings of the App, checked before it listens: a wrong one is named at once, not found by the first delivery.
import { createPrivateKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { settingProblems } from "../core/say/app-text.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Takes up a `.env` file of the working folder, if there is one; what is set already stays. */
export function loadSettingsFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** One sentence per setting that is missing or cannot work; empty when the App may start. */
export function problemsOfSettings(environment: Environment): string[] {
  const { APP_ID = "", WEBHOOK_SECRET = "" } = environment;
  const problems: (string | null)[] = [
    /^[1-9]\d*$/.test(APP_ID.trim()) ? null : settingProblems.APP_ID(),
    keyProblem(environment),
    WEBHOOK_SECRET.trim() === "" ? settingProblems.WEBHOOK_SECRET() : null,
    WEBHOOK_SECRET.trim() !== "" && WEBHOOK_SECRET !== WEBHOOK_SECRET.trim()
      ? settingProblems.webhook_secret_padded()
      : null,
  ];
  return problems.filter((problem) => problem !== null);
}

/**
 * The environment as Probot gets it. With REDIS_URL it would download a package while running. Logs are JSON lines
 * unless asked for otherwise.
 */
export function probotEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { LOG_FORMAT: "json", ...environment, REDIS_URL: undefined };
}

function keyProblem({ PRIVATE_KEY, PRIVATE_KEY_PATH }: Environment): string | null {
  if (!PRIVATE_KEY && !PRIVATE_KEY_PATH) return settingProblems.PRIVATE_KEY();
  if (PRIVATE_KEY) return isUsable(PRIVATE_KEY) ? null : settingProblems.private_key_unusable();
  const path = PRIVATE_KEY_PATH ?? "";
  try {
    return isUsable(readFileSync(path, "utf8")) ? null : settingProblems.private_key_unusable();
  } catch (error) {
    const problem = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    return settingProblems.private_key_unreadable({ path, problem });
  }
}

/** PEM with real or written-out line breaks, or the base64 of it. Both headers of RSA keys work. */
function isUsable(text: string): boolean {
  const pem = text.includes("-----BEGIN") ? text : Buffer.from(text, "base64").toString("utf8");
  try {
    return createPrivateKey(pem.replaceAll("\\n", "\n")).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}
