import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import type { Directory } from "../../../src/core/ports/directory.ts";
import type { Payload } from "../../../src/core/payload.ts";
import type { Vote } from "../../../src/core/interrupt.ts";
import { createPeople } from "../../../src/identity/people.ts";
import { createToRemind } from "../../../src/identity/reminding.ts";
import { parseRoster } from "../../../src/identity/roster.ts";
import { approval, interruptOf, question, voteOf } from "../core/samples.ts";

const GUILD = "300000000000000001";

const ROLE = "500000000000000001";

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
  groups: { treasury: "slack:T0ACME/S0TREASURY" },
  roles: { manager: `discord:${GUILD}/${ROLE}`, everyone: `discord:${GUILD}/${GUILD}` },
};

const SLACK = { platform: "slack", workspace: "T0ACME", channel: "C0FINANCE" } as const;
const DISCORD = { platform: "discord", workspace: GUILD, channel: "400000000000000001" } as const;
const to = (user: string) => ({ ...SLACK, channel: "", user });

const named = (users: readonly string[], roles: readonly string[] = []) => ({ users, roles });

const FINANCE = approval({ approverGroupRefs: ["finance"] });

const TREASURY = approval({ approverGroupRefs: ["treasury"], approversList: ["grace"] });
const MANAGER = approval({ approverRoleRefs: ["manager"], approversList: ["grace"] });

/** Accounts in what platforms keep, by its name; a Fault is thrown. */
type Kept = Readonly<Record<string, readonly string[] | Fault>>;

function toRemind(payload: Payload, votes: readonly Vote[] = [], kept: Kept = {}) {
  const parsed = parseRoster(JSON.stringify(FILE));
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  const { roster } = parsed;
  const directory: Directory = {
    async membersOf(reference, among) {
      const members = reference.type === "open" ? [] : (kept[reference.name] ?? []);
      if (members instanceof Fault) throw members;
      return { accounts: among.filter((each) => members.includes(each)), readAt: 0 };
    },
  };
  const slackPerson = async () => ({ fullMember: true });
  const { complete } = createPeople({ roster, directory, slackPerson, clock: () => 0 });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const ask = createToRemind({ roster, directory, complete, log });
  const waiting = interruptOf(payload, { tenant: "acme", votes });
  return async (address: Parameters<typeof ask>[1], direct: readonly string[] = []) =>
    ask(waiting, address, direct);
}

const AWAY = new Fault("directory-unavailable", "rate limited", { retryable: true });

describe("A reminder in a channel names", () => {
  it("who may decide and has not, by the account in that workspace", async () => {
    const finance = toRemind(FINANCE);
    expect(await finance(SLACK)).toEqual(named(["U0ADA", "U0LIN"]));
    expect(await finance(DISCORD)).toEqual(named(["200000000000000001"]));
    const voted = toRemind(FINANCE, [voteOf("ada", "accept")]);
    expect(await voted(SLACK)).toEqual(named(["U0LIN"]));
    expect(await voted(DISCORD)).toEqual(named([]));
  });

  it("nobody who has a direct message there, whatever account it went to", async () => {
    const finance = toRemind(FINANCE);
    expect(await finance(SLACK, ["U0ADA2"])).toEqual(named(["U0LIN"]));
    expect(await finance(SLACK, ["U0LIN", "U0ADA"])).toEqual(named([]));
  });

  it("nobody where everybody may decide", async () => {
    expect(await toRemind(approval())(SLACK)).toEqual(named([]));
    expect(await toRemind(question())(SLACK)).toEqual(named([]));
  });
});

describe("A reminder in direct messages", () => {
  it("names their owner, and nobody else", async () => {
    expect(await toRemind(FINANCE)(to("U0LIN"), ["U0ADA", "U0LIN"])).toEqual(named(["U0LIN"]));
    // Told because the engine said so, and one of those who may.
    expect(await toRemind(question())(to("U0GRACE"), ["U0GRACE"])).toEqual(named(["U0GRACE"]));
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
    expect(await finance(to("U0ADA"), both)).toEqual(named(["U0ADA"]));
    expect(await finance(to("U0ADA2"), both)).toBeUndefined();
    // The first of them takes no direct messages.
    expect(await finance(to("U0ADA2"), ["U0ADA2"])).toEqual(named(["U0ADA2"]));
  });
});

describe("Of a Slack user group a reminder", () => {
  const members = {
    treasury: ["slack:T0ACME/U0ADA", "slack:T0ACME/U0AUDITOR", "slack:T0ACME/U0NEW"],
  };

  it("names the members who may decide and have not, on whatever platform it is given", async () => {
    const treasury = toRemind(TREASURY, [], members);
    expect(await treasury(SLACK)).toEqual(named(["U0ADA", "U0GRACE"]));
    expect(await treasury(DISCORD)).toEqual(named(["200000000000000001"]));
    expect(await treasury(SLACK, ["U0ADA"])).toEqual(named(["U0GRACE"]));
    const voted = toRemind(TREASURY, [voteOf("ada", "accept")], members);
    expect(await voted(SLACK)).toEqual(named(["U0GRACE"]));
  });

  it("names a member who got a direct message there", async () => {
    const treasury = toRemind(TREASURY, [], members);
    expect(await treasury(to("U0ADA"), ["U0ADA"])).toEqual(named(["U0ADA"]));
    expect(await treasury(to("U0LIN"), ["U0LIN"])).toBeUndefined();
  });

  it("names nobody while its members cannot be looked up; others all the same", async () => {
    const treasury = toRemind(TREASURY, [], { treasury: AWAY });
    expect(await treasury(SLACK)).toEqual(named(["U0GRACE"]));
    expect(await treasury(to("U0ADA"), ["U0ADA"])).toEqual(named([]));
    expect(await treasury(to("U0GRACE"), ["U0GRACE"])).toEqual(named(["U0GRACE"]));
  });
});

describe("Of a Discord role a reminder", () => {
  const held = { manager: ["discord:200000000000000001"] };

  it("names the role itself, in its own guild", async () => {
    const manager = toRemind(MANAGER, [], held);
    expect(await manager(DISCORD)).toEqual(named([], [ROLE]));
    expect(await manager(SLACK)).toEqual(named(["U0GRACE"]));
    expect(await manager({ ...DISCORD, workspace: "300000000000000002" })).toEqual(named([]));
  });

  it("does not once somebody who has it has decided, in whatever right", async () => {
    const by = (id: string) => toRemind(MANAGER, [voteOf(id, "accept")], held)(DISCORD);
    expect(await by("ada")).toEqual(named([]));
    expect(await by("grace")).toEqual(named([], [ROLE]));
    const eligibility = { reference: "role:manager", readAt: 0 };
    const asManager = [voteOf("lin", "accept", { eligibility })];
    expect(await toRemind(MANAGER, asManager)(DISCORD)).toEqual(named([]));
  });

  it("does not while it is not known who of the voters has it", async () => {
    const manager = toRemind(MANAGER, [voteOf("grace", "accept")], { manager: AWAY });
    expect(await manager(DISCORD)).toEqual(named([]));
  });

  it("never names everyone", async () => {
    const everyone = approval({ approverRoleRefs: ["everyone"] });
    expect(await toRemind(everyone)(DISCORD)).toEqual(named([]));
  });
});
