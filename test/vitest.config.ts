import { defineConfig } from "vitest/config";

/**
 * One project a kind of test: `--project unit` runs one kind. Folders and projects share names; the cases of
 * the specifications are a kind of integration.
 */
const project = (name: string, extra: Record<string, unknown> = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    // Waiting ends as soon as it may; vitest's own one second is too little for a machine that is busy.
    expect: { poll: { timeout: 10_000 } },
    ...extra,
  },
});

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    projects: [
      // Properties are tried on hundreds of values, on machines that are busy.
      project("unit", { testTimeout: 60_000 }),
      project("architecture", { testTimeout: 60_000 }),
      // These send what must be refused, so none of it is for a checker of what parley sends.
      project("platforms", { testTimeout: 60_000, env: { DISCORD_BODIES: "" } }),
      project("integration", {
        include: ["test/{integration,conformance}/**/*.test.ts"],
        testTimeout: 60_000,
        hookTimeout: 120_000,
      }),
      project("contract", { testTimeout: 60_000, hookTimeout: 120_000 }),
      project("e2e", { testTimeout: 120_000, hookTimeout: 120_000 }),
      project("faults", { testTimeout: 120_000, hookTimeout: 120_000 }),
      project("browser", { testTimeout: 120_000, hookTimeout: 180_000 }),
    ],
  },
});
