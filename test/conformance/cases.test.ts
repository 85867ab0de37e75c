import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { startGround } from "./ground.ts";
import { type Result, runEntry } from "./run-case.ts";
import { runFolder } from "./run-folder.ts";

let ground: Awaited<ReturnType<typeof startGround>>;
let results: readonly Result[];
beforeAll(async () => {
  ground = await startGround();
  results = await runFolder(ground, new URL("cases/", import.meta.url).pathname);
});
afterAll(async () => ground.stop());

const AREAS =
  `payload events resume resolve quorum rejection eligibility ask timeout token idempotency ids
  capability`.split(/\s+/);

describe("The cases of the interrupt specification", () => {
  it.each(AREAS)("in the area %s are met, or are not about parley", (area) => {
    const ofArea = results.filter((each) => each.area === area);
    expect(ofArea.length).toBeGreaterThan(0);
    expect(ofArea.filter(({ verdict }) => verdict.kind === "failed")).toEqual([]);
  });

  it("are in no other area", () => {
    expect(results.filter(({ area }) => !AREAS.includes(area))).toEqual([]);
  });

  it("are left out only where a decision says so", () => {
    const reasons = results.flatMap(({ verdict }) => (verdict.kind === "out" ? [verdict.why] : []));
    expect(reasons.filter((why) => !/^D\d+\b/.test(why))).toEqual([]);
  });
});

const VOTE = { by: "alice", resumeValue: { action: "accept" } };
const GRANTED: Readonly<Record<string, Json>> = {
  area: "quorum",
  given: { data: { requiredApprovals: 1 } },
  input: { votes: [VOTE] },
  expect: { steps: [{ status: 200, gate: "granted" }], final: { gate: "granted" } },
};

describe("The runner", () => {
  const verdictOn = async (entry: Json) => (await runEntry(ground, entry, 0)).verdict;
  const granted = async (more: Readonly<Record<string, Json>>) =>
    verdictOn({ id: "any", ...GRANTED, ...more });

  it("passes a case that comes about, whatever its id", async () => {
    expect(await granted({})).toEqual({ kind: "passed" });
  });

  it.each<[string, Readonly<Record<string, Json>>]>([
    ["a member of the case", { more: 1 }],
    ["an area", { area: "weather" }],
    ["a member of what is given", { given: { more: 1 } }],
    ["a member of the input", { input: { votes: [VOTE], more: 1 } }],
    ["a member of a step", { input: { votes: [{ ...VOTE, more: 1 }] } }],
    ["an operation", { input: { op: "danceInterrupt" } }],
    ["an expected member", { expect: { final: { more: 1 } } }],
    ["an expected member at the top", { expect: { more: 1 } }],
    ["a value that is none of those expected", { expect: { final: { gate: "open" } } }],
    ["that nothing is expected", { expect: {} }],
  ])("does not pass what it does not understand: %s", async (_, more) => {
    const verdict = await granted(more);
    expect(verdict).toMatchObject({ kind: "failed" });
    expect(verdict).toHaveProperty("why", expect.stringMatching(/^not understood: /));
  });

  it.each<[string, Readonly<Record<string, Json>>]>([
    ["the status", { expect: { steps: [{ status: 409 }] } }],
    ["the gate", { expect: { final: { gate: "pending" } } }],
    ["the count of events", { expect: { final: { resolvedEvents: 2 } } }],
  ])("fails a case in which %s is another", async (_, more) => {
    const verdict = await granted(more);
    expect(verdict).toMatchObject({ kind: "failed" });
    expect(verdict).not.toHaveProperty("why", expect.stringMatching(/^not understood/));
  });

  it("says what is the engine's only when the rest is as expected", async () => {
    const ends = { runStatus: "completed" };
    expect(await granted({ expect: { final: { gate: "granted", ...ends } } })).toMatchObject({
      kind: "out",
    });
    expect(await granted({ expect: { final: { ...ends, gate: "pending" } } })).toMatchObject({
      kind: "failed",
    });
  });
});
