import { describe, expect, it } from "vitest";
import { resolvedEvent, suspendedEvent } from "../../../src/core/engine-events.ts";
import { MAX_EVENT_LENGTH, parseEntry } from "../../../src/core/event.ts";
import { problemsOf } from "../../../src/core/problems.ts";

const EVENT = {
  eventId: "0123456789abcdef",
  runId: "acme/0123456789abcdef",
  type: "interrupt.requested",
  payload: { any: ["thing", null] },
  timestamp: "2026-03-03T10:00:00Z",
  sequence: 0,
  schemaVersion: 1,
};

const read = (event: unknown, context?: unknown) =>
  parseEntry({
    event: JSON.stringify(event),
    ...(context === undefined ? {} : { context: JSON.stringify(context) }),
  });

function problems(event: unknown, context?: unknown): readonly string[] {
  const parsed = read(event, context);
  return parsed.ok ? [] : parsed.problems;
}

const withMembers = (about: Record<string, unknown>) => problems({ ...EVENT, ...about });

describe("an entry of the events stream", () => {
  it("is read whole, with its optional members and without a context", () => {
    const event = {
      ...EVENT,
      nodeId: "gate:1",
      engineVersion: 0,
      causationId: "evt-000000000000",
      timestamp: "2026-03-03T11:00:00.123+01:00",
    };
    expect(read(event)).toEqual({ ok: true, incoming: { event, context: {} } });
  });

  it("keeps the payload as it came, odd names included", () => {
    const payload = '{"__proto__":{"a":1},"constructor":[2]}';
    const parsed = parseEntry({
      event: JSON.stringify({ ...EVENT, payload: 0 }).replace(
        '"payload":0',
        `"payload":${payload}`,
      ),
    });
    expect(parsed.ok && JSON.stringify(parsed.incoming.event.payload)).toBe(payload);
  });

  it("may have a payload of null but not none", () => {
    expect(withMembers({ payload: null })).toEqual([]);
    expect(withMembers({ payload: undefined })).toEqual(["event.payload: is missing"]);
  });

  it("ignores other fields, as traceparent is one", () => {
    expect(parseEntry({ event: JSON.stringify(EVENT), traceparent: "00-x" }).ok).toBe(true);
  });

  it.each([
    [{}, ["event: is missing"]],
    [{ event: "" }, ["event: is not valid JSON"]],
    [{ event: "[]" }, ["event: must be an object"]],
    [{ event: "null" }, ["event: must be an object"]],
    [{ event: '{"a":1,"a":2}' }, ['event: names "a" twice in one object']],
    [{ event: JSON.stringify(EVENT), context: "{" }, ["context: is not valid JSON"]],
    [{ context: "null" }, ["event: is missing", "context: must be an object"]],
  ])("%j is told as %j", (fields, told) => {
    expect(parseEntry(fields as Record<string, string>)).toEqual({ ok: false, problems: told });
  });

  it("tells every problem at once, each with its field", () => {
    expect(problems({ runId: "acme", payload: 1, extra: 2 }, { agent: "" })).toEqual([
      "event.eventId: is missing",
      "event.runId: must be a tenant-bound id like acme/0123456789abcdef",
      "event.type: is missing",
      "event.timestamp: must be a date and time like 2026-03-03T10:00:00Z",
      "event.sequence: is missing",
      "event.schemaVersion: is missing",
      'event: must not have "extra"',
      "context.agent: must not be empty",
    ]);
  });

  it("tells no value that stands in it", () => {
    const secret = "hunter2-hunter2";
    const told = problems(
      {
        ...EVENT,
        runId: secret,
        eventId: `${secret} `,
        type: 5,
        sequence: secret,
        nodeId: `${secret} `,
      },
      { interruptId: secret, origin: { platform: secret, channel: "" } },
    ).join("\n");
    expect(told).not.toContain("hunter2");
  });

  it("shortens names that nobody asked for", () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`x${index}`.repeat(500), 1]),
    );
    const [told = ""] = withMembers(many);
    expect(told).toMatch(/^event: must not have ".*" and 490 more$/);
    expect(told.length).toBeLessThan(1_000);
  });

  it("may be a mebibyte long, and no character longer", () => {
    const shell = JSON.stringify({ ...EVENT, payload: "" }).length;
    const of = (length: number) => ({ ...EVENT, payload: "x".repeat(length - shell) });
    expect(problems(of(MAX_EVENT_LENGTH))).toEqual([]);
    const long = ["event: must not be longer than 1048576 characters"];
    expect(problems(of(MAX_EVENT_LENGTH + 1))).toEqual(long);
    expect(problems(of(10_000_000))).toEqual(long);
  });

  it.each([
    ["eventId", "a".repeat(16), "a".repeat(15)],
    ["eventId", "a".repeat(128), "a".repeat(129)],
    ["eventId", "A9._~-aaaaaaaaaaaa", "a/aaaaaaaaaaaaaaaaa"],
    ["runId", `t/${"a".repeat(16)}`, `t/${"a".repeat(15)}`],
    ["runId", `t/${"a".repeat(128)}`, `t/${"a".repeat(129)}`],
    ["runId", `${"t".repeat(128)}/${"a".repeat(16)}`, `${"t".repeat(129)}/${"a".repeat(16)}`],
    ["runId", `anon:t/${"a".repeat(16)}`, `anyone:t/${"a".repeat(16)}`],
    ["runId", `t/${"a".repeat(16)}`, `t/u/${"a".repeat(16)}`],
    ["runId", `t/${"a".repeat(16)}`, `t/${"a".repeat(16)}\n`],
    ["runId", `t/${"a".repeat(16)}`, `/${"a".repeat(16)}`],
    ["nodeId", "n".repeat(128), "n".repeat(129)],
    ["nodeId", "a:b", "a/b"],
    ["type", `a.${"t".repeat(254)}`, `a.${"t".repeat(255)}`],
    ["type", "interrupt.requested", "interruptrequested"],
    ["type", "approval.requested", "interrupt.requestedNow"],
    ["type", "acme.invoice-paid.late", ""],
    ["sequence", 0, -1],
    ["sequence", 2 ** 52, 2 ** 52 + 1],
    ["sequence", 1, 1.5],
    ["schemaVersion", 1, 0],
    ["engineVersion", 0, -1],
    ["causationId", "c".repeat(128), "c".repeat(129)],
    ["timestamp", "2026-02-28T23:59:59Z", "2026-02-29T00:00:00Z"],
    ["timestamp", "2026-03-03T10:00:00-05:00", "2026-03-03"],
    ["timestamp", "2026-03-03T10:00:00Z", 1772532000000],
  ] as const)("takes %s %j and refuses %j in words that name it", (member, good, bad) => {
    expect(withMembers({ [member]: good })).toEqual([]);
    const told = withMembers({ [member]: bad });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(new RegExp(`^event\\.${member}: must (be|have|not be) `));
  });
});

describe("the context of a request", () => {
  it("carries what the closed payload cannot", () => {
    const context = {
      interruptId: "acme/interrupt-0000001",
      workflowId: "invoices",
      agent: "invoice-agent",
      model: "m",
      initiator: "ada",
      jobId: "j",
      sessionId: "s",
      origin: { platform: "slack", channel: "C0FINANCE", thread: "1" },
    };
    expect(read(EVENT, context)).toEqual({ ok: true, incoming: { event: EVENT, context } });
  });

  it.each([
    [{ nodeId: "gate" }, 'context: must not have "nodeId"'],
    [
      { origin: { platform: "teams", channel: "c" } },
      'context.origin.platform: must be one of "slack", "discord"',
    ],
    [{ origin: { platform: "slack" } }, "context.origin.channel: is missing"],
    [{ agent: "a".repeat(201) }, "context.agent: must not be longer than 200 characters"],
    [{ initiator: 5 }, "context.initiator: must be a string"],
    [
      { interruptId: "bare" },
      "context.interruptId: must be a tenant-bound id like acme/0123456789abcdef",
    ],
    [
      { interruptId: "acme/short" },
      "context.interruptId: must have 16 to 128 characters after its slash, and has 5",
    ],
    [
      { interruptId: "evil/0123456789abcdef" },
      "context.interruptId: must be of the run's own tenant",
    ],
    [
      { interruptId: "acme2/0123456789abcdef" },
      "context.interruptId: must be of the run's own tenant",
    ],
    [
      { interruptId: "anon:acme/0123456789abcdef" },
      "context.interruptId: must be of the run's own tenant",
    ],
  ])("%j is refused: %s", (context, problem) => {
    expect(problems(EVENT, context)).toEqual([problem]);
  });

  it("cannot smuggle a member in under __proto__", () => {
    const parsed = parseEntry({
      event: JSON.stringify(EVENT),
      context: '{"__proto__":{"interruptId":"evil/0123456789abcdef"}}',
    });
    expect(parsed).toEqual({ ok: false, problems: ['context: must not have "__proto__"'] });
  });
});

describe("what engines say besides asking", () => {
  const named = { nodeId: "gate", interruptId: "acme/0123456789abcdef" };
  const told = (
    result:
      ReturnType<typeof resolvedEvent.safeParse> | ReturnType<typeof suspendedEvent.safeParse>,
  ) => (result.success ? [] : problemsOf(result.error, "payload"));

  it("is a closed resolution of any value or none", () => {
    for (const more of [
      {},
      { kind: "approval" },
      { resumeValue: null },
      { resumeValue: { a: [1] } },
    ]) {
      expect(resolvedEvent.parse({ ...named, ...more })).toEqual({ ...named, ...more });
    }
    expect(told(resolvedEvent.safeParse({ ...named, decision: "granted" }))).toEqual([
      'payload: must not have "decision"',
    ]);
    expect(told(resolvedEvent.safeParse({}))).toEqual([
      "payload.nodeId: is missing",
      "payload.interruptId: is missing",
    ]);
  });

  it("is a closed suspension, with or without a key", () => {
    for (const more of [{}, { key: "k" }, { reason: "r".repeat(64), kind: "custom" }]) {
      expect(suspendedEvent.parse({ ...named, ...more })).toEqual({ ...named, ...more });
    }
    expect(told(suspendedEvent.safeParse({ ...named, key: "", reason: "r".repeat(65) }))).toEqual([
      "payload.reason: must not be longer than 64 characters",
      "payload.key: must not be empty",
    ]);
  });
});
