import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // .ci/run counts what passed and failed in this report.
    reporters: process.env.CI ? ["default", ["json", { outputFile: ".tmp/tests.json" }]] : ["default"],
  },
});
