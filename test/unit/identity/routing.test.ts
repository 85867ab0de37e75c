import { describe, expect, it } from "vitest";
import type { Context } from "../../../src/core/event.ts";
import type { PlatformName } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import type { Payload } from "../../../src/core/payload.ts";
import { parseRoster } from "../../../src/identity/roster.ts";
import { approval, question } from "../core/samples.ts";

const GUILD = "300000000000000001";
const both: ReadonlySet<PlatformName> = new Set(["slack", "discord"]);

const people = Array.from({ length: 14 }, (_, index) => ({
  id: `p${index}`,
  name: `Person ${index}`,
  tenants: ["acme"],
  accounts: [`slack:T0ACME/U0P${index}`],
  groups: index < 2 ? ["pair", "crowd"] : ["crowd"],
}));
const ada = {
  id: "ada",
  name: "Ada",
  tenants: ["acme"],
  accounts: ["slack:T0ACME/U0ADA", "discord:200000000000000001", "slack:T0OTHER/U0ADA"],
};

function placesOf(routes: Json, payload: Payload, context: Context = {}, platforms = both) {
  const parsed = parseRoster(
    JSON.stringify({
      principals: [ada, ...people],
      tenants: [
        {
          id: "acme",
          slack: { workspace: "T0ACME", channels: ["C0USUAL"] },
          discord: { guild: GUILD, channels: ["400000000000000001"] },
          routes,
        },
      ],
    }),
  );
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  return parsed.roster.placesFor("acme", platforms, { payload, context });
}

const at = (routes: Json, payload: Payload, context?: Context) =>
  placesOf(routes, payload, context)?.destinations;

const USUAL = ["slack:T0ACME/C0USUAL", `discord:${GUILD}/400000000000000001`];

describe("a route", () => {
  const routes = [
    { when: { kind: "clarification" }, to: ["slack:C0QUESTIONS"] },
    { when: { artifactType: "invoice", workflow: "settle" }, to: ["slack:C0FINANCE"] },
    { when: { agent: "scout" }, to: ["discord:400000000000000002"] },
  ];

  it("is the first whose every condition holds; without one it is the tenant's own channels", () => {
    const invoice = approval({ artifactType: "invoice" });
    expect(at(routes, question())).toEqual(["slack:T0ACME/C0QUESTIONS"]);
    expect(at(routes, invoice, { workflowId: "settle" })).toEqual(["slack:T0ACME/C0FINANCE"]);
    expect(at(routes, invoice, { workflowId: "other" })).toEqual(USUAL);
    expect(at(routes, invoice, { workflowId: "settle", agent: "scout" })).toEqual([
      "slack:T0ACME/C0FINANCE",
    ]);
    expect(at(routes, approval({ artifactType: "code" }), { agent: "scout" })).toEqual([
      `discord:${GUILD}/400000000000000002`,
    ]);
  });

  it("leads to no platform that is off", () => {
    expect(placesOf([], approval(), {}, new Set(["discord"]))?.destinations).toEqual([USUAL[1]]);
  });

  it("says when to remind and whom to ask besides", () => {
    const planned = [{ remind: ["24h", "30m"], escalate: { after: "2h", to: ["slack:C0BOSS"] } }];
    expect(placesOf(planned, approval())?.plan).toEqual({
      remindBeforeMs: [24 * 3_600_000, 30 * 60_000],
      escalate: { afterMs: 2 * 3_600_000, to: ["slack:T0ACME/C0BOSS"] },
    });
    expect(placesOf([], approval())?.plan).toEqual({ remindBeforeMs: [], escalate: undefined });
  });

  it("knows the hours in which nobody is reminded", () => {
    const planned = [{ remind: ["1h"], quiet: { from: "18:00", to: "08:00", zone: "UTC" } }];
    const quiet = (instant: string) =>
      placesOf(planned, approval())?.plan.quietAt?.(Date.parse(instant));
    expect(quiet("2026-01-15T12:00:00Z")).toBeUndefined();
    expect(quiet("2026-01-15T20:00:00Z")).toEqual({
      begin: Date.parse("2026-01-15T18:00:00Z"),
      end: Date.parse("2026-01-16T08:00:00Z"),
    });
  });
});

describe("the place where the work began", () => {
  it("takes the place of the other channels of its platform", () => {
    const origin = { platform: "slack", channel: "C0ORIGIN", thread: "1700000000.000100" } as const;
    expect(at([], approval(), { origin })).toEqual([
      "slack:T0ACME/C0ORIGIN/1700000000.000100",
      USUAL[1],
    ]);
  });

  it.each([
    { platform: "slack", channel: "../etc" },
    { platform: "discord", channel: "C0ORIGIN" },
    { platform: "slack", channel: "@U0ADA" },
  ] as const)("is passed over where it is none: %j", (origin) => {
    expect(at([], approval(), { origin })).toEqual(USUAL);
  });

  it("is the channel where the thread is none", () => {
    const origin = { platform: "slack", channel: "C0ORIGIN", thread: "x/y" } as const;
    expect(at([], approval(), { origin })?.[0]).toBe("slack:T0ACME/C0ORIGIN");
  });
});

describe("direct messages", () => {
  const to = (payload: Payload, direct?: string) =>
    at(direct === undefined ? [] : [{ direct }], payload)?.filter((each) => each.includes("@"));

  it("go to the payload's audience, in the tenant's own workspaces", () => {
    expect(to(approval({ audience: { subjects: ["ada", "nobody"] } }))).toEqual([
      "slack:T0ACME/@U0ADA",
      `discord:${GUILD}/@200000000000000001`,
    ]);
    expect(to(approval({ approversList: ["ada"] }))).toEqual([]);
    expect(to(approval({ audience: { subjects: ["ada"] } }), "nobody")).toEqual([]);
  });

  it("go to everybody who may decide where the route says so, and to nobody where anybody may", () => {
    expect(to(approval({ approverGroupRefs: ["pair"] }), "eligible")).toEqual([
      "slack:T0ACME/@U0P0",
      "slack:T0ACME/@U0P1",
    ]);
    expect(to(approval(), "eligible")).toEqual([]);
    expect(to(question(), "eligible")).toEqual([]);
  });

  it("reach the smallest circles first, and no more than ten people", () => {
    // The crowd has fourteen: its channel tells it.
    expect(to(approval({ audience: { groups: ["crowd", "pair"] } }))).toEqual([
      "slack:T0ACME/@U0P0",
      "slack:T0ACME/@U0P1",
    ]);
  });
});
