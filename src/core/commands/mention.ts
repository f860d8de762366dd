// The cheap question asked before anything is parsed: can this text hold a command at all?

/** Zero-width and format characters may stand between the letters: such a line is reported, not run. */
const gap = "[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}]*";
const mention = new RegExp(["\\/", "v", "a", "l", "p"].join(gap), "iu");

/** True when the text contains the command token, with or without hidden characters inside. Linear in the text. */
export function mentionsCommand(text: string): boolean {
  return mention.test(text);
}
