// What the App says when it is started with settings it cannot work with.
import { quoted } from "./escape.ts";

/** What is wrong with one setting, and what to put there. */
export const settingProblems = {
  APP_ID: () => "APP_ID: missing or no number. It is the App's id on the App's settings page.",
  PRIVATE_KEY: () =>
    "PRIVATE_KEY or PRIVATE_KEY_PATH: missing. Give the .pem file that the App's settings page generates, as text (or its base64) or as a path.",
  private_key_unreadable: (f: { path: string; problem: string }) =>
    `PRIVATE_KEY_PATH: ${quoted(f.path, 200)} cannot be read (${f.problem}).`,
  private_key_unusable: () =>
    "PRIVATE_KEY: this is no unencrypted RSA key in PEM form. Generate one on the App's settings page.",
  WEBHOOK_SECRET: () =>
    "WEBHOOK_SECRET: missing. Set the same secret here and in the App's settings; without it anybody could send events.",
  webhook_secret_padded: () =>
    "WEBHOOK_SECRET: starts or ends with white space, often a line break of the file it came from. Signatures would never match; remove it.",
} as const;

/** All problems of a start in one text. */
export function settingsText(problems: readonly string[]): string {
  const lines = problems.map((problem) => `  ${problem}`);
  return ["The App cannot start. Set these in the environment or in a file named .env:", ...lines].join("\n");
}

/** The start broke for another reason. */
export function startBroken(problem: string): string {
  return `The App could not start: ${problem}`;
}
