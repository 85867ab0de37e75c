import { describe, expect, it } from "vitest";
import type { JsonObject } from "./json.ts";
import {
  actions,
  button,
  input,
  localSlack,
  markup,
  modal,
  opened,
  plain,
  post,
  section,
} from "./test-workspace.ts";

const x = (length: number) => "x".repeat(length);
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const option = (index: number, more: JsonObject = {}) => ({
  text: plain(`Option ${index}`),
  value: `v${index}`,
  ...more,
});
const select = (more: JsonObject = {}) => ({
  type: "static_select",
  action_id: "pick",
  options: [option(0)],
  ...more,
});

const characters = (limit: number) => `must be less than ${limit + 1} characters`;
const items = (limit: number) => `no more than ${limit} items allowed`;

interface Limit {
  what: string;
  limit: number;
  source: string;
  at: string;
  problem: string;
  blocks: (size: number) => JsonObject[];
}

// The numbers stand here once more, typed from their source, so that a slip in limits.ts is found.
const MESSAGE_LIMITS: Limit[] = [
  {
    what: "blocks of a message",
    limit: 50,
    source: "@slack/types 3.2.0",
    at: "/blocks",
    problem: items(50),
    blocks: (size) => times(size, () => ({ type: "divider" })),
  },
  {
    what: "a block_id",
    limit: 255,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/block_id",
    problem: characters(255),
    blocks: (size) => [{ ...section("a"), block_id: x(size) }],
  },
  {
    what: "an action_id",
    limit: 255,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/action_id",
    problem: characters(255),
    blocks: (size) => [actions(button(x(size)))],
  },
  {
    what: "a section's text",
    limit: 3_000,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/text/text",
    problem: characters(3_000),
    blocks: (size) => [section(x(size))],
  },
  {
    what: "a section's fields",
    limit: 10,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/fields",
    problem: items(10),
    blocks: (size) => [{ type: "section", fields: times(size, () => plain("a")) }],
  },
  {
    what: "a field's text",
    limit: 2_000,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/fields/0/text",
    problem: characters(2_000),
    blocks: (size) => [{ type: "section", fields: [markup(x(size))] }],
  },
  {
    what: "a header",
    limit: 150,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/text/text",
    problem: characters(150),
    blocks: (size) => [{ type: "header", text: plain(x(size)) }],
  },
  {
    what: "elements of an actions block",
    limit: 25,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements",
    problem: items(25),
    blocks: (size) => [actions(...times(size, (index) => button(`a${index}`)))],
  },
  {
    what: "elements of a context block",
    limit: 10,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements",
    problem: items(10),
    blocks: (size) => [{ type: "context", elements: times(size, () => plain("a")) }],
  },
  {
    what: "elements of a context_actions block",
    limit: 5,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements",
    problem: items(5),
    blocks: (size) => [
      {
        type: "context_actions",
        elements: times(size, (index) => ({
          type: "icon_button",
          action_id: `a${index}`,
          icon: "trash",
          text: plain("Delete"),
        })),
      },
    ],
  },
  {
    what: "a button's text",
    limit: 75,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/text/text",
    problem: characters(75),
    blocks: (size) => [actions(button("a", { text: plain(x(size)) }))],
  },
  {
    what: "a button's value",
    limit: 2_000,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/value",
    problem: characters(2_000),
    blocks: (size) => [actions(button("a", { value: x(size) }))],
  },
  {
    what: "a button's url",
    limit: 3_000,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/url",
    problem: characters(3_000),
    blocks: (size) => [actions(button("a", { url: x(size) }))],
  },
  {
    what: "a button's accessibility_label",
    limit: 75,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/accessibility_label",
    problem: characters(75),
    blocks: (size) => [actions(button("a", { accessibility_label: x(size) }))],
  },
  ...(
    [
      ["title", 100],
      ["text", 300],
      ["confirm", 30],
      ["deny", 30],
    ] as const
  ).map(([part, limit]): Limit => ({
    what: `the ${part} of a confirmation`,
    limit,
    source: "@slack/types 3.2.0",
    at: `/blocks/0/elements/0/confirm/${part}/text`,
    problem: characters(limit),
    blocks: (size) => [
      actions(button("a", { confirm: { text: plain("Sure?"), [part]: plain(x(size)) } })),
    ],
  })),
  {
    what: "an option's text",
    limit: 75,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/options/0/text/text",
    problem: characters(75),
    blocks: (size) => [actions(select({ options: [option(0, { text: plain(x(size)) })] }))],
  },
  {
    what: "an option's value",
    limit: 150,
    source: "bolt-python#838",
    at: "/blocks/0/elements/0/options/0/value",
    problem: characters(150),
    blocks: (size) => [actions(select({ options: [option(0, { value: x(size) })] }))],
  },
  {
    what: "an option's description",
    limit: 75,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/options/0/description/text",
    problem: characters(75),
    blocks: (size) => [actions(select({ options: [option(0, { description: plain(x(size)) })] }))],
  },
  {
    what: "an overflow option's url",
    limit: 3_000,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/options/0/url",
    problem: characters(3_000),
    blocks: (size) => [
      actions({ type: "overflow", action_id: "more", options: [option(0, { url: x(size) })] }),
    ],
  },
  {
    what: "options of a select",
    limit: 100,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/options",
    problem: items(100),
    blocks: (size) => [actions(select({ options: times(size, (index) => option(index)) }))],
  },
  {
    what: "groups of a select",
    limit: 100,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/option_groups",
    problem: items(100),
    blocks: (size) => [
      actions({
        type: "static_select",
        option_groups: times(size, (index) => ({ label: plain("G"), options: [option(index)] })),
      }),
    ],
  },
  {
    what: "the label of a group",
    limit: 75,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/option_groups/0/label/text",
    problem: characters(75),
    blocks: (size) => [
      actions({
        type: "static_select",
        option_groups: [{ label: plain(x(size)), options: [option(0)] }],
      }),
    ],
  },
  ...(
    [
      ["checkboxes", 10, "@slack/types 3.2.0"],
      ["radio_buttons", 10, "slackblocks spec/limits.json"],
      ["overflow", 5, "slackblocks spec/limits.json"],
    ] as const
  ).map(([type, limit, source]): Limit => ({
    what: `options of ${type}`,
    limit,
    source,
    at: "/blocks/0/elements/0/options",
    problem: items(limit),
    blocks: (size) => [actions({ type, options: times(size, (index) => option(index)) })],
  })),
  {
    what: "a placeholder",
    limit: 150,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/elements/0/placeholder/text",
    problem: characters(150),
    blocks: (size) => [actions(select({ placeholder: plain(x(size)) }))],
  },
  {
    what: "an image's url",
    limit: 3_000,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/image_url",
    problem: characters(3_000),
    blocks: (size) => [{ type: "image", image_url: x(size), alt_text: "a" }],
  },
  {
    what: "an image's alt_text",
    limit: 2_000,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/alt_text",
    problem: characters(2_000),
    blocks: (size) => [{ type: "image", image_url: "https://a", alt_text: x(size) }],
  },
  {
    what: "an image's title",
    limit: 2_000,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/title/text",
    problem: characters(2_000),
    blocks: (size) => [
      { type: "image", image_url: "https://a", alt_text: "a", title: plain(x(size)) },
    ],
  },
  {
    what: "the markdown of a message",
    limit: 12_000,
    source: "@slack/types 3.2.0",
    at: "/blocks/1/text",
    problem: characters(12_000),
    blocks: (size) => [
      { type: "markdown", text: x(6_000) },
      { type: "markdown", text: x(size - 6_000) },
    ],
  },
  {
    what: "rows of a table",
    limit: 100,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/rows",
    problem: items(100),
    blocks: (size) => [
      { type: "table", rows: times(size, () => [{ type: "raw_text", text: "a" }]) },
    ],
  },
  {
    what: "columns of a table",
    limit: 20,
    source: "@slack/types 3.2.0",
    at: "/blocks/0/rows/0",
    problem: items(20),
    blocks: (size) => [
      { type: "table", rows: [times(size, () => ({ type: "raw_text", text: "a" }))] },
    ],
  },
];

describe("chat.postMessage takes blocks up to Slack's limits and not beyond", () => {
  it.each(MESSAGE_LIMITS)("$what: $limit ($source)", async ({ limit, at, problem, blocks }) => {
    const slack = await localSlack();
    expect((await post(slack, { blocks: blocks(limit) })).body).toMatchObject({ ok: true });

    const said = `${problem} [json-pointer:${at}]`;
    expect((await post(slack, { blocks: blocks(limit + 1) })).body).toEqual({
      ok: false,
      error: "invalid_blocks",
      errors: [said],
      response_metadata: { messages: [`[ERROR] ${said}`] },
    });
    expect(slack.stored.messages).toHaveLength(1);
  });
});

describe("chat.postMessage limits a message as a whole", () => {
  // bolt-js#2509, bolt-js#2867: not documented, seen by many.
  it.each([
    ["sections", 13_200, (size: number) => [section(x(size))]],
    [
      "sections beside rich_text",
      11_340,
      (size: number) => [
        section(x(size - 1)),
        {
          type: "rich_text",
          elements: [{ type: "rich_text_section", elements: [{ type: "text", text: "x" }] }],
        },
      ],
    ],
  ])("in the text of all its %s, to %i characters", async (_, limit, last) => {
    const slack = await localSlack();
    const filler = times(3, () => section(x(3_000)));
    const full = (size: number) => [...filler, ...splitSections(last, size - 9_000)];
    expect((await post(slack, { blocks: full(limit) })).body).toMatchObject({ ok: true });
    expect((await post(slack, { blocks: full(limit + 1) })).body).toEqual({
      ok: false,
      error: "msg_blocks_too_long",
    });
  });

  it("to 100 attachments (docs.slack.dev/methods/chat.postMessage)", async () => {
    const slack = await localSlack();
    const attachments = times(101, () => ({ text: "a" }));
    expect((await post(slack, { attachments: attachments.slice(1) })).body["ok"]).toBe(true);
    expect((await post(slack, { attachments })).body["error"]).toBe("too_many_attachments");
  });
});

/** Text of any length in sections that are each short enough. */
function splitSections(last: (size: number) => JsonObject[], size: number): JsonObject[] {
  return size > 2_000 ? [section(x(2_000)), ...splitSections(last, size - 2_000)] : last(size);
}

const VIEW_LIMITS: {
  what: string;
  limit: number;
  source: string;
  at: string;
  problem: string;
  view: (size: number) => JsonObject;
}[] = [
  {
    what: "blocks of a dialog",
    limit: 100,
    source: "@slack/types 3.2.0",
    at: "/view/blocks",
    problem: items(100),
    view: (size) => modal(times(size, () => ({ type: "divider" }))),
  },
  ...(["title", "submit", "close"] as const).map((part) => ({
    what: `a dialog's ${part}`,
    limit: 24,
    source: "python-slack-sdk",
    at: `/view/${part}/text`,
    problem: characters(24),
    view: (size: number) => modal([section("a")], { [part]: plain(x(size)) }),
  })),
  ...(
    [
      ["private_metadata", 3_000, "python-slack-sdk"],
      ["callback_id", 255, "@slack/types 3.2.0"],
      ["external_id", 255, "@slack/types 3.2.0"],
    ] as const
  ).map(([part, limit, source]) => ({
    what: `a dialog's ${part}`,
    limit,
    source,
    at: `/view/${part}`,
    problem: characters(limit),
    view: (size: number) => modal([section("a")], { [part]: x(size) }),
  })),
  ...(["label", "hint"] as const).map((part) => ({
    what: `an input's ${part}`,
    limit: 2_000,
    source: "@slack/types 3.2.0",
    at: `/view/blocks/0/${part}/text`,
    problem: characters(2_000),
    view: (size: number) =>
      modal([input({ type: "plain_text_input" }, { [part]: plain(x(size)) })]),
  })),
  ...(
    [
      ["min_length", "plain_text_input", 3_000],
      ["max_length", "plain_text_input", 3_000],
      ["max_files", "file_input", 10],
      ["max_lines", "rich_text_input", 100],
      ["min_lines", "rich_text_input", 100],
    ] as const
  ).map(([part, type, limit]) => ({
    what: `the ${part} of a ${type}`,
    limit,
    source: "@slack/types 3.2.0",
    at: `/view/blocks/0/element/${part}`,
    problem: `must be less than or equal to ${limit}`,
    view: (size: number) => modal([input({ type, [part]: size })]),
  })),
];

describe("views.open takes a dialog up to Slack's limits and not beyond", () => {
  it.each(VIEW_LIMITS)("$what: $limit ($source)", async ({ limit, at, problem, view }) => {
    const slack = await localSlack();
    expect((await opened(slack, view(limit))).body).toMatchObject({ ok: true });
    expect((await opened(slack, view(limit + 1))).body).toEqual({
      ok: false,
      error: "invalid_arguments",
      response_metadata: { messages: [`[ERROR] ${problem} [json-pointer:${at}]`] },
    });
  });

  it("a dialog's bytes: 250,000 (docs.slack.dev/methods/views.open)", async () => {
    const slack = await localSlack();
    const big = modal(times(99, () => section(x(2_600))));
    expect((await opened(slack, big)).body).toEqual({ ok: false, error: "view_too_large" });
    expect((await opened(slack, modal(times(99, () => section(x(2_400)))))).body["ok"]).toBe(true);
  });
});

const REFUSED: [string, JsonObject, string][] = [
  ["empty text", section(""), "must be more than 0 characters [json-pointer:/blocks/0/text/text]"],
  [
    "a property it does not know",
    { ...section("a"), colour: "red" },
    "invalid additional property: colour [json-pointer:/blocks/0]",
  ],
  [
    "a button that wants to be disabled (bolt-js#1891)",
    actions(button("a", { disabled: true })),
    "invalid additional property: disabled [json-pointer:/blocks/0/elements/0]",
  ],
  ["an unknown block", { type: "shout" }, "unsupported type: shout [json-pointer:/blocks/0/type]"],
  [
    "a header with mrkdwn",
    { type: "header", text: markup("*a*") },
    "unsupported type: mrkdwn [json-pointer:/blocks/0/text/type]",
  ],
  [
    "a text input outside an input block",
    actions({ type: "plain_text_input", action_id: "a" }),
    "unsupported type: plain_text_input [json-pointer:/blocks/0/elements/0/type]",
  ],
  [
    "another style than primary and danger",
    actions(button("a", { style: "warning" })),
    "must be a valid enum value [json-pointer:/blocks/0/elements/0/style]",
  ],
  [
    "an initial option that is not among the options",
    actions(select({ initial_option: option(7) })),
    "initial option must match one of the options [json-pointer:/blocks/0/elements/0/initial_option]",
  ],
  [
    "an action_id twice in a block",
    actions(button("a"), button("a")),
    "`action_id` a already exists [json-pointer:/blocks/0/elements/1/action_id]",
  ],
  [
    "a section without text and fields",
    { type: "section" },
    "missing required field: text or fields [json-pointer:/blocks/0]",
  ],
  [
    "a date in another format",
    actions({ type: "datepicker", initial_date: "24.12.2026" }),
    "must be a date in the format YYYY-MM-DD [json-pointer:/blocks/0/elements/0/initial_date]",
  ],
  [
    "a moment in milliseconds",
    actions({ type: "datetimepicker", initial_date_time: 1_760_000_000_000 }),
    "must be less than or equal to 9999999999 [json-pointer:/blocks/0/elements/0/initial_date_time]",
  ],
  [
    "a file_input, which stands only in dialogs",
    input({ type: "file_input" }),
    "unsupported type: file_input [json-pointer:/blocks/0/element/type]",
  ],
  [
    "a number_input that does not say whether it takes decimals",
    input({ type: "number_input" }),
    "missing required field: is_decimal_allowed [json-pointer:/blocks/0/element]",
  ],
];

it("A number_input's least may be its most, and not more (@slack/types 3.2.0).", async () => {
  const slack = await localSlack();
  const asks = (min_value: string) =>
    modal([input({ type: "number_input", is_decimal_allowed: true, min_value, max_value: "9.5" })]);
  expect((await opened(slack, asks("9.5"))).body["ok"]).toBe(true);
  expect((await opened(slack, asks("9.6"))).body).toMatchObject({
    response_metadata: {
      messages: [
        "[ERROR] must not be greater than max_value [json-pointer:/view/blocks/0/element/min_value]",
      ],
    },
  });
});

it("An action_id may stand again in another block.", async () => {
  const slack = await localSlack();
  const blocks = [actions(button("a")), actions(button("a"))];
  expect((await post(slack, { blocks })).body["ok"]).toBe(true);
});

describe("chat.postMessage refuses", () => {
  it.each(REFUSED)("%s", async (_, block, said) => {
    const slack = await localSlack();
    const { body } = await post(slack, { blocks: [block] });
    expect(body).toMatchObject({ ok: false, error: "invalid_blocks", errors: [said] });
  });

  it("a block_id twice in a message", async () => {
    const slack = await localSlack();
    const twice = { ...section("a"), block_id: "same" };
    expect((await post(slack, { blocks: [twice, twice] })).body["errors"]).toEqual([
      "`block_id` same already exists [json-pointer:/blocks/1/block_id]",
    ]);
  });

  it("blocks that are not JSON, with another error", async () => {
    const slack = await localSlack();
    expect((await post(slack, { blocks: "[{" })).body).toEqual({
      ok: false,
      error: "invalid_blocks_format",
    });
  });

  it("text that only grows too long when it is escaped", async () => {
    const slack = await localSlack();
    const header = (text: string) => [{ type: "header", text: plain(text) }];
    expect((await post(slack, { blocks: header(`${x(145)}&`) })).body["ok"]).toBe(true);
    expect((await post(slack, { blocks: header(`${x(146)}&`) })).body["ok"]).toBe(false);
  });
});

describe("views.open refuses", () => {
  it("a dialog that asks something and has no button to send it", async () => {
    const slack = await localSlack();
    const asks = modal([input({ type: "plain_text_input" })], { submit: undefined });
    expect((await opened(slack, asks)).body["response_metadata"]).toEqual({
      messages: [
        "[ERROR] missing required field: submit is required when an input is within blocks [json-pointer:/view]",
      ],
    });
  });

  it("two inputs that both want the focus", async () => {
    const slack = await localSlack();
    const wants = (id: string) =>
      input({ type: "plain_text_input", focus_on_load: true }, { block_id: id });
    expect((await opened(slack, modal([wants("a")]))).body["ok"]).toBe(true);
    expect((await opened(slack, modal([wants("a"), wants("b")]))).body["ok"]).toBe(false);
  });

  it("a dialog without a title", async () => {
    const slack = await localSlack();
    expect((await opened(slack, { type: "modal", blocks: [] })).body["response_metadata"]).toEqual({
      messages: ["[ERROR] missing required field: title [json-pointer:/view]"],
    });
  });
});
