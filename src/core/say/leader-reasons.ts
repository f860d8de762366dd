// Reason sentences: leader.

/** One function per reason code; its argument holds the facts the sentence needs. */
export const leaderReasons = {};
