// The kinds of secrets that are looked for: what each begins with, how long it is at least, and how it goes on.

/** Kinds of secrets as findings name them. */
export const secretKinds = [
  "github_token",
  "github_fine_grained_token",
  "gitlab_token",
  "npm_token",
  "pypi_token",
  "anthropic_key",
  "openai_key",
  "hugging_face_token",
  "aws_access_key",
  "google_api_key",
  "slack_token",
  "slack_webhook",
  "stripe_key",
  "json_web_token",
  "private_key",
  "url_password",
] as const;

/** One of {@link secretKinds}. */
export type SecretKind = (typeof secretKinds)[number];

/**
 * How one kind looks. `shape` matches the beginning up to the shortest real length and nothing open-ended, so that looking
 * for it costs a bounded number of steps at every place; `more` are the characters a longer one goes on with.
 */
export interface SecretShape {
  kind: SecretKind;
  shape: RegExp;
  more: RegExp;
  /** True where the beginning is an everyday syllable too, so that no letter or digit may stand before it. */
  apart: boolean;
}

const wordy = /[A-Za-z0-9_-]/;

/**
 * Our own table instead of a kept rule set: the one that would fit (secretlint) is asynchronous, reads whole sources with
 * open-ended native expressions, and does not look across line ends or into base64. Prefixes are the vendors' published
 * ones. A single password without a prefix cannot be told from other words and is not looked for.
 */
export const secretShapes: readonly SecretShape[] = [
  { kind: "github_token", shape: /gh[pousr]_[A-Za-z0-9]{36}/g, more: /[A-Za-z0-9]/, apart: false },
  { kind: "github_fine_grained_token", shape: /github_pat_[A-Za-z0-9_]{22}/g, more: /\w/, apart: false },
  { kind: "gitlab_token", shape: /gl(?:pat|ptt|dt|rt|cbt|soat|ft|agent)-[A-Za-z0-9_-]{20}/g, more: wordy, apart: true },
  { kind: "npm_token", shape: /npm_[A-Za-z0-9]{36}/g, more: /[A-Za-z0-9]/, apart: false },
  { kind: "pypi_token", shape: /pypi-AgE[A-Za-z0-9_-]{30}/g, more: wordy, apart: false },
  { kind: "anthropic_key", shape: /sk-ant-[A-Za-z0-9_-]{20}/g, more: wordy, apart: true },
  { kind: "openai_key", shape: /sk-(?:proj|svcacct|admin|service|or-v1)-[A-Za-z0-9_-]{20}/g, more: wordy, apart: true },
  { kind: "openai_key", shape: /sk-[A-Za-z0-9]{20}/g, more: /[A-Za-z0-9]/, apart: true },
  { kind: "hugging_face_token", shape: /hf_[A-Za-z0-9]{34}/g, more: /[A-Za-z0-9]/, apart: true },
  { kind: "aws_access_key", shape: /A(?:KI|SI)A[A-Z0-9]{16}/g, more: /[A-Z0-9]/, apart: true },
  { kind: "google_api_key", shape: /AIza[A-Za-z0-9_-]{35}/g, more: wordy, apart: false },
  { kind: "slack_token", shape: /xox[abcdeprs]-[A-Za-z0-9-]{10}/g, more: /[A-Za-z0-9-]/, apart: true },
  { kind: "slack_token", shape: /xapp-[0-9]-[A-Za-z0-9-]{10}/g, more: /[A-Za-z0-9-]/, apart: true },
  { kind: "slack_webhook", shape: /hooks\.slack\.com\/services\/[A-Za-z0-9]{6}/g, more: /[A-Za-z0-9/]/, apart: false },
  { kind: "stripe_key", shape: /[rs]k_live_[A-Za-z0-9]{16}/g, more: /[A-Za-z0-9]/, apart: true },
];

/** The line that opens a private key; the blanks may have been line ends. */
export const privateKeyOpening = /-----BEGIN[A-Z0-9 ]{0,40}PRIVATE ?KEY(?: ?BLOCK)?/g;

/** What every secret has at or near its beginning: texts without it need no closer look. */
export const anyBeginning =
  /gh[pousr]_|github_pat_|gl[a-z]{2,5}-|npm_|pypi-|sk-|hf_|A[KS]IA|AIza|xox|xapp|slack\.com|k_live_|-----BEGIN|eyJ|:\/\//;

/**
 * User and password of an address. A mask or a variable in the password's place is none, and those of a service on the
 * same machine guard nothing.
 */
export const urlPassword =
  /:\/\/[^\s/@:"'`<>]{0,200}:(?!\*{3}|\$|\{\{|%[({])[^\s/@"'`<>]{3,250}@(?!localhost\b|127\.0\.0\.1\b|\[::1\])/g;

/** The same across line ends, where only a user that is a stock name for tokens tells an address from prose. */
export const tokenUrl =
  /:\/\/(?:x-access-token|oauth2|git|gitlab-ci-token|__token__|x-oauth-basic|token):(?!\*{3}|\$|\{\{|%[({])[^\s/@"'`<>]{3,250}@/g;
