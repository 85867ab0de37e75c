import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import type { Membership, SlackPerson } from "../../../src/core/ports/directory.ts";
import { createPeople } from "../../../src/identity/people.ts";
import { parseRoster } from "../../../src/identity/roster.ts";

const GUILD = "300000000000000001";
const ROLE = "500000000000000001";
const ADA = "slack:T0ACME/U0ADA";
const NOW = 1_772_532_000_000;

const FILE = {
  principals: [
    {
      id: "ada",
      name: "Ada",
      tenants: ["acme"],
      accounts: [ADA, "discord:200000000000000001"],
      groups: ["finance"],
    },
    {
      id: "eve",
      name: "Eve",
      tenants: ["acme"],
      accounts: ["slack:T0OTHER/U0EVE", "slack:T0ACME/U0GUEST"],
    },
    {
      id: "grace",
      name: "Grace",
      tenants: ["acme"],
      accounts: [],
      emails: ["Grace@acme.example"],
    },
  ],
  tenants: [
    {
      id: "acme",
      emails: true,
      slack: { workspace: "T0ACME", channels: ["C0FINANCE"] },
      discord: { guild: GUILD, channels: ["400000000000000001"] },
    },
  ],
  groups: { treasury: "slack:T0ACME/S0TREASURY", board: ["ada"] },
  roles: { manager: `discord:${GUILD}/${ROLE}` },
};

const TREASURY = { type: "group", name: "treasury" } as const;
const MANAGER = { type: "role", name: "manager" } as const;

/** Everybody who belongs to a reference that a platform keeps, by its name; a Fault is thrown. */
type Memberships = Readonly<Record<string, readonly string[] | Fault>>;

function knowing(
  memberships: Memberships,
  more: object = {},
  persons: Record<string, SlackPerson> = {},
) {
  const parsed = parseRoster(JSON.stringify({ ...FILE, ...more }));
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  const asked: string[] = [];
  const people = createPeople({
    roster: parsed.roster,
    directory: {
      async membersOf(reference, among): Promise<Membership | undefined> {
        if (reference.type === "open") return undefined;
        asked.push(reference.name);
        const members = memberships[reference.name] ?? [];
        if (members instanceof Fault) throw members;
        return { accounts: among.filter((each) => members.includes(each)), readAt: NOW - 5 };
      },
    },
    slackPerson: async (_, user) => persons[user] ?? { fullMember: true },
    clock: () => NOW,
  });
  return { people, asked };
}

const from = (about: object = {}) => ({
  account: ADA,
  tenant: "acme",
  platform: "slack" as const,
  workspace: "T0ACME",
  references: [TREASURY],
  ...about,
});
const onDiscord = (roles: readonly string[], ago = 0) =>
  from({
    account: "discord:200000000000000001",
    platform: "discord",
    workspace: GUILD,
    references: [MANAGER],
    signed: { roles, at: NOW - ago },
  });
const away = new Fault("directory-unavailable", "away", { retryable: true });

describe("somebody who decides", () => {
  it("holds a group that a platform keeps, with the time at which that was read", async () => {
    const { people } = knowing({ treasury: [ADA] });
    expect(await people.identify(from())).toMatchObject({
      id: "ada",
      groups: ["finance", "board", "treasury"],
      readAt: NOW - 5,
    });
    expect(await people.byId("acme", "ada", [TREASURY])).toMatchObject({ readAt: NOW - 5 });
  });

  it("is asked about only where it matters", async () => {
    const { people, asked } = knowing({ treasury: [ADA] });
    await people.identify(from({ references: [] }));
    // The roster's own word is enough, so the platform need not even be there.
    await people.identify(from({ references: [TREASURY, { type: "group", name: "finance" }] }));
    expect(asked).toEqual([]);
    await people.identify(from({ references: "all" }));
    expect(asked).toEqual(["treasury", "manager"]);
  });

  it("is not known while one group cannot be looked up and no other is held", async () => {
    const references = [TREASURY, MANAGER];
    await expect(knowing({ treasury: away }).people.identify(from({ references }))).rejects.toBe(
      away,
    );
    const held = knowing({ treasury: away, manager: [ADA] }).people;
    expect(await held.identify(from({ references }))).toMatchObject({ roles: ["manager"] });
  });

  it("holds the roles that came with the press, read then", async () => {
    const { people, asked } = knowing({});
    expect(await people.identify(onDiscord([ROLE], 20))).toMatchObject({
      roles: ["manager"],
      readAt: NOW - 20,
    });
    expect(asked).toEqual([]);
  });

  it("holds no role that did not come with the press, whatever was read before", async () => {
    const { people } = knowing({ manager: ["discord:200000000000000001"] });
    expect(await people.identify(onDiscord([]))).toMatchObject({ roles: [] });
  });

  it("is asked about again when the press is handled too late for what came with it", async () => {
    const { people, asked } = knowing({});
    // A minute, which is as old as a membership may be, and a millisecond.
    expect(await people.identify(onDiscord([ROLE], 60_001))).toMatchObject({ roles: [] });
    expect(asked).toEqual(["manager"]);
  });
});

describe("who may not decide on Slack", () => {
  it("is a guest, and somebody of another workspace, even where the roster has the account", async () => {
    const { people } = knowing({}, {}, { U0GUEST: { fullMember: false } });
    for (const account of ["slack:T0OTHER/U0EVE", "slack:T0ACME/U0GUEST"]) {
      expect(await people.identify(from({ account }))).toEqual({ code: "guest", account });
    }
  });

  it("may, where the roster says so", async () => {
    const { people } = knowing({}, { guestsMayDecide: true }, { U0GUEST: { fullMember: false } });
    for (const account of ["slack:T0OTHER/U0EVE", "slack:T0ACME/U0GUEST"]) {
      expect(await people.identify(from({ account }))).toMatchObject({ id: "eve" });
    }
  });
});

describe("an e-mail address", () => {
  const account = "slack:T0ACME/U0GRACE";
  const email = "grace@ACME.example";
  const unknown = { code: "account-unknown", account };
  const asGrace = async (more: object, person: SlackPerson) =>
    knowing({}, more, { U0GRACE: person }).people.identify(from({ account, references: [] }));

  it("says who a full member is, in any case of letters", async () => {
    expect(await asGrace({}, { fullMember: true, email })).toMatchObject({ id: "grace" });
  });

  it("says nothing of a guest, without one that is confirmed, or without the switch", async () => {
    expect(await asGrace({}, { fullMember: false, email })).toEqual(unknown);
    expect(await asGrace({ guestsMayDecide: true }, { fullMember: false, email })).toEqual(unknown);
    expect(await asGrace({}, { fullMember: true })).toEqual(unknown);
    const off = { tenants: [{ ...FILE.tenants[0], emails: false }] };
    expect(await asGrace(off, { fullMember: true, email })).toEqual(unknown);
  });
});

describe("a roster with groups that others keep", () => {
  const problems = (more: object) => {
    const parsed = parseRoster(JSON.stringify({ ...FILE, ...more }));
    return parsed.ok ? [] : parsed.problems;
  };

  it.each([
    [
      { groups: { finance: ["ada"] } },
      "groups: finance is kept in two places, here and in the groups of ada; leave one",
    ],
    [
      { groups: { board: ["ada", "zoe"] } },
      "groups: board lists zoe, whom principals does not list",
    ],
    [{ groups: { t: "slack:T0ELSE/S0T" } }, "groups: t is kept in T0ELSE, which no tenant uses"],
    [
      { principals: [{ ...FILE.principals[2], override: true }], groups: {} },
      "principals: grace has override and emails; an override principal is recognised by accounts only, so take the emails out",
    ],
  ])("is contradicted by %j", (more, sentence) => {
    expect(problems(more)).toEqual([sentence]);
  });

  it("says what a provider looks like", () => {
    expect(problems({ groups: { t: "finance" } }).join()).toContain(
      "must be a Slack user group like",
    );
    expect(problems({ membershipMaxAgeMs: -1 }).join()).toContain("membershipMaxAgeMs");
  });
});
