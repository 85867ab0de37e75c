import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/json.ts";
import { type Payload, payloadSchema } from "../../../src/core/payload.ts";
import { readPayload } from "../../../src/core/raised.ts";
import { KINDS } from "./samples.ts";

type Kind = Payload["kind"];
const ALL = Object.keys(KINDS) as Kind[];

/** What is wrong with a payload, in words; empty when nothing is. */
function problems(given: unknown): readonly string[] {
  const raised = readPayload(given as Json);
  return raised.ok ? [] : raised.problems;
}

const payload = (kind: Kind, data: Record<string, Json> = {}, root: Record<string, Json> = {}) => ({
  kind,
  key: "k",
  data: { ...KINDS[kind], ...data },
  ...root,
});

const without = (kind: Kind, member: string) => ({
  kind,
  key: "k",
  data: Object.fromEntries(Object.entries(KINDS[kind]).filter(([name]) => name !== member)),
});

describe("a payload", () => {
  it.each(ALL)("of the kind %s is taken as it is, and closed at both levels", (kind) => {
    const value = payload(kind, {}, { timeoutMs: 5, resumeSchema: { type: "object" } });
    expect(payloadSchema.parse(value)).toEqual(value);
    expect(problems({ ...value, runId: "acme/x" })).toEqual(['payload: must not have "runId"']);
    expect(problems(payload(kind, { extra: 1 }))).toEqual(['payload.data: must not have "extra"']);
    expect(problems({ ...value, data: undefined })).toEqual(["payload.data: is missing"]);
  });

  it.each(ALL.flatMap((kind) => Object.keys(KINDS[kind]).map((member) => [kind, member] as const)))(
    "of the kind %s needs %s",
    (kind, member) => {
      const [problem, ...others] = problems(without(kind, member));
      expect(others).toEqual([]);
      expect(problem).toMatch(
        new RegExp(`^payload\\.data\\.${member}: (is missing|must be an object)$`),
      );
    },
  );

  it.each(ALL)("of the kind %s does not take the data of another kind", (kind) => {
    for (const other of ALL.filter((each) => each !== kind)) {
      // Those differ in optional members only.
      if (kind.startsWith("conversation") && other.startsWith("conversation")) continue;
      expect(problems({ kind, key: "k", data: KINDS[other] }), other).not.toEqual([]);
    }
  });

  it.each([undefined, null, "credential", "APPROVAL", "approval ", 1, "__proto__", "constructor"])(
    "of the kind %j is refused, and the kinds are named",
    (kind) => {
      expect(problems({ kind, key: "k", data: {} })).toEqual([
        `payload.kind: must be one of ${ALL.map((each) => JSON.stringify(each)).join(", ")}`,
      ]);
    },
  );

  it.each([null, [], "text", 1, true])("is not %j", (value) => {
    expect(problems(value)).toEqual(["payload: must be an object"]);
  });

  it("counts its key in code points, 1 to 256", () => {
    // JSON Schema's maxLength counts an emoji once, JavaScript twice.
    expect(problems({ ...payload("custom"), key: "😀".repeat(256) })).toEqual([]);
    expect(problems({ ...payload("custom"), key: "😀".repeat(257) })).toEqual([
      "payload.key: must have 1 to 256 characters",
    ]);
    expect(problems({ ...payload("custom"), key: "" })).toContain("payload.key: must not be empty");
    expect(problems({ ...payload("custom"), key: 5 })).toEqual(["payload.key: must be a string"]);
    expect(problems(payload("conversation.start", { conversationId: "c".repeat(257) }))).toEqual([
      "payload.data.conversationId: must have 1 to 256 characters",
    ]);
  });

  const CENTURY_MS = 100 * 365 * 24 * 60 * 60 * 1000;
  it.each([
    [0, undefined],
    [1, undefined],
    [CENTURY_MS, undefined],
    // Later instants could not be written as a date.
    [CENTURY_MS + 1, `must be at most ${CENTURY_MS}`],
    [2 ** 53, `must be at most ${2 ** 53 - 1}`],
    [-1, "must be at least 0"],
    [1.5, "must be a whole number"],
    ["5", "must be a number"],
    [null, "must be a number"],
  ])("with timeoutMs %j is judged: %s", (timeoutMs, problem) => {
    const told = problems(payload("approval", {}, { timeoutMs }));
    if (problem === undefined) expect(told).toEqual([]);
    else expect(told).toContain(`payload.timeoutMs: ${problem}`);
  });

  it.each([true, false, [], "x", null])(
    "has no resumeSchema like %j: only objects",
    (resumeSchema) => {
      expect(problems(payload("custom", {}, { resumeSchema }))).toEqual([
        "payload.resumeSchema: must be an object",
      ]);
    },
  );

  it("keeps members of odd names in what is any JSON", () => {
    const artifactData = JSON.parse(
      '{"__proto__":{"admin":true},"constructor":1,"a":null}',
    ) as Json;
    const result = payloadSchema.parse(payload("approval", { artifactData })) as {
      data: { artifactData: Json };
    };
    expect(JSON.stringify(result.data.artifactData)).toBe(
      '{"__proto__":{"admin":true},"constructor":1,"a":null}',
    );
    expect(Object.getPrototypeOf(result.data.artifactData)).toBe(Object.prototype);
  });

  it("is closed to a member named __proto__", () => {
    const value = JSON.parse(
      '{"kind":"custom","key":"k","data":{"customKind":"x","__proto__":{"payload":1}}}',
    ) as unknown;
    expect(problems(value)).toEqual(['payload.data: must not have "__proto__"']);
  });

  it("takes any JSON where the specification says any, null included", () => {
    for (const value of [null, false, 0, "", [], {}, [[{ a: [null] }]]]) {
      expect(problems(payload("approval", { artifactData: value }))).toEqual([]);
      expect(problems(payload("custom", { payload: value }))).toEqual([]);
      expect(problems(payload("low-confidence", { decision: value }))).toEqual([]);
    }
  });
});

describe("an approval", () => {
  const actions = ["accept", "reject", "refine", "edit-accept", "ask"];

  it("may allow any of the five actions, once each and at least one", () => {
    for (const action of actions) {
      expect(problems(payload("approval", { actions: [action] }))).toEqual([]);
    }
    expect(problems(payload("approval", { actions }))).toEqual([]);
    expect(problems(payload("approval", { actions: [] }))).toEqual([
      "payload.data.actions: must not be empty",
    ]);
    expect(problems(payload("approval", { actions: ["accept", "accept"] }))).toEqual([
      "payload.data.actions: must not name an action twice",
    ]);
  });

  it.each(["edit", "timeout", "Accept", "", "maybe"])("has no action %j", (action) => {
    expect(problems(payload("approval", { actions: ["accept", action] }))).toEqual([
      `payload.data.actions.1: must be one of ${actions.map((each) => JSON.stringify(each)).join(", ")}`,
    ]);
  });

  it.each(["artifactId", "artifactType", "title"])("has a %s that is not empty", (member) => {
    expect(problems(payload("approval", { [member]: "" }))).toEqual([
      `payload.data.${member}: must not be empty`,
    ]);
  });

  it.each(["approversList", "approverGroupRefs", "approverRoleRefs"])(
    "may have an empty %s, but no empty name in it",
    (member) => {
      expect(problems(payload("approval", { [member]: [] }))).toEqual([]);
      expect(problems(payload("approval", { [member]: ["ada", ""] }))).toEqual([
        `payload.data.${member}.1: must not be empty`,
      ]);
      expect(problems(payload("approval", { [member]: "ada" }))).toEqual([
        `payload.data.${member}: must be a list`,
      ]);
    },
  );

  it("may name a thousand approvers, and tells no more than fifty problems of them", () => {
    const names = Array.from({ length: 1000 }, (_, index) => `person-${index}`);
    expect(problems(payload("approval", { approversList: names }))).toEqual([]);
    const told = problems(payload("approval", { approversList: names.map(() => 5) }));
    expect(told).toHaveLength(51);
    expect(told[49]).toBe("payload.data.approversList.49: must be a string");
    expect(told[50]).toBe("and 950 more");
  });

  it.each([
    ["requiredApprovals", 1, 0, "must be at least 1"],
    ["requiredApprovals", 1000, 1.5, "must be a whole number"],
    ["rejectionPolicy", "majority", "all", 'must be one of "single-veto", "majority"'],
    ["overrideBypassesQuorum", true, "true", "must be true or false"],
    ["onTimeout", "approve", "grant", 'must be one of "reject", "approve", "escalate"'],
    ["description", "", 5, "must be a string"],
    ["audience", { groups: ["a"] }, [], "must be an object"],
  ] as const)("takes %s %j and not %j", (member, good, bad, problem) => {
    expect(problems(payload("approval", { [member]: good as Json }))).toEqual([]);
    expect(problems(payload("approval", { [member]: bad as Json }))).toEqual([
      `payload.data.${member}: ${problem}`,
    ]);
  });

  it("has a closed audience", () => {
    expect(problems(payload("approval", { audience: { teams: [] } }))).toEqual([
      'payload.data.audience: must not have "teams"',
    ]);
  });
});

describe("a clarification", () => {
  const ask = (questions: Json) => problems(payload("clarification", { questions }));

  it("asks at least one question, each with an id of its own", () => {
    expect(
      ask([
        { id: "a", question: "A?", schema: {} },
        { id: "b", question: "B?" },
      ]),
    ).toEqual([]);
    expect(ask([])).toEqual(["payload.data.questions: must not be empty"]);
    expect(
      ask([
        { id: "a", question: "A?" },
        { id: "a", question: "B?" },
      ]),
    ).toEqual(["payload.data.questions: must not use a question id twice"]);
  });

  it("says which question is wrong", () => {
    expect(
      ask([
        { id: "a", question: "A?" },
        { id: "", question: "", more: 1, schema: true },
      ]),
    ).toEqual([
      "payload.data.questions.1.id: must not be empty",
      "payload.data.questions.1.question: must not be empty",
      "payload.data.questions.1.schema: must be an object",
      'payload.data.questions.1: must not have "more"',
    ]);
  });
});

describe("the other kinds", () => {
  it.each([
    ["external-event", "eventType", "", undefined],
    ["external-event", "correlation", [], "must be an object"],
    ["custom", "customKind", "", "must not be empty"],
    ["conversation.start", "title", "", undefined],
    ["conversation.start", "initialPrompt", 1, "must be a string"],
    ["conversation.exchange", "prompt", "", "must not be empty"],
    ["conversation.exchange", "turnIndex", 0, undefined],
    ["conversation.exchange", "turnIndex", -1, "must be at least 0"],
    ["conversation.exchange", "outcomeSchema", "x", "must be an object"],
    ["conversation.close", "reason", "done", undefined],
    ["low-confidence", "threshold", 1, undefined],
    ["low-confidence", "threshold", 1.01, "must be at most 1"],
    ["low-confidence", "observed", 0, undefined],
    ["low-confidence", "observed", -0.01, "must be at least 0"],
    ["low-confidence", "observed", "0.5", "must be a number"],
    ["low-confidence", "agentId", "a".repeat(128), undefined],
    ["low-confidence", "agentId", "a".repeat(129), "must have 1 to 128 of A-Z a-z 0-9 . _ ~ : -"],
    ["low-confidence", "agentId", "a b", "must have 1 to 128 of A-Z a-z 0-9 . _ ~ : -"],
  ] as const)("%s with %s %j is judged: %s", (kind, member, value, problem) => {
    expect(problems(payload(kind, { [member]: value as Json }))).toEqual(
      problem === undefined ? [] : [`payload.data.${member}: ${problem}`],
    );
  });
});
