// Comments and reactions where there is no GitHub: kept in memory for the door to show.
import type { Talk } from "../ports.ts";

/** What would have been said, in order. */
export interface Said {
  subject: number;
  marker: string;
  body: string;
}

/** A Talk that remembers the latest body of every comment, and the comments in order of their last change. */
export function localTalk(): { talk: Talk; said: () => readonly Said[] } {
  const comments = new Map<string, Said>();
  return {
    said: () => [...comments.values()],
    talk: {
      async putComment({ subject, marker, body }) {
        const key = `${subject} ${marker}`;
        comments.delete(key);
        comments.set(key, { subject, marker, body });
        return { kind: "told", id: null };
      },
      async react() {
        return { kind: "told", id: null };
      },
    },
  };
}
