import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characters } from "../../../src/core/characters.ts";
import type { Interrupt, Outcome } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import type { Payload } from "../../../src/core/payload.ts";
import { parseReference } from "../../../src/core/reference.ts";
import { artifactBlocks, type Block, isCut } from "../../../src/presentation/artifact.ts";
import { present } from "../../../src/presentation/card.ts";
import {
  kindWord,
  titleOf,
  whoInSentence,
  whoMayDecide,
} from "../../../src/presentation/naming.ts";
import { wholeOf } from "../../../src/presentation/whole.ts";
import { plainWords } from "../../../src/presentation/words.ts";
import {
  after,
  approval,
  DEADLINE_AT,
  interruptOf,
  KINDS,
  OUTCOMES,
  payloadOf,
  question,
  quorum,
  respond,
  voteOf,
} from "../core/samples.ts";
import { nameOf } from "../../support/names.ts";

const cardOf = (payload: Payload, more: Partial<Interrupt> = {}) =>
  present(interruptOf(payload, more), nameOf);
const labels = (payload: Payload, outcome?: Outcome) =>
  cardOf(payload, { outcome }).buttons.map(({ label }) => label);
const words = (card: ReturnType<typeof present>, part: "until" | "outcome") =>
  card[part] === undefined ? undefined : plainWords(card[part]);

describe("a card that waits", () => {
  it("says what is asked, by whom, until when and what happens then", () => {
    const payload = approval({ description: "For March.", approverGroupRefs: ["finance"] });
    const card = cardOf(payload, { deadlineAt: DEADLINE_AT, context: { agent: "invoice-agent" } });
    expect(card).toMatchObject({
      state: "waiting",
      stateWord: "Approval",
      title: "Settle invoice INV-42",
      from: "invoice-agent · run 0123456789ab…",
      body: [{ type: "text", text: "For March." }],
      foot: `May decide: finance group · ${card.digest}`,
      notice: undefined,
      outcome: undefined,
    });
    expect(words(card, "until")).toBe(
      "Until 2026-03-03T12:00:00.000Z (2026-03-03T12:00:00.000Z), then it counts as rejected",
    );
    expect(parseReference(card.reference)).toMatchObject({ partition: 7, shown: card.digest });
  });

  it("says that there is no deadline", () => {
    expect(words(cardOf(approval()), "until")).toBe("No deadline");
  });

  it("does not say that a question counts as rejected", () => {
    expect(words(cardOf(question(), { deadlineAt: DEADLINE_AT }), "until")).toMatch(
      /, then nobody can answer any more$/,
    );
  });

  it.each([
    [approval(), ["Accept", "Reject", "Accept with a comment"]],
    [approval({ actions: ["reject", "accept"] }), ["Accept", "Reject", "Accept with a comment"]],
    [approval({ actions: ["reject"] }), ["Reject"]],
    [approval({ actions: ["accept", "ask"] }), ["Accept", "Ask", "Accept with a comment"]],
    [
      quorum(3),
      ["Accept", "Edit and accept", "Send back", "Ask", "Reject", "Accept with a comment"],
    ],
    [question(), ["Answer"]],
    [payloadOf("conversation.exchange"), ["Answer"]],
    [{ ...payloadOf("custom"), resumeSchema: {} }, ["Answer"]],
    [payloadOf("low-confidence"), ["Go ahead", "Stop"]],
    [payloadOf("custom"), []],
    [payloadOf("conversation.start"), []],
    [payloadOf("external-event"), []],
    [
      approval({ description: "x\n".repeat(100) }),
      ["Accept", "Reject", "Accept with a comment", "Show all"],
    ],
    [payloadOf("custom", { payload: "x\n".repeat(100) }), ["Show all"]],
    [question("x ".repeat(2_000)), ["Answer", "Show all"]],
  ])("case %# has exactly the buttons that can be pressed", (payload, expected) => {
    expect(labels(payload)).toEqual(expected);
  });

  it.each([
    [payloadOf("external-event"), "It waits for another system, not for a person."],
    [payloadOf("conversation.start"), "There is nothing to answer: this is for you to know."],
    [
      payloadOf("custom"),
      "It cannot be answered here, since nothing says what an answer looks like. A program can answer it over HTTP.",
    ],
    [question(), undefined],
    [approval({ requiredApprovals: 3 }), undefined],
  ])("case %# says what cannot be done here", (payload, notice) => {
    expect(cardOf(payload).notice).toBe(notice);
  });

  it("says how a vote stands only where one voice is not enough", () => {
    expect(cardOf(approval()).votes).toBeUndefined();
    expect(cardOf(question()).votes).toBeUndefined();
    const votes = [voteOf("ada", "accept"), voteOf("grace", "reject")];
    const card = cardOf(quorum(3, { rejectionPolicy: "majority" }), { votes });
    expect(card.votes).toBe("1 of 3 approved · Ada\n1 rejected · Grace\n2 rejections decide");
    // The buttons stay while the quorum is open.
    expect(card.buttons).toHaveLength(6);
  });

  it("says what was asked back", () => {
    expect(cardOf(quorum(2)).exchanges).toBeUndefined();
    const open = interruptOf(quorum(2));
    const asked = after(open, respond(open, { action: "ask", question: "Why?" }));
    expect(present(asked, nameOf).exchanges).toBe("Ada Lovelace asked: “Why?”\nNo answer yet.");
  });

  it("asks its question in full, for the form", () => {
    const long = `Which ${"very ".repeat(100)}long evening?`;
    expect(cardOf(question(long)).question).toBe(long);
    expect(cardOf(question("\u200b")).question).toBe("(no title)");
    expect(cardOf(approval()).question).toBeUndefined();
  });

  it("names the agent, else the workflow, else the node, but never nothing", () => {
    const from = (context: Interrupt["context"]) => cardOf(approval(), { context }).from;
    expect(from({ agent: "a", workflowId: "w" })).toMatch(/^a · run /);
    expect(from({ workflowId: "w" })).toMatch(/^w · run /);
    expect(from({})).toMatch(/^gate · run /);
    expect(from({ agent: "\u200b", workflowId: " " })).toMatch(/^gate · run /);
    expect(from({ agent: "a\nDecided by Ada" })).toMatch(/^a Decided by Ada · run /);
    expect(from({ agent: "x".repeat(200) })).toMatch(/^x{79}… · run /);
  });
});

describe("a card of an agent that was not sure", () => {
  it.each([
    [true, "yes", "Going ahead", /^Told to go ahead by Ada/],
    [false, "no", "Stopped", /^Stopped by Ada/],
  ] as const)("says what %s means", (resumeValue, state, stateWord, sentence) => {
    const outcome = { ...OUTCOMES.answered, resumeValue };
    const card = cardOf(payloadOf("low-confidence"), { outcome });
    expect(card).toMatchObject({ state, stateWord });
    expect(words(card, "outcome")).toMatch(sentence);
  });
});

describe("a card after the end", () => {
  it.each([
    ["accepted", "yes", "Accepted", "Accepted by Ada Lovelace · 2 min after asking · from Discord"],
    ["rejected", "no", "Rejected", "Rejected by Ada Lovelace · 2 min after asking · from Slack"],
    [
      "answered",
      "yes",
      "Answered",
      "Answered by Ada Lovelace · 2 min after asking · from Slack\n“Friday”",
    ],
    [
      "refined",
      "back",
      "Sent back",
      "Sent back by Ada Lovelace · 2 min after asking · from Slack\n“Too long”\nSection: 2.1\nTag: tone",
    ],
    [
      "edited",
      "yes",
      "Accepted",
      "Edited and accepted by Ada Lovelace · 2 min after asking · over HTTP",
    ],
    [
      "overridden",
      "yes",
      "Accepted",
      "Accepted by Ada Lovelace alone, without the missing approvals · 2 min after asking · from Slack\n“The others are away”",
    ],
    ["noted", "told", "Approval", "For you to know; nothing waits for an answer."],
    [
      "expired",
      "over",
      "Expired",
      "Rejected: deadline passed, nobody decided · 2026-03-03T12:00:00.000Z",
    ],
    [
      "elsewhere",
      "over",
      "Decided elsewhere",
      "Decided elsewhere, not through this card · 2026-03-03T10:02:00.000Z",
    ],
    [
      "withdrawn",
      "over",
      "Withdrawn",
      "Withdrawn: the run was cancelled · 2026-03-03T10:02:00.000Z",
    ],
  ] as const)("as %s says so and has no button to decide", (name, state, stateWord, line) => {
    const card = cardOf(approval({ requiredApprovals: 1 }), {
      outcome: OUTCOMES[name],
      deadlineAt: DEADLINE_AT,
    });
    expect(card).toMatchObject({
      state,
      stateWord,
      buttons: [],
      until: undefined,
      notice: undefined,
    });
    expect(words(card, "outcome")).toBe(line);
    expect(card.title).toBe("Settle invoice INV-42");
  });

  it("of a question says that nobody answered", () => {
    expect(words(cardOf(question(), { outcome: OUTCOMES.expired }), "outcome")).toMatch(
      /^Expired: deadline passed, nobody answered · /,
    );
    expect(cardOf(question(), { outcome: OUTCOMES.answered }).question).toBeUndefined();
  });

  it("of a question that another program answered does not say that it was decided", () => {
    const card = cardOf(question(), { outcome: OUTCOMES.elsewhere });
    expect(card.stateWord).toBe("Answered elsewhere");
    expect(words(card, "outcome")).toMatch(/^Answered elsewhere, not through this card · /);
  });

  it("numbers answers as its questions are, in whatever order a program sent them", () => {
    const both = payloadOf("clarification", {
      questions: [
        { id: "b", question: "Which evening?" },
        { id: "a", question: "How many guests?" },
      ],
    });
    const resumeValue = { answers: { a: 24, b: "Friday" } };
    const line = words(cardOf(both, { outcome: { ...OUTCOMES.answered, resumeValue } }), "outcome");
    expect(line?.split("\n").slice(1)).toEqual(["1. Friday", "2. 24"]);
  });

  it("says of an edit without a change that nothing was changed, and not that it was edited", () => {
    const gate = quorum(2, { artifactData: { amount: 7 } });
    const votes = [voteOf("ada", "edit-accept"), voteOf("lin", "edit-accept")];
    const card = cardOf(gate, { votes, outcome: OUTCOMES.edited });
    expect(words(card, "outcome")).toMatch(
      /^Accepted by Ada and Lin, with nothing changed · 2 min after asking · /,
    );
    expect(card.body).toEqual([{ type: "fields", fields: [{ label: "amount", value: "7" }] }]);
  });

  it("shows what was accepted where that is not what was sent, below it", () => {
    const gate = approval({ artifactData: { amount: 9 } });
    const amount = (value: string) => ({ type: "fields", fields: [{ label: "amount", value }] });
    expect(cardOf(gate, { outcome: OUTCOMES.edited }).body).toEqual([
      amount("9"),
      { type: "ours", text: "Changed before it was accepted:" },
      { type: "code", language: "diff", text: "-amount: 9\n+amount: 7" },
    ]);
    for (const outcome of [OUTCOMES.accepted, OUTCOMES.rejected, OUTCOMES.expired]) {
      expect(cardOf(gate, { outcome }).body).toEqual([amount("9")]);
    }
  });

  it("names everybody whose votes decided, and says of a deadline that not enough had voted", () => {
    const votes = [voteOf("ada", "accept"), voteOf("grace", "accept"), voteOf("lin", "reject")];
    const line = (outcome: Outcome) => words(cardOf(quorum(2), { votes, outcome }), "outcome");
    expect(line(OUTCOMES.accepted)).toMatch(/^Accepted by Ada and Grace · /);
    // Whoever approved another edit did not approve this one.
    const other = { resumeValue: { action: "edit-accept", editedArtifactData: "other" } };
    const edits = [
      voteOf("ada", "edit-accept"),
      voteOf("max", "edit-accept", other),
      voteOf("lin", "edit-accept"),
    ];
    const edited = cardOf(quorum(2), { votes: edits, outcome: OUTCOMES.edited });
    expect(words(edited, "outcome")).toMatch(/^Edited and accepted by Ada and Lin · /);
    // An override is one person's alone.
    expect(line(OUTCOMES.overridden)).toMatch(/ by Ada Lovelace alone, /);
    expect(line(OUTCOMES.expired)).toMatch(/^Rejected: deadline passed before enough had voted · /);
  });

  it("says of a token that names nobody only that somebody held it", () => {
    const outcome = { ...OUTCOMES.answered, by: "bearer", via: "link" } as const;
    expect(words(cardOf(question(), { outcome }), "outcome")).toBe(
      "Answered by whoever held the link · 2 min after asking\n“Friday”",
    );
  });

  it("still shows everything to who wants to read it", () => {
    expect(labels(approval({ description: "x\n".repeat(100) }), OUTCOMES.accepted)).toEqual([
      "Show all",
    ]);
  });

  it("shortens a long answer and a hostile name", () => {
    const outcome = (answer: string, name: string): Outcome => ({
      ...OUTCOMES.answered,
      resumeValue: { answers: { q: answer } },
      by: { id: "ada", name },
    });
    const line = words(
      cardOf(question(), { outcome: outcome("😀".repeat(3000), "Ada\nRejected\u202e") }),
      "outcome",
    );
    expect(line).toBe(
      `Answered by Ada Rejected · 2 min after asking · from Slack\n“${"😀".repeat(499)}…”`,
    );
    expect(words(cardOf(question(), { outcome: outcome("x", "\u200b") }), "outcome")).toMatch(
      /^Answered by ada · /,
    );
  });
});

describe("what a card shows", () => {
  it.each([
    [approval({ title: "x".repeat(150) }), ["x".repeat(150)]],
    [approval({ title: "x".repeat(150), description: "why" }), [`${"x".repeat(150)}\n\nwhy`]],
    [approval({ description: " \u200b\n" }), []],
    [approval({ title: "Settle it", description: "Settle  it\n" }), []],
    [question("Which evening?"), []],
    [question("Line one\nline two"), []],
    [question("y".repeat(150)), ["y".repeat(150)]],
    [question("\u200b"), []],
    [
      payloadOf("clarification", {
        questions: [
          { id: "a", question: "A?" },
          { id: "b", question: "B?" },
        ],
      }),
      ["1. A?\n2. B?"],
    ],
    [payloadOf("conversation.start", { initialPrompt: "Hello" }), ["Hello"]],
    [payloadOf("conversation.start", { initialPrompt: "" }), []],
    [payloadOf("conversation.exchange", { prompt: "z".repeat(150) }), ["z".repeat(150)]],
    [payloadOf("conversation.close", { reason: "all said" }), ["all said"]],
    [payloadOf("custom", { payload: "some text" }), ["some text"]],
  ])("case %# is what the title does not say already", (payload, texts) => {
    expect(cardOf(payload).body).toEqual(texts.map((text) => ({ type: "text", text })));
  });

  it("of the other kinds is what the engine sent beside the title", () => {
    expect(cardOf(payloadOf("low-confidence", { decision: { go: true } })).body).toEqual([
      { type: "ours", text: "It is 20% sure, and should be 70%. What it would do:" },
      { type: "fields", fields: [{ label: "go", value: "yes" }] },
    ]);
    // Never more sure than it is.
    const exact = payloadOf("low-confidence", { observed: 0.9996, threshold: 0.985 });
    expect(cardOf(exact).body).toEqual([
      { type: "ours", text: "It is 99.9% sure, and should be 98.5%." },
    ]);
    expect(cardOf(payloadOf("external-event", { correlation: { order: 5 } })).body).toEqual([
      { type: "fields", fields: [{ label: "order", value: "5" }] },
    ]);
  });

  it("is bounded, whatever is asked", () => {
    const huge = "a\n".repeat(100_000);
    const payloads = [
      approval({ title: huge, description: huge, artifactData: huge }),
      approval({ artifactData: { a: { b: huge } } }),
      payloadOf("clarification", {
        questions: Array.from({ length: 1000 }, (_, index) => ({
          id: `q${index}`,
          question: huge.slice(0, 900),
        })),
      }),
    ];
    for (const payload of payloads) {
      const card = cardOf(payload);
      expect(isCut(card.body)).toBe(true);
      // 1,200 of prose, 1,500 of code, two lines of numbers.
      expect(characters(JSON.stringify(card.body))).toBeLessThan(3_500);
    }
  });
});

describe("an artifact", () => {
  const textOf = (block: Block | undefined) =>
    block !== undefined && "text" in block ? block.text : "";

  it.each<[Json, Block[]]>([
    [
      { a: 1, b: "x", c: null, d: true, e: "" },
      [
        {
          type: "fields",
          fields: [
            { label: "a", value: "1" },
            { label: "b", value: "x" },
            { label: "c", value: "(none)" },
            { label: "d", value: "yes" },
            { label: "e", value: "" },
          ],
        },
      ],
    ],
    [{}, [{ type: "code", text: "{}", language: "json" }]],
    [[], [{ type: "code", text: "[]", language: "json" }]],
    [null, [{ type: "code", text: "null", language: "json" }]],
    [0, [{ type: "code", text: "0", language: "json" }]],
    ["", []],
    ["\u200b\n", []],
    [
      { a: { b: 1 } },
      [{ type: "code", text: '{\n  "a": {\n    "b": 1\n  }\n}', language: "json" }],
    ],
    [{ "": 1 }, [{ type: "fields", fields: [{ label: "(no name)", value: "1" }] }]],
    [{ "\u202ea\nb": "c\u200b" }, [{ type: "fields", fields: [{ label: "a b", value: "c" }] }]],
  ])("case %# is shown by what it is", (artifact, blocks) => {
    expect(artifactBlocks("invoice", artifact)).toEqual(blocks);
  });

  it("is nothing where there is none", () => {
    expect(artifactBlocks("invoice", undefined)).toEqual([]);
  });

  it.each([
    ["git-diff", "code", "diff"],
    ["PATCH", "code", "diff"],
    ["sql", "code", ""],
    ["shell-script", "code", ""],
    ["letter", "text", undefined],
  ])("that is a text of the type %s is shown as %s", (type, shown, language) => {
    expect(artifactBlocks(type, "+a\n-b")).toEqual([
      { type: shown, text: "+a\n-b", ...(language === undefined ? {} : { language }) },
    ]);
    expect(artifactBlocks(type, " ")).toEqual([]);
  });

  it("shows eight flat members, and nine as code", () => {
    const of = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]));
    expect(artifactBlocks("x", of(8))[0]?.type).toBe("fields");
    expect(artifactBlocks("x", of(9))[0]?.type).toBe("code");
  });

  it.each([
    [{ a: "x".repeat(200) }, { a: "x".repeat(201) }],
    [{ a: "😀".repeat(200) }, { a: "😀".repeat(201) }],
    [{ ["n".repeat(60)]: 1 }, { ["n".repeat(61)]: 1 }],
    [{ a: "one line" }, { a: "two\nlines" }],
  ])("case %# is flat, and one more is not", (flat, code) => {
    expect(artifactBlocks("x", flat)[0]?.type).toBe("fields");
    expect(artifactBlocks("x", code)[0]?.type).toBe("code");
  });

  it("shows members of odd names", () => {
    const odd = JSON.parse('{"__proto__":1,"constructor":"x"}') as Json;
    expect(artifactBlocks("x", odd)).toEqual([
      {
        type: "fields",
        fields: [
          { label: "__proto__", value: "1" },
          { label: "constructor", value: "x" },
        ],
      },
    ]);
  });

  it("is cut with true numbers", () => {
    const [code, cut] = artifactBlocks(
      "code",
      Array.from({ length: 240 }, (_, index) => `${index}`).join("\n"),
    );
    expect(textOf(code).split("\n")).toHaveLength(24);
    expect(cut).toEqual({ type: "cut", text: "Showing 24 of 240 lines" });
    // A line's end at the very end begins no other line.
    expect(artifactBlocks("code", "x\n".repeat(1_112))[1]).toEqual({
      type: "cut",
      text: "Showing 24 of 1,112 lines",
    });
    expect(artifactBlocks("code", "x\n".repeat(24))).toHaveLength(1);
  });

  it("of rows that are alike is a table, where a phone has room for it", () => {
    const rows = [
      { item: "Paper", amount: 120 },
      { item: "Toner", amount: 40.5 },
    ];
    expect(artifactBlocks("order", rows)).toEqual([
      { type: "code", language: "", text: "item   amount\nPaper     120\nToner    40.5" },
    ]);
    const others: readonly Json[] = [
      [{ item: "Paper" }, { thing: "Toner" }],
      [{ item: "Paper" }, { item: "Toner", amount: 1 }],
      [{ item: ["Paper"] }],
      [{ item: "two\nlines" }],
      [{}],
      ["Paper"],
      [],
      // 39 characters, one more than fit.
      [{ item: "x".repeat(31), amount: 1 }],
      Array.from({ length: 501 }, () => ({ item: 1 })),
    ];
    for (const other of others) {
      expect(artifactBlocks("order", other)[0]).toMatchObject({ type: "code", language: "json" });
    }
    expect(artifactBlocks("order", [{ item: "x".repeat(30), amount: 1 }])[0]).toMatchObject({
      language: "",
    });
    expect(artifactBlocks("text/csv", "a,b\n1,2")[0]).toMatchObject({ type: "code" });
  });

  it("is handed out whole as it is", () => {
    const gate = approval({
      title: "Deploy",
      description: " why ",
      artifactType: "patch",
      artifactData: "a\r\n\u200b",
    });
    expect(wholeOf(interruptOf(gate))).toEqual([
      { name: "description.txt", text: " why " },
      { name: "artifact.diff", text: "a\r\n\u200b" },
    ]);
    const object = approval({ title: "Deploy", artifactData: { a: [1] } });
    expect(wholeOf(interruptOf(object))[0]).toEqual({
      name: "artifact.json",
      text: '{\n  "a": [\n    1\n  ]\n}',
    });
  });

  it.each((Object.keys(KINDS) as Payload["kind"][]).map((kind) => [kind]))(
    "and what %s says is named so that it can be saved as a file",
    (kind) => {
      for (const { name, text } of wholeOf(interruptOf(payloadOf(kind)))) {
        expect(name).toMatch(/^[a-z]+[.](?:txt|json|diff)$/);
        expect(text).not.toBe("");
      }
    },
  );
});

describe("names on a card", () => {
  it.each((Object.keys(KINDS) as Payload["kind"][]).map((kind) => [kind]))(
    "of the kind %s are there",
    (kind) => {
      expect(titleOf(payloadOf(kind))).not.toBe("");
      expect(kindWord(payloadOf(kind))).toMatch(/^[A-Z][a-z ]+$/);
      expect(cardOf(payloadOf(kind)).title).toBe(titleOf(payloadOf(kind)));
    },
  );

  it.each([
    [payloadOf("external-event", { eventType: "" }), "(no title)"],
    [payloadOf("conversation.start", { title: "Talk" }), "Talk"],
    [payloadOf("conversation.start", { title: "" }), "(no title)"],
    [payloadOf("low-confidence"), "agent is not sure"],
    [approval({ title: "\u200b\u200d" }), "(no title)"],
    [approval({ title: "Pay\r\nAccepted by Ada" }), "Pay Accepted by Ada"],
    [approval({ title: "x".repeat(120) }), "x".repeat(120)],
    [approval({ title: "x".repeat(121) }), `${"x".repeat(119)}…`],
    [approval({ title: "😀".repeat(121) }), `${"😀".repeat(119)}…`],
  ])("case %# make one line that is seen", (payload, title) => {
    expect(titleOf(payload)).toBe(title);
  });

  const many = (count: number, length = 1) =>
    Array.from({ length: count }, (_, index) => `p${index}`.padEnd(length, "x"));

  it.each([
    [{}, "anyone on the roster", "anyone on the roster"],
    [
      { approversList: ["ada"], approverGroupRefs: ["finance"], approverRoleRefs: ["cfo"] },
      "Ada Lovelace, finance group, cfo role",
      "Ada Lovelace, the finance group and the cfo role",
    ],
    [
      { approversList: ["ada", "grace"] },
      "Ada Lovelace, Grace Hopper",
      "Ada Lovelace and Grace Hopper",
    ],
    // Whoever is not known is called what the engine calls them, so that an odd name is seen.
    [{ approversList: ["ada", "ada", "ada\u200b"] }, "Ada Lovelace, ada", "Ada Lovelace and ada"],
    [{ approversList: ["\u200b"] }, "(no name)", "(no name)"],
    [{ approversList: many(6) }, "p0, p1, p2, p3, p4, p5", "p0, p1, p2, p3, p4 and p5"],
    [
      { approversList: many(7) },
      "p0, p1, p2, p3, p4, p5 and 1 more",
      "p0, p1, p2, p3, p4, p5 and 1 more",
    ],
    [
      { approversList: many(1000) },
      "p0, p1, p2, p3, p4, p5 and 994 more",
      "p0, p1, p2, p3, p4, p5 and 994 more",
    ],
  ])("case %# say who may decide, in a list and in a sentence", (data, listed, told) => {
    expect(whoMayDecide(interruptOf(approval(data)), nameOf)).toBe(listed);
    expect(whoInSentence(interruptOf(approval(data)), nameOf)).toBe(told);
  });

  it("ask the roster of the interrupt's own tenant what somebody is called", () => {
    const asked = interruptOf(approval({ approversList: ["ada"] }));
    expect(whoMayDecide(asked, (tenant, id) => `${id} of ${tenant}`)).toBe("ada of acme");
    expect(whoMayDecide(asked, () => "\u200b")).toBe("ada");
    expect(whoMayDecide(asked, () => "Ada\nRejected by Eve")).toBe("Ada Rejected by Eve");
  });

  it("leaves who may decide out once nobody can", () => {
    for (const outcome of Object.values(OUTCOMES)) {
      const card = cardOf(approval({ approversList: ["ada"] }), { outcome });
      expect(card.foot).toBe(card.digest);
    }
    expect(cardOf(question()).foot).toMatch(/^May answer: anyone on the roster · [0-9a-f]{12}$/);
    const waits = cardOf(payloadOf("external-event"));
    expect(waits.foot).toBe(waits.digest);
  });

  it("count everybody who is not named, however long the names are", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 3, max: 300 }),
        (count, length) => {
          const asked = interruptOf(approval({ approversList: many(count, length) }));
          const who = whoMayDecide(asked, nameOf);
          expect(characters(who)).toBeLessThanOrEqual(200);
          const [, left = "0"] = / and (\d+) more$/.exec(who) ?? [];
          const shown = who.replace(/ and \d+ more$/, "").split(", ");
          expect(shown.length + Number(left)).toBe(count);
        },
      ),
    );
  });
});
