// The local git repository keeps the contract, bare and not.
import { localUnderTest } from "../support/local-repository.ts";
import { describeRepository } from "../support/repository-contract.ts";

describeRepository("git, bare", () => localUnderTest("--bare"));
describeRepository("git, with a work tree", () => localUnderTest());
