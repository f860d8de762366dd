// The ports in memory keep the same promises as git and GitHub.
import { memoryRepository } from "../support/memory-repository.ts";
import { describeRepository } from "../support/repository-contract.ts";

describeRepository("memory", async () => {
  const { repository, plant, head } = memoryRepository({
    ownComments: () => [],
    labelEvent: () => null,
    fromFork: () => null,
  });
  return {
    repository,
    plant: async (branch, files) => plant(branch, files),
    head: async (branch) => head(branch),
    dispose: async () => undefined,
  };
});
