// GitHub keeps the contract of repositories, with its commit mutation and on servers that lack it.

import { githubUnderTest } from "../support/github/under-test.ts";
import { describeRepository } from "../support/repository-contract.ts";

describeRepository("GitHub", () => githubUnderTest());
describeRepository("GitHub without the commit mutation", () =>
  githubUnderTest((github) => {
    github.faults.withoutCommitMutation = true;
  }),
);
