import { describe, expect, it } from "vitest";
import type { PlatformName } from "../../../src/core/interrupt.ts";
import { approval } from "../core/samples.ts";
import { parseRoster, type Roster } from "../../../src/identity/roster.ts";

const GUILD = "300000000000000001";
const CHANNEL = "400000000000000001";
const PERSON = "200000000000000001";

const ROSTER = {
  principals: [
    {
      id: "ada",
      name: "Ada Lovelace",
      tenants: ["acme"],
      accounts: ["slack:T0ACME/U0ADA", `discord:${PERSON}`],
      groups: ["finance"],
      roles: ["cfo"],
    },
    {
      id: "bob",
      name: "Bob",
      tenants: ["acme", "other"],
      accounts: ["slack:T0ACME/U0BOB"],
      scopes: [],
    },
  ],
  tenants: [
    {
      id: "acme",
      slack: { workspace: "T0ACME", channels: ["C0FINANCE", "C0OPS"] },
      discord: { guild: GUILD, channels: [CHANNEL] },
    },
    { id: "other", slack: { workspace: "T0OTHER", channels: ["C0OTHER"] } },
  ],
};

function rosterOf(file: unknown): Roster {
  const parsed = parseRoster(typeof file === "string" ? file : JSON.stringify(file));
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  return parsed.roster;
}

function problems(file: unknown): readonly string[] {
  const parsed = parseRoster(typeof file === "string" ? file : JSON.stringify(file));
  return parsed.ok ? [] : parsed.problems;
}

const person = (about: Record<string, unknown>) =>
  problems({ ...ROSTER, principals: [{ ...ROSTER.principals[0], ...about }] });
const tenant = (about: Record<string, unknown>) =>
  problems({ ...ROSTER, tenants: [{ ...ROSTER.tenants[0], ...about }, ROSTER.tenants[1]] });

const both = new Set(["slack", "discord"] as const);
const ask = (about: Partial<Parameters<Roster["identify"]>[0]> = {}) =>
  rosterOf(ROSTER).identify({
    account: "slack:T0ACME/U0ADA",
    tenant: "acme",
    platform: "slack",
    workspace: "T0ACME",
    ...about,
  });

describe("who an account is", () => {
  const ada = {
    id: "ada",
    name: "Ada Lovelace",
    groups: ["finance"],
    roles: ["cfo"],
    scopes: ["approvals:respond"],
    override: false,
    decidesOwnRuns: true,
  };

  it("is one principal on either platform, who may respond unless the roster narrows it", () => {
    expect(ask()).toEqual(ada);
    expect(ask({ account: `discord:${PERSON}`, platform: "discord", workspace: GUILD })).toEqual(
      ada,
    );
    expect(ask({ account: "slack:T0ACME/U0BOB" })?.scopes).toEqual([]);
  });

  it.each([
    { account: "slack:T0ACME/U0EVE" },
    { account: "" },
    { account: "__proto__" },
    { account: "slack:T0ACME/u0ada" },
    { account: " slack:T0ACME/U0ADA" },
    { tenant: "other" },
    { tenant: "unknown" },
    { tenant: "" },
    { tenant: "ACME" },
    { workspace: "T0OTHER" },
    { workspace: "" },
    { workspace: GUILD },
    { platform: "discord" },
    { account: "slack:T0ACME/U0BOB", tenant: "other" },
  ] as const)("is nobody for %j", (about) => {
    expect(ask(about)).toBeUndefined();
  });
});

describe("who an account is in a workspace that two tenants share", () => {
  it("is nobody to the tenant that does not list the person", () => {
    const shared = structuredClone(ROSTER);
    shared.tenants[1] = { id: "other", slack: { workspace: "T0ACME", channels: ["C0OTHER"] } };
    const asked = { tenant: "other", platform: "slack", workspace: "T0ACME" } as const;
    const roster = rosterOf(shared);
    expect(roster.identify({ ...asked, account: "slack:T0ACME/U0ADA" })).toBeUndefined();
    expect(roster.identify({ ...asked, account: "slack:T0ACME/U0BOB" })?.id).toBe("bob");
  });
});

describe("what else the roster says of people", () => {
  it("is who may release a gate alone: nobody who is not marked so", () => {
    const [ada, bob] = ROSTER.principals;
    const roster = rosterOf({ ...ROSTER, principals: [{ ...ada, override: true }, bob] });
    expect(roster.principalById("acme", "ada")?.override).toBe(true);
    expect(roster.principalById("acme", "bob")?.override).toBe(false);
    expect(person({ override: "yes" })).toEqual(["principals.0.override: must be true or false"]);
  });

  it("is whether who began a run may decide it: yes, unless the file forbids it to all", () => {
    const strict = rosterOf({ ...ROSTER, initiatorsMayDecide: false });
    expect(strict.principalsOf("acme").map(({ decidesOwnRuns }) => decidesOwnRuns)).toEqual([
      false,
      false,
    ]);
    expect(rosterOf(ROSTER).principalsOf("acme")[0]?.decidesOwnRuns).toBe(true);
    expect(problems({ ...ROSTER, initiatorsMayDecide: "no" })).toEqual([
      "initiatorsMayDecide: must be true or false",
    ]);
  });
});

describe("who a credential names", () => {
  const [ada, bob] = ROSTER.principals;
  const roster = rosterOf({
    ...ROSTER,
    principals: [{ ...ada, subjects: ["auth0|ada", "ada@example"] }, bob],
  });

  it("is found by id, in the tenants of that principal only", () => {
    expect(roster.principalById("acme", "ada")?.name).toBe("Ada Lovelace");
    expect(roster.principalById("other", "ada")).toBeUndefined();
    expect(roster.principalById("other", "bob")?.id).toBe("bob");
    expect(roster.principalById("acme", "Ada")).toBeUndefined();
    expect(roster.principalById("acme", "__proto__")).toBeUndefined();
    expect(roster.tenantsOfPrincipal("bob")).toEqual(["acme", "other"]);
    expect(roster.tenantsOfPrincipal("eve")).toEqual([]);
  });

  it("is found by any of its subjects, exactly", () => {
    expect(roster.principalBySubject("auth0|ada")).toEqual(roster.principalById("acme", "ada"));
    expect(roster.principalBySubject("ada@example")?.id).toBe("ada");
    for (const subject of ["Auth0|ada", "auth0|ada ", "", "ada", "bob", "__proto__"]) {
      expect(roster.principalBySubject(subject)).toBeUndefined();
    }
  });

  it.each([
    ["x", true],
    ["x".repeat(256), true],
    ["x".repeat(257), false],
    ["", false],
    ["a b", false],
    ["a\u00a0b", false],
    ["a\n", false],
    ["issuer/ada", false],
  ])("may be the subject %j: %s", (named, ok) => {
    expect(person({ subjects: [named] }).length === 0).toBe(ok);
  });

  it("is text: a subject of digits alone needs quotes in YAML", () => {
    expect(person({ subjects: [1234567] })).toEqual([
      "principals.0.subjects.0: must be text; put it in quotes",
    ]);
  });

  it("is one principal: a subject that two claim is told with both", () => {
    expect(
      problems({
        ...ROSTER,
        principals: [
          { ...ada, subjects: ["one", "two", "two"] },
          { ...bob, subjects: ["one"] },
        ],
      }),
    ).toEqual([
      "principals: subject two is named twice, by ada",
      "principals: subject one is named twice, by ada and bob",
    ]);
  });
});

/** Where an ordinary question of a tenant goes. */
function placesOf(roster: Roster, of: string, platforms: ReadonlySet<PlatformName>) {
  const payload = approval();
  return roster.placesFor(of, platforms, { payload, context: {} })?.destinations;
}

describe("where a tenant is asked", () => {
  it("is in its channels of the platforms that are on", () => {
    const roster = rosterOf(ROSTER);
    expect(placesOf(roster, "acme", both)).toEqual([
      "slack:T0ACME/C0FINANCE",
      "slack:T0ACME/C0OPS",
      `discord:${GUILD}/${CHANNEL}`,
    ]);
    expect(placesOf(roster, "acme", new Set(["discord"]))).toEqual([`discord:${GUILD}/${CHANNEL}`]);
    expect(placesOf(roster, "other", new Set(["discord"]))).toEqual([]);
    expect(placesOf(roster, "acme2", both)).toBeUndefined();
    expect(placesOf(roster, "__proto__", both)).toBeUndefined();
  });

  it("is in workspaces that are named with their tenants", () => {
    const roster = rosterOf(ROSTER);
    expect(roster.workspacesOn("slack")).toEqual([
      { workspace: "T0ACME", tenants: ["acme"] },
      { workspace: "T0OTHER", tenants: ["other"] },
    ]);
    expect(roster.workspacesOn("discord")).toEqual([{ workspace: GUILD, tenants: ["acme"] }]);
  });

  it("is found from a workspace, which tenants may share", () => {
    const shared = structuredClone(ROSTER);
    shared.tenants[1] = { id: "other", slack: { workspace: "T0ACME", channels: ["C0OTHER"] } };
    const roster = rosterOf(shared);
    expect(roster.tenantsOf("slack", "T0ACME")).toEqual(["acme", "other"]);
    expect(roster.tenantsOf("discord", GUILD)).toEqual(["acme"]);
    expect(roster.tenantsOf("discord", "T0ACME")).toEqual([]);
    expect(roster.addresses()).toHaveLength(4);
  });
});

describe("a roster file", () => {
  it("may be YAML", () => {
    const roster = rosterOf(`
principals:
  - id: ada
    name: Ada
    tenants: [acme]
    accounts: ["discord:${PERSON}"]
tenants:
  - id: acme
    discord: { guild: "${GUILD}", channels: ["${CHANNEL}"] }
`);
    expect(placesOf(roster, "acme", both)).toEqual([`discord:${GUILD}/${CHANNEL}`]);
  });

  it.each([
    ["", "the file is empty; it must list principals and tenants"],
    ["# only a comment", "the file is empty; it must list principals and tenants"],
    ["null", "the file is empty; it must list principals and tenants"],
    ["just text", "the value: must be an object"],
    ["- a", "the value: must be an object"],
  ])("%j is told as %s", (file, problem) => {
    expect(problems(file)).toEqual([problem]);
  });

  it.each([
    "a: b: c",
    "{",
    "a: *nowhere",
    "principals: []\nprincipals: []",
    "---\na: 1\n---\nb: 2",
    "\ta: 1",
  ])("%j is not valid YAML, and says where", (file) => {
    const [problem, ...others] = problems(file);
    expect(others).toEqual([]);
    expect(problem).toMatch(/^the file is not valid YAML: [^\n]*[^:\n]$/);
  });

  it("cannot grow without end from a few lines", () => {
    const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
    for (const [index, name] of Array.from("bcdefghi").entries()) {
      bomb.push(
        `${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcdefgh"[index]}`).join(", ")}]`,
      );
    }
    const before = Date.now();
    expect(problems(bomb.join("\n"))[0]).toMatch(
      /^the file is not valid YAML: Excessive alias count/,
    );
    expect(Date.now() - before).toBeLessThan(5_000);
    expect(problems("a: &a [*a]")).not.toEqual([]);
    expect(problems("[".repeat(20_000))).not.toEqual([]);
  });

  it("may use an alias where people repeat themselves", () => {
    expect(
      problems(`
principals:
  - { id: ada, name: Ada, tenants: &where [acme], accounts: [] }
  - { id: bob, name: Bob, tenants: *where, accounts: [] }
tenants: [{ id: acme }]
`),
    ).toEqual([]);
  });

  it("says of every problem at once where it is and what would pass", () => {
    expect(
      problems({
        principals: [{ id: "a b", name: "", tenants: [], accounts: ["U0ADA"] }],
        tenants: [{ id: "a/b", slack: {}, extra: 1 }],
        more: 1,
      }),
    ).toEqual([
      "principals.0.id: must not contain white space",
      "principals.0.name: must not be empty",
      "principals.0.tenants: must not be empty",
      "principals.0.accounts.0: must be like slack:T0ACME/U0ADA or discord:200000000000000001",
      "tenants.0.id: must have 1 to 128 of A-Z a-z 0-9 . _ ~ -, like acme",
      "tenants.0.slack.workspace: is missing",
      "tenants.0.slack.channels: is missing",
      'tenants.0: must not have "extra"',
      'the value: must not have "more"',
    ]);
    expect(problems({ principals: [], tenants: [] })).toEqual([
      "principals: must not be empty",
      "tenants: must not be empty",
    ]);
    expect(problems("{}")).toEqual(["principals: is missing", "tenants: is missing"]);
  });

  it.each([
    ["id: 42", "principals.0.id: must be text; put it in quotes"],
    ["name: true", "principals.0.name: must be text; put it in quotes"],
    ["groups: [2024]", "principals.0.groups.0: must be text; put it in quotes"],
    ["name: null", "principals.0.name: must be a string"],
    ["groups: finance", "principals.0.groups: must be a list"],
  ])("says of %s that YAML reads it as something else", (line, problem) => {
    const [name = ""] = line.split(":");
    const rest = ["id: ada", "name: Ada"].filter((each) => !each.startsWith(name)).join(", ");
    expect(
      problems(
        `{ principals: [{ ${line}, ${rest}, tenants: [acme], accounts: [] }], tenants: [{ id: acme }] }`,
      ),
    ).toEqual([problem]);
  });

  it("says that Discord's ids need quotes, since a number would lose digits", () => {
    const file = `{ principals: [{ id: a, name: A, tenants: [t], accounts: [] }], tenants: [{ id: t, discord: { guild: ${GUILD}, channels: [${CHANNEL}] } }] }`;
    expect(problems(file)).toEqual([
      'tenants.0.discord.guild: must be a Discord id in quotes, like "300000000000000001"',
      'tenants.0.discord.channels.0: must be a Discord id in quotes, like "300000000000000001"',
    ]);
  });

  it.each([
    ["slack:T0ACME/U0ADA", true],
    ["slack:E0GRID/W0ADA", true],
    [`discord:${"1".repeat(17)}`, true],
    [`discord:${"1".repeat(20)}`, true],
    [`discord:${"1".repeat(16)}`, false],
    [`discord:${"1".repeat(21)}`, false],
    ["slack:U0ADA", false],
    ["slack:T0ACME/C0FINANCE", false],
    ["slack:T0ACME/U0ADA ", false],
    ["slack:t0acme/u0ada", false],
    ["teams:x", false],
  ])("with the account %s is taken: %s", (account, ok) => {
    expect(person({ accounts: [account] }).length === 0).toBe(ok);
  });

  it.each([
    [
      { slack: { workspace: "ACME", channels: ["C0"] } },
      "tenants.0.slack.workspace: must be a team id like T0ACME",
    ],
    [
      { slack: { workspace: "T0ACME", channels: ["#finance"] } },
      "tenants.0.slack.channels.0: must be a channel id like C0FINANCE",
    ],
    [
      { slack: { workspace: "T0ACME", channels: [] } },
      "tenants.0.slack.channels: must not be empty",
    ],
    [{ discord: { guild: GUILD } }, "tenants.0.discord.channels: is missing"],
  ])("with the tenant %j is refused", (about, problem) => {
    expect(tenant(about)).toEqual([problem]);
  });

  it("bounds names: 200 characters pass", () => {
    expect(person({ name: "x".repeat(200) })).toEqual([]);
    expect(person({ name: "x".repeat(201) })).toEqual([
      "principals.0.name: must not be longer than 200 characters",
    ]);
  });

  it("names what is there twice, once each, and what points nowhere", () => {
    const [ada, bob] = ROSTER.principals;
    expect(
      problems({
        principals: [ada, ada, ada, { ...bob, tenants: ["acme", "acmee"] }],
        tenants: [ROSTER.tenants[0], ROSTER.tenants[0]],
      }),
    ).toEqual([
      "principals: id ada is named twice",
      "principals: account slack:T0ACME/U0ADA is named twice, by ada",
      `principals: account discord:${PERSON} is named twice, by ada`,
      "tenants: id acme is named twice",
      "principals: bob names tenant acmee, which tenants does not list",
    ]);
  });

  it("tells mistakes in spelling and contradictions in one go", () => {
    const [ada, bob] = ROSTER.principals;
    expect(
      problems({
        principals: [ada, { ...ada, name: "" }, { ...bob, tenants: ["acmee"], extra: 1 }, 7],
        tenants: [
          { id: "acme", slack: { workspace: "T0ACME", channels: ["C0A", "C0A", "#b", "#b"] } },
          { id: "acme", slack: { channels: [] } },
        ],
      }),
    ).toEqual([
      "principals.1.name: must not be empty",
      'principals.2: must not have "extra"',
      "principals.3: must be an object",
      "tenants.0.slack.channels.2: must be a channel id like C0FINANCE",
      "tenants.0.slack.channels.3: must be a channel id like C0FINANCE",
      "tenants.1.slack.workspace: is missing",
      "tenants.1.slack.channels: must not be empty",
      "principals: id ada is named twice",
      "principals: account slack:T0ACME/U0ADA is named twice, by ada",
      `principals: account discord:${PERSON} is named twice, by ada`,
      "tenants: id acme is named twice",
      "principals: bob names tenant acmee, which tenants does not list",
      "tenants: acme names channel slack:T0ACME/C0A twice",
    ]);
  });

  it("says nothing of a tenant that is not listed while an id cannot be read, which may be it", () => {
    const [ada] = ROSTER.principals;
    expect(problems({ principals: [ada], tenants: [{ id: "ac me" }] })).toEqual([
      "tenants.0.id: must have 1 to 128 of A-Z a-z 0-9 . _ ~ -, like acme",
    ]);
    expect(problems({ principals: [ada], tenants: "acme" })).toEqual(["tenants: must be a list"]);
  });

  it("is one reading: what contradicts itself is never taken", () => {
    const [ada] = ROSTER.principals;
    const file = { principals: [ada], tenants: [ROSTER.tenants[0], { ...ROSTER.tenants[0] }] };
    expect(parseRoster(JSON.stringify(file)).ok).toBe(false);
  });

  it("cannot smuggle anything in under odd names", () => {
    const text = JSON.stringify(ROSTER).replace(
      '"id":"ada"',
      '"id":"ada","__proto__":{"scopes":["x"]}',
    );
    expect(problems(text)).toEqual(['principals.0: must not have "__proto__"']);
    expect(problems(`<<: { a: 1 }\n${JSON.stringify(ROSTER)}`)).not.toEqual([]);
  });

  it("may list thousands of people", () => {
    const principals = Array.from({ length: 2_000 }, (_, index) => ({
      id: `p${index}`,
      name: "P",
      tenants: ["acme"],
      accounts: [`slack:T0ACME/U${index}`],
    }));
    expect(problems({ ...ROSTER, principals })).toEqual([]);
  });
});
