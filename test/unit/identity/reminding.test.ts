import { describe, expect, it } from "vitest";
import type { Payload } from "../../../src/core/payload.ts";
import type { Vote } from "../../../src/core/interrupt.ts";
import { createToRemind } from "../../../src/identity/reminding.ts";
import { parseRoster } from "../../../src/identity/roster.ts";
import { approval, interruptOf, question, voteOf } from "../core/samples.ts";

const GUILD = "300000000000000001";

const FILE = {
  principals: [
    {
      id: "ada",
      name: "Ada",
      tenants: ["acme"],
      accounts: ["slack:T0ACME/U0ADA", "slack:T0ACME/U0ADA2", "discord:200000000000000001"],
      groups: ["finance"],
    },
    { id: "grace", name: "Grace", tenants: ["acme"], accounts: ["slack:T0ACME/U0GRACE"] },
    {
      id: "lin",
      name: "Lin",
      tenants: ["acme"],
      accounts: ["slack:T0ACME/U0LIN"],
      groups: ["finance"],
    },
    {
      id: "auditor",
      name: "Looks only",
      tenants: ["acme"],
      accounts: ["slack:T0ACME/U0AUDITOR"],
      groups: ["finance"],
      scopes: [],
    },
  ],
  tenants: [
    {
      id: "acme",
      slack: { workspace: "T0ACME", channels: ["C0FINANCE"] },
      discord: { guild: GUILD, channels: ["400000000000000001"] },
    },
  ],
};

const SLACK = { platform: "slack", workspace: "T0ACME", channel: "C0FINANCE" } as const;
const DISCORD = { platform: "discord", workspace: GUILD, channel: "400000000000000001" } as const;
const to = (user: string) => ({ ...SLACK, channel: "", user });

const FINANCE = approval({ approverGroupRefs: ["finance"] });

function toRemind(payload: Payload, votes: readonly Vote[] = []) {
  const parsed = parseRoster(JSON.stringify(FILE));
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  const ask = createToRemind({ roster: parsed.roster });
  const waiting = interruptOf(payload, { tenant: "acme", votes });
  return async (address: Parameters<typeof ask>[1], direct: readonly string[] = []) =>
    ask(waiting, address, direct);
}

describe("A reminder in a channel names", () => {
  it("who may decide and has not, by the account in that workspace", async () => {
    const finance = toRemind(FINANCE);
    expect(await finance(SLACK)).toEqual({ users: ["U0ADA", "U0LIN"] });
    expect(await finance(DISCORD)).toEqual({ users: ["200000000000000001"] });
    const voted = toRemind(FINANCE, [voteOf("ada", "accept")]);
    expect(await voted(SLACK)).toEqual({ users: ["U0LIN"] });
    expect(await voted(DISCORD)).toEqual({ users: [] });
  });

  it("nobody who has a direct message there, whatever account it went to", async () => {
    const finance = toRemind(FINANCE);
    expect(await finance(SLACK, ["U0ADA2"])).toEqual({ users: ["U0LIN"] });
    expect(await finance(SLACK, ["U0LIN", "U0ADA"])).toEqual({ users: [] });
  });

  it("nobody where everybody may decide", async () => {
    expect(await toRemind(approval())(SLACK)).toEqual({ users: [] });
    expect(await toRemind(question())(SLACK)).toEqual({ users: [] });
  });
});

describe("A reminder in direct messages", () => {
  it("names their owner, and nobody else", async () => {
    expect(await toRemind(FINANCE)(to("U0LIN"), ["U0ADA", "U0LIN"])).toEqual({ users: ["U0LIN"] });
    // Told because the engine said so, and one of those who may.
    expect(await toRemind(question())(to("U0GRACE"), ["U0GRACE"])).toEqual({ users: ["U0GRACE"] });
  });

  it("is for nobody who has decided, or who may not", async () => {
    const voted = toRemind(FINANCE, [voteOf("lin", "accept")]);
    expect(await voted(to("U0LIN"), ["U0LIN"])).toBeUndefined();
    for (const user of ["U0GRACE", "U0AUDITOR", "U0STRANGER"]) {
      expect(await toRemind(FINANCE)(to(user), [user])).toBeUndefined();
    }
  });

  it("is given once to somebody with two accounts there", async () => {
    const finance = toRemind(FINANCE);
    const both = ["U0ADA", "U0ADA2"];
    expect(await finance(to("U0ADA"), both)).toEqual({ users: ["U0ADA"] });
    expect(await finance(to("U0ADA2"), both)).toBeUndefined();
    // The first of them takes no direct messages.
    expect(await finance(to("U0ADA2"), ["U0ADA2"])).toEqual({ users: ["U0ADA2"] });
  });
});
