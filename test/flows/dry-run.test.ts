// A dry run changes nothing anywhere and ends in the same Outcome.
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { withoutWriting } from "../../src/flows/dry-run.ts";
import { handleEvent } from "../../src/flows/handle-event.ts";
import { scene } from "../support/flow-scene.ts";
import { quietStories, type Story, stories } from "../support/flow-stories.ts";
import type { MemoryHouse } from "../support/memory-ports.ts";
import { countingPorts } from "../support/unruly-ports.ts";

/** The Outcome without what a run that writes nothing cannot have. */
function comparable({ commit: _, requests: __, others, ...rest }: Outcome): object {
  return { ...rest, ...(others ? { others: others.map(comparable) } : {}) };
}

function outside(house: MemoryHouse): unknown {
  return structuredClone([house.head("valp-ledger"), house.head("main"), house.comments, house.reactions]);
}

describe("fault 58: a dry run", () => {
  it.each<[string, Story]>(Object.entries({ ...stories, ...quietStories }))(
    "of %s makes no mutating call and ends in the same Outcome",
    async (_, story) => {
      const house = scene();
      const event = await story(house);
      const before = outside(house);
      const counting = countingPorts(house.ports);
      const dry = await handleEvent(withoutWriting(counting.ports), { event, eventId: null });
      for (const call of ["commit", "putComment", "react"] as const) expect(counting.counts.get(call)).toBeUndefined();
      expect(outside(house)).toEqual(before);
      expect(dry.commit).toBeNull();
      const wet = await handleEvent(house.ports, { event, eventId: null });
      expect(comparable(dry)).toEqual(comparable(wet));
    },
  );

  it("is not blind: the same stories do write when they are run for real", async () => {
    for (const story of Object.values(stories)) {
      const house = scene();
      const event = await story(house);
      const counting = countingPorts(house.ports);
      await handleEvent(counting.ports, { event, eventId: null });
      const { counts } = counting;
      expect((counts.get("commit") ?? 0) + (counts.get("putComment") ?? 0)).toBeGreaterThan(0);
    }
  });
});
