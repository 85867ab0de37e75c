import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { approvals, button, call, row, stage, type Stage } from "./harness.ts";

let discord: Stage;

beforeAll(async () => {
  discord = await stage();
});

afterAll(() => discord.close());

const message = "resources/message";
const reference = "components/reference";
const x = (length: number, of = "x") => of.repeat(length);
const many = <Item>(length: number, make: (index: number) => Item) =>
  Array.from({ length }, (_, index) => make(index));
const buttons = (length: number) => many(length, (index) => button(`b${index}`));
const rows = (length: number) => many(length, (index) => row(button(`r${index}`)));
const options = (length: number) =>
  many(length, (index) => ({ label: `o${index}`, value: `v${index}` }));
const select = (more: object = {}) => ({ type: 3, custom_id: "s", options: options(2), ...more });
const embedOf = (embed: object) => ({ embeds: [embed] });
const field = (more: object = {}) => ({ name: "n", value: "v", ...more });
const texts = (count: number, length: number) =>
  many(count, () => ({ type: 10, content: x(length) }));
const v2 = (...components: object[]) => ({ flags: 1 << 15, components });

/** Per row: the rule, where it stands in Discord's documentation, what passes, what does not. */
const messages: readonly (readonly [
  rule: string,
  source: string,
  within: object,
  beyond: object,
])[] = [
  ["content has up to 2000 characters", message, { content: x(2000) }, { content: x(2001) }],
  [
    "characters are code points",
    "discord-api-docs#1315",
    { content: x(2000, "🦞") },
    { content: x(2001, "🦞") },
  ],
  [
    "up to 10 embeds",
    message,
    { embeds: many(10, () => ({ title: "t" })) },
    { embeds: many(11, () => ({ title: "t" })) },
  ],
  [
    "6000 characters over all embeds",
    message,
    { embeds: [{ description: x(3000) }, { description: x(3000) }] },
    { embeds: [{ description: x(3001) }, { description: x(3000) }] },
  ],
  ["an embed title of 256", message, embedOf({ title: x(256) }), embedOf({ title: x(257) })],
  [
    "embed texts are measured trimmed",
    message,
    embedOf({ title: `${x(256)}   ` }),
    embedOf({ title: `${x(257)}   ` }),
  ],
  [
    "an embed description of 4096",
    message,
    embedOf({ description: x(4096) }),
    embedOf({ description: x(4097) }),
  ],
  [
    "25 embed fields",
    message,
    embedOf({ fields: many(25, () => field()) }),
    embedOf({ fields: many(26, () => field()) }),
  ],
  [
    "a field name of 256",
    message,
    embedOf({ fields: [field({ name: x(256) })] }),
    embedOf({ fields: [field({ name: x(257) })] }),
  ],
  [
    "a field value of 1024",
    message,
    embedOf({ fields: [field({ value: x(1024) })] }),
    embedOf({ fields: [field({ value: x(1025) })] }),
  ],
  [
    "a field value that is not empty",
    message,
    embedOf({ fields: [field({ value: "v" })] }),
    embedOf({ fields: [field({ value: " " })] }),
  ],
  [
    "an embed footer of 2048",
    message,
    embedOf({ footer: { text: x(2048) } }),
    embedOf({ footer: { text: x(2049) } }),
  ],
  [
    "an embed author of 256",
    message,
    embedOf({ author: { name: x(256) } }),
    embedOf({ author: { name: x(257) } }),
  ],
  ["an embed that shows something", message, embedOf({ title: "t" }), embedOf({ color: 1 })],
  ["five action rows", reference, { components: rows(5) }, { components: rows(6) }],
  [
    "five buttons in a row",
    reference,
    { components: [row(...buttons(5))] },
    { components: [row(...buttons(6))] },
  ],
  [
    "a select alone in its row",
    reference,
    { components: [row(select())] },
    { components: [row(select(), button("b"))] },
  ],
  [
    "a custom_id of 100",
    reference,
    { components: [row(button(x(100)))] },
    { components: [row(button(x(101)))] },
  ],
  [
    "a custom_id that is not empty",
    reference,
    { components: [row(button("a"))] },
    { components: [row(button(""))] },
  ],
  [
    "custom_ids used once",
    reference,
    { components: [row(button("a")), row(button("b"))] },
    { components: [row(button("a")), row(button("a"))] },
  ],
  [
    "a button label of 80",
    reference,
    { components: [row(button("a", { label: x(80) }))] },
    { components: [row(button("a", { label: x(81) }))] },
  ],
  [
    "a button with a label or an emoji",
    reference,
    { components: [row(button("a", { label: "", emoji: { name: "🔥" } }))] },
    { components: [row(button("a", { label: "" }))] },
  ],
  [
    "a link button without custom_id",
    reference,
    { components: [row({ type: 2, style: 5, label: "l", url: "https://a.b" })] },
    { components: [row({ type: 2, style: 5, label: "l", url: "https://a.b", custom_id: "c" })] },
  ],
  [
    "a button address of 512",
    reference,
    { components: [row({ type: 2, style: 5, label: "l", url: `https://${x(504)}` })] },
    { components: [row({ type: 2, style: 5, label: "l", url: `https://${x(505)}` })] },
  ],
  [
    "25 options",
    reference,
    { components: [row(select({ options: options(25) }))] },
    { components: [row(select({ options: options(26) }))] },
  ],
  [
    "option values used once",
    reference,
    { components: [row(select({ options: options(2) }))] },
    { components: [row(select({ options: [...options(1), ...options(1)] }))] },
  ],
  [
    "an option label of 100",
    reference,
    { components: [row(select({ options: [{ label: x(100), value: "v" }] }))] },
    { components: [row(select({ options: [{ label: x(101), value: "v" }] }))] },
  ],
  [
    "a placeholder of 150",
    reference,
    { components: [row(select({ placeholder: x(150) }))] },
    { components: [row(select({ placeholder: x(151) }))] },
  ],
  [
    "min_values up to max_values",
    reference,
    { components: [row(select({ min_values: 2, max_values: 2 }))] },
    { components: [row(select({ min_values: 2, max_values: 1 }))] },
  ],
  [
    "the newer components only with their flag",
    reference,
    v2({ type: 10, content: "t" }),
    { content: "c", components: [{ type: 10, content: "t" }] },
  ],
  [
    "no content beside the newer components",
    reference,
    v2({ type: 10, content: "t" }),
    { ...v2({ type: 10, content: "t" }), content: "c" },
  ],
  [
    "4000 characters over all text displays",
    "discord-api-docs#8562",
    v2(...texts(2, 2000)),
    v2(...texts(2, 2000), ...texts(1, 1)),
  ],
  [
    "40 components, nested ones counted",
    reference,
    v2({ type: 17, components: texts(39, 1) }),
    v2({ type: 17, components: texts(40, 1) }),
  ],
  [
    "three texts in a section",
    reference,
    v2({ type: 9, components: texts(3, 1), accessory: button("a") }),
    v2({ type: 9, components: texts(4, 1), accessory: button("a") }),
  ],
  [
    "100 mentioned people",
    message,
    { content: "c", allowed_mentions: { users: many(100, String) } },
    { content: "c", allowed_mentions: { users: many(101, String) } },
  ],
  [
    "either parse or a list",
    message,
    { content: "c", allowed_mentions: { parse: ["users"], users: [] } },
    { content: "c", allowed_mentions: { parse: ["users"], users: ["1"] } },
  ],
  ["a nonce of 25", message, { content: "c", nonce: x(25) }, { content: "c", nonce: x(26) }],
  [
    "no private messages by the channel route",
    message,
    { content: "c", flags: 4 },
    { content: "c", flags: 64 },
  ],
];

const withContent = (body: object) =>
  "components" in body && !("flags" in body) && !("content" in body)
    ? { content: "c", ...body }
    : body;

describe("a message", () => {
  it.each(messages)("keeps to %s (Discord docs, %s)", async (_rule, _source, within, beyond) => {
    const path = `/channels/${approvals}/messages`;
    const fits = await call(discord, "POST", path, withContent(within));
    expect([fits.status, fits.body["errors"]]).toEqual([200, undefined]);
    const refused = await call(discord, "POST", path, withContent(beyond));
    expect([refused.status, refused.code]).toEqual([400, 50_035]);
    expect(refused.body["errors"]).toBeTypeOf("object");
  });

  it("that says nothing is refused with its own code", async () => {
    for (const body of [{}, { content: "  " }, { embeds: [], components: [] }]) {
      const answer = await call(discord, "POST", `/channels/${approvals}/messages`, body);
      expect([answer.status, answer.code]).toEqual([400, 50_006]);
    }
  });

  it("is told where in the body it went wrong", async () => {
    const body = { content: "c", components: [row(button("a"), button(x(101)))] };
    const answer = await call(discord, "POST", `/channels/${approvals}/messages`, body);
    expect(answer.body).toEqual({
      message: "Invalid Form Body",
      code: 50_035,
      errors: {
        components: {
          0: {
            components: {
              1: {
                custom_id: {
                  _errors: [
                    {
                      code: "BASE_TYPE_BAD_LENGTH",
                      message: "Must be between 1 and 100 in length.",
                    },
                  ],
                },
              },
            },
          },
        },
      },
    });
  });

  it("with half a surrogate pair makes the server fail, as it was reported of Discord", async () => {
    const body = { content: "c", components: [row(button("a\ud800"))] };
    const answer = await call(discord, "POST", `/channels/${approvals}/messages`, body);
    expect(answer.status).toBe(500);
  });
});

const label = (component: object, more: object = {}) => ({
  type: 18,
  label: "L",
  component,
  ...more,
});
const input = (more: object = {}) => ({ type: 4, custom_id: "t", style: 2, ...more });
const labels = (count: number) => many(count, (index) => label(input({ custom_id: `t${index}` })));
const responding = "interactions/receiving-and-responding";
const group = (type: number, count: number) =>
  label({ type, custom_id: "g", options: options(count) });

const chosen = (count: number) =>
  options(4).map((option, index) => ({ ...option, default: index < count }));
const range = (least: number, most: number) => ({ min_values: least, max_values: most });
const optional = { type: 22, min_values: 0, options: options(2) };
const labelled = (length: number) => options(2).map((option) => ({ ...option, label: x(length) }));

const modals: readonly (readonly [rule: string, source: string, within: object, beyond: object])[] =
  [
    ["a title of 45", responding, { title: x(45) }, { title: x(46) }],
    ["a custom_id of 100", responding, { custom_id: x(100) }, { custom_id: x(101) }],
    ["five components", responding, { components: labels(5) }, { components: labels(6) }],
    ["at least one component", responding, { components: labels(1) }, { components: [] }],
    [
      "a label of 45",
      reference,
      { components: [label(input(), { label: x(45) })] },
      { components: [label(input(), { label: x(46) })] },
    ],
    [
      "a label description of 100",
      reference,
      { components: [label(input(), { description: x(100) })] },
      { components: [label(input(), { description: x(101) })] },
    ],
    [
      "an input that is labelled once",
      reference,
      { components: [label(input())] },
      { components: [label(input({ label: "again" }))] },
    ],
    [
      "an input in a row with its own label",
      reference,
      { components: [row(input({ label: "l" }))] },
      { components: [row(input())] },
    ],
    [
      "one input in a row",
      reference,
      { components: [row(input({ label: "l" }))] },
      { components: [row(input({ label: "l" }), input({ label: "l", custom_id: "u" }))] },
    ],
    [
      "a prefilled value of 4000",
      reference,
      { components: [label(input({ value: x(4000) }))] },
      { components: [label(input({ value: x(4001) }))] },
    ],
    [
      "an input placeholder of 100",
      reference,
      { components: [label(input({ placeholder: x(100) }))] },
      { components: [label(input({ placeholder: x(101) }))] },
    ],
    [
      "a max_length of 4000",
      reference,
      { components: [label(input({ max_length: 4000 }))] },
      { components: [label(input({ max_length: 4001 }))] },
    ],
    [
      "nothing disabled",
      reference,
      { components: [label(select())] },
      { components: [label(select({ disabled: true }))] },
    ],
    [
      "no choice needed only when not required",
      reference,
      { components: [label(select({ min_values: 0, required: false }))] },
      { components: [label(select({ min_values: 0 }))] },
    ],
    [
      "two to ten radio options",
      reference,
      { components: [group(21, 10)] },
      { components: [group(21, 11)] },
    ],
    [
      "more than one radio option",
      reference,
      { components: [group(21, 2)] },
      { components: [group(21, 1)] },
    ],
    ["ten checkboxes", reference, { components: [group(22, 10)] }, { components: [group(22, 11)] }],
    [
      "one radio option that is chosen at first",
      reference,
      { components: [label({ type: 21, custom_id: "g", options: chosen(1) })] },
      { components: [label({ type: 21, custom_id: "g", options: chosen(2) })] },
    ],
    [
      "as many checkboxes that are ticked at first as may be",
      reference,
      { components: [label({ type: 22, custom_id: "g", max_values: 2, options: chosen(2) })] },
      { components: [label({ type: 22, custom_id: "g", max_values: 2, options: chosen(3) })] },
    ],
    [
      "ten of a group of checkboxes at most",
      reference,
      { components: [label({ type: 22, custom_id: "g", max_values: 10, options: options(10) })] },
      { components: [label({ type: 22, custom_id: "g", max_values: 11, options: options(10) })] },
    ],
    [
      "no more checkboxes needed than allowed",
      reference,
      { components: [label({ type: 22, custom_id: "g", ...range(2, 2), options: options(3) })] },
      { components: [label({ type: 22, custom_id: "g", ...range(3, 2), options: options(3) })] },
    ],
    [
      "no checkbox needed only when not required",
      reference,
      { components: [label({ ...optional, custom_id: "g", required: false })] },
      { components: [label({ ...optional, custom_id: "g" })] },
    ],
    [
      "a text of 100 in an option of a group",
      reference,
      { components: [label({ type: 21, custom_id: "g", options: labelled(100) })] },
      { components: [label({ type: 21, custom_id: "g", options: labelled(101) })] },
    ],
    [
      "options of a group with values of their own",
      reference,
      { components: [group(21, 2)] },
      {
        components: [label({ type: 21, custom_id: "g", options: [...options(1), ...options(1)] })],
      },
    ],
    [
      "a select of 25 options",
      reference,
      { components: [label(select({ options: options(25) }))] },
      { components: [label(select({ options: options(26) }))] },
    ],
    [
      "a value no longer than its own max_length",
      reference,
      { components: [label(input({ max_length: 3, value: x(3) }))] },
      { components: [label(input({ max_length: 3, value: x(4) }))] },
    ],
    [
      "a min_length no greater than the max_length",
      reference,
      { components: [label(input({ min_length: 3, max_length: 3 }))] },
      { components: [label(input({ min_length: 4, max_length: 3 }))] },
    ],
    [
      "inputs with names of their own",
      reference,
      { components: labels(2) },
      { components: [...labels(1), ...labels(1)] },
    ],
    [
      "a single checkbox that nobody has to tick",
      reference,
      { components: [label({ type: 23, custom_id: "g" })] },
      { components: [label({ type: 23, custom_id: "g", required: true })] },
    ],
    [
      "a text display of 4000",
      reference,
      { components: texts(1, 4000) },
      { components: texts(1, 4001) },
    ],
    [
      "a text display of at least one character",
      reference,
      { components: texts(1, 1) },
      { components: texts(1, 0) },
    ],
    ["no buttons", reference, { components: labels(1) }, { components: [row(button("b"))] }],
  ];

describe("a modal", () => {
  it.each(modals)("keeps to %s (Discord docs, %s)", async (_rule, _source, within, beyond) => {
    const card = await call(discord, "POST", `/channels/${approvals}/messages`, {
      content: "c",
      components: [row(button("open"))],
    });
    const press = { place: approvals, message: String(card.body["id"]), action: "open" };
    const pressed = discord.people("419328826540429318").press(press);
    const { id, token } = discord.stored.interactions().at(-1) ?? { id: "", token: "" };
    const path = `/interactions/${id}/${token}/callback`;
    const modal = { custom_id: "m", title: "T", components: labels(1) };
    const refused = await call(discord, "POST", path, { type: 9, data: { ...modal, ...beyond } });
    expect([refused.status, refused.code]).toEqual([400, 50_035]);
    // A refused answer is no answer: the interaction is still open.
    const fits = await call(discord, "POST", path, { type: 9, data: { ...modal, ...within } });
    expect([fits.status, fits.body["errors"]]).toEqual([204, undefined]);
    expect((await pressed).ok).toBe(true);
  });
});

const naming = "interactions/application-commands";
const command = (more: object = {}) => ({ name: "pending", description: "d", ...more });
const option = (more: object = {}) => ({ type: 3, name: "o", description: "d", ...more });

const commands: readonly (readonly [
  rule: string,
  source: string,
  within: object,
  beyond: object,
])[] = [
  ["a name of 32", naming, command({ name: x(32) }), command({ name: x(33) })],
  ["a lower-case name", naming, command({ name: "löse-auf" }), command({ name: "Pending" })],
  ["a name without spaces", naming, command({ name: "a_b" }), command({ name: "a b" })],
  [
    "a description of 100",
    naming,
    command({ description: x(100) }),
    command({ description: x(101) }),
  ],
  [
    "25 options",
    naming,
    command({ options: many(25, (index) => option({ name: `o${index}` })) }),
    command({ options: many(26, (index) => option({ name: `o${index}` })) }),
  ],
  [
    "required options first",
    naming,
    command({ options: [option({ required: true }), option({ name: "p" })] }),
    command({ options: [option(), option({ name: "p", required: true })] }),
  ],
  [
    "25 choices",
    naming,
    command({
      options: [option({ choices: many(25, (index) => ({ name: `c${index}`, value: "v" })) })],
    }),
    command({
      options: [option({ choices: many(26, (index) => ({ name: `c${index}`, value: "v" })) })],
    }),
  ],
  [
    "either choices or autocomplete",
    naming,
    command({ options: [option({ autocomplete: true })] }),
    command({ options: [option({ autocomplete: true, choices: [{ name: "c", value: "v" }] })] }),
  ],
  [
    "8000 characters together",
    naming,
    command({
      name: "n",
      description: "d",
      options: many(25, (index) =>
        option({
          name: `${index}`.padStart(2, "0"),
          description: x(100),
          choices: many(2, () => ({ name: x(50), value: x(50) })),
        }),
      ),
    }),
    command({
      options: many(25, (index) =>
        option({
          name: `${index}`.padStart(2, "0"),
          description: x(100),
          choices: many(3, () => ({ name: x(50), value: x(50) })),
        }),
      ),
    }),
  ],
];

describe("a command", () => {
  it.each(commands)("keeps to %s (Discord docs, %s)", async (_rule, _source, within, beyond) => {
    const path = `/applications/${discord.applicationId}/commands`;
    expect((await call(discord, "PUT", path, [within])).status).toBe(200);
    const refused = await call(discord, "PUT", path, [beyond]);
    expect([refused.status, refused.code]).toEqual([400, 50_035]);
  });

  it("is one of at most 100 in a scope (Discord docs, interactions/application-commands)", async () => {
    const path = `/applications/${discord.applicationId}/commands`;
    const named = (length: number) => many(length, (index) => command({ name: `c${index}` }));
    expect((await call(discord, "PUT", path, named(100))).status).toBe(200);
    expect((await call(discord, "PUT", path, named(101))).code).toBe(30_032);
  });
});

const thread = (more: object = {}) => ({ name: "n", type: 11, ...more });
const channelDocs = "resources/channel";

const threads: readonly (readonly [
  rule: string,
  source: string,
  within: object,
  beyond: object,
])[] = [
  ["a name of 100", channelDocs, thread({ name: x(100) }), thread({ name: x(101) })],
  ["a name that is not empty", channelDocs, thread({ name: "n" }), thread({ name: "" })],
  [
    "one of four times to archive",
    channelDocs,
    thread({ auto_archive_duration: 1440 }),
    thread({ auto_archive_duration: 90 }),
  ],
  [
    "a slowmode of six hours",
    channelDocs,
    thread({ rate_limit_per_user: 21_600 }),
    thread({ rate_limit_per_user: 21_601 }),
  ],
];

describe("a thread", () => {
  it.each(threads)("keeps to %s (Discord docs, %s)", async (_rule, _source, within, beyond) => {
    const path = `/channels/${approvals}/threads`;
    expect((await call(discord, "POST", path, within)).status).toBe(201);
    const refused = await call(discord, "POST", path, beyond);
    expect([refused.status, refused.code]).toEqual([400, 50_035]);
  });
});
