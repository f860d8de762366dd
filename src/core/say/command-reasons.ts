// Reason sentences: command. What is wrong with a command and the line to type instead.
import { type VerbName, verbs } from "../commands/registry.ts";
import { quoted } from "./escape.ts";

function usage(verb: VerbName): string {
  return `Type \`${verbs[verb].usage}\`.`;
}

/** One function per reason code; its argument holds the facts the sentence needs. */
export const commandReasons = {
  command_unknown: (f: { verb: string }) =>
    f.verb === ""
      ? "The line says `/valp` and no command. Type `/valp help` for the list."
      : `There is no command ${quoted(f.verb, 40)}. Type \`/valp help\` for the list.`,
  command_hidden_characters: (f: { line: number }) =>
    `Line ${f.line} looks like a command but holds characters that nobody can see, so it was not read. Type it again by hand.`,
  command_too_many: (f: { most: number; more: number }) =>
    `Only the first ${f.most} commands of a comment are read; ${f.more} more were left alone. Put them into another comment.`,
  command_text_too_long: (f: { most: number }) =>
    `The text is longer than ${f.most} characters, so no command in it was read. Send the command in a comment of its own.`,
  command_word_missing: (f: { verb: VerbName; word: string }) =>
    `The command ${f.verb} needs ${f.word}. ${usage(f.verb)}`,
  command_word_unexpected: (f: { verb: VerbName; word: string }) =>
    `The command ${f.verb} does not know what to do with ${quoted(f.word)}. ${usage(f.verb)}`,
  command_word_unreadable: (f: { verb: VerbName; word: string; wanted: string }) =>
    `${quoted(f.word)} is not ${f.wanted}. ${usage(f.verb)}`,
  command_word_twice: (f: { verb: VerbName; word: string }) =>
    `The command ${f.verb} names ${quoted(f.word)} twice. ${usage(f.verb)}`,
  command_text_missing: (f: { verb: VerbName; marker: string }) =>
    `The command ${f.verb} needs a text after \`${f.marker}\`. ${usage(f.verb)}`,
  command_text_over_length: (f: { verb: VerbName; most: number }) =>
    `The text of the command ${f.verb} is longer than ${f.most} characters. Say it shorter.`,
  command_digest_too_short: (f: { verb: VerbName; digest: string }) =>
    `The digest ${quoted(f.digest)} is too short to be safe: at least 12 hexadecimal digits are needed. ${usage(f.verb)}`,
  assign_words_and_block: () =>
    "The command assign has both words and a `yaml` block; it cannot be told which one counts. Send one of them.",
  assign_block_not_yaml: () =>
    "The block after `/valp assign` must start with three back-ticks and the word `yaml`. Nothing was assigned.",
  submit_not_alone: () =>
    "A comment with `/valp submit` may hold no other command: all that follows it is the evidence. Send the other command separately.",
  submit_empty: () =>
    "Nothing follows `/valp submit`. Put the evidence below the command, in the same comment, with one `## <file>` heading per expected file.",
};
