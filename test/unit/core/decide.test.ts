import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Command, decide, MAX_ANSWER_LENGTH } from "../../../src/core/decide.ts";
import { shownDigest } from "../../../src/core/digest.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import {
  ADA,
  approval,
  ASKED_AT,
  DEADLINE_AT,
  interruptOf,
  OUTCOMES,
  payloadOf,
  question,
} from "./samples.ts";

type Respond = Extract<Command, { type: "respond" }>;

const press = (interrupt: Interrupt, more: Partial<Respond> = {}): Respond => ({
  type: "respond",
  response: { action: "accept" },
  by: ADA,
  via: "slack",
  shown: shownDigest(interrupt.digest),
  at: ASKED_AT + 1,
  ...more,
});

const answer = (interrupt: Interrupt, text: string, more: Partial<Respond> = {}) =>
  press(interrupt, { response: { action: "answer", answer: text }, ...more });

const gate = (more: Partial<Interrupt> = {}) => interruptOf(approval(), more);

/** The code of a refusal; undefined for what was accepted. */
function code(interrupt: Interrupt, command: Command) {
  const decision = decide(interrupt, command);
  return decision.ok ? undefined : decision.refusal.code;
}

function problem(interrupt: Interrupt, command: Command) {
  const decision = decide(interrupt, command);
  return !decision.ok && decision.refusal.code === "answer-invalid" ? decision.refusal.problem : "";
}

describe("a press", () => {
  it.each(["accept", "reject"] as const)("decides an approval: %s", (action) => {
    const interrupt = gate();
    expect(decide(interrupt, press(interrupt, { response: { action } }))).toEqual({
      ok: true,
      next: {
        ...interrupt,
        version: 2,
        outcome: {
          kind: "decided",
          action,
          by: { id: "ada", name: "Ada Lovelace" },
          via: "slack",
          at: ASKED_AT + 1,
        },
      },
    });
  });

  it("leaves the interrupt it was made on as it was", () => {
    const interrupt = Object.freeze(gate());
    expect(decide(interrupt, press(interrupt)).ok).toBe(true);
    expect(interrupt.outcome).toBeUndefined();
  });

  it("counts a millisecond before the deadline and not at it", () => {
    const interrupt = gate({ deadlineAt: DEADLINE_AT });
    expect(code(interrupt, press(interrupt, { at: DEADLINE_AT - 1 }))).toBeUndefined();
    expect(code(interrupt, press(interrupt, { at: DEADLINE_AT }))).toBe("expired");
    expect(code(interrupt, press(interrupt, { at: DEADLINE_AT + 1 }))).toBe("expired");
  });

  it("of another payload is refused", () => {
    const interrupt = gate();
    expect(code(interrupt, press(interrupt, { shown: "000000000000" }))).toBe("payload-changed");
    expect(code(interrupt, press(interrupt, { shown: "" }))).toBe("payload-changed");
    // The whole digest is not what a button carries.
    expect(code(interrupt, press(interrupt, { shown: interrupt.digest }))).toBe("payload-changed");
  });

  it("of somebody who may not is refused before anything of the payload is told", () => {
    const interrupt = interruptOf(approval({ approversList: ["grace"] }));
    expect(code(interrupt, press(interrupt))).toBe("not-eligible");
    expect(code(interrupt, press(interrupt, { shown: "" }))).toBe("not-eligible");
    expect(code(gate(), press(gate(), { by: { ...ADA, scopes: [] } }))).toBe("scope-missing");
  });

  it.each([
    [approval({ actions: ["accept"] }), { action: "reject" }],
    [approval({ actions: ["reject", "ask"] }), { action: "accept" }],
    [approval({ actions: ["refine", "edit-accept", "ask"] }), { action: "accept" }],
    [approval({ requiredApprovals: 2 }), { action: "accept" }],
    [approval(), { action: "answer", answer: "yes" }],
    [question(), { action: "accept" }],
    [
      payloadOf("clarification", {
        questions: [
          { id: "a", question: "A" },
          { id: "b", question: "B" },
        ],
      }),
      { action: "answer", answer: "x" },
    ],
    [
      payloadOf("clarification", { questions: [{ id: "a", question: "A", schema: {} }] }),
      { action: "answer", answer: "x" },
    ],
    [{ ...approval(), resumeSchema: {} }, { action: "accept" }],
    [payloadOf("external-event"), { action: "accept" }],
    [payloadOf("custom"), { action: "accept" }],
    [payloadOf("conversation.exchange"), { action: "answer", answer: "x" }],
    [payloadOf("low-confidence"), { action: "accept" }],
  ] as const)("case %# cannot give what is not offered", (payload, response) => {
    const interrupt = interruptOf(payload);
    expect(code(interrupt, press(interrupt, { response }))).toBe("action-not-available");
  });
});

describe("an answer", () => {
  const asked = interruptOf(question());

  it("is kept as it was typed, under the id of its question", () => {
    const text = "  Friday,\nlate \u202E😀 ";
    const decision = decide(asked, answer(asked, text, { via: "discord" }));
    expect(decision.ok && decision.next.outcome).toEqual({
      kind: "answered",
      answers: { q: text },
      by: { id: "ada", name: "Ada Lovelace" },
      via: "discord",
      at: ASKED_AT + 1,
    });
  });

  it.each(["__proto__", "constructor", "toString", "0"])("is not lost under the id %j", (id) => {
    const interrupt = interruptOf(question("Q?", id));
    const decision = decide(interrupt, answer(interrupt, "x"));
    const outcome = decision.ok ? decision.next.outcome : undefined;
    expect(outcome?.kind === "answered" && JSON.stringify(outcome.answers)).toBe(`{"${id}":"x"}`);
  });

  it("counts its length in code points", () => {
    for (const unit of ["x", "😀"]) {
      expect(code(asked, answer(asked, unit.repeat(MAX_ANSWER_LENGTH)))).toBeUndefined();
      expect(problem(asked, answer(asked, unit.repeat(MAX_ANSWER_LENGTH + 1)))).toBe(
        "The answer has 3001 characters; at most 3000 fit. Shorten it a little.",
      );
    }
  });

  it.each(["", " ", "\n\t", "\u00a0", "\u200b\u200d", "\u202e\u2066", "\ufeff", "\u0000\u001b"])(
    "that shows nothing, like %j, is none",
    (text) => {
      expect(problem(asked, answer(asked, text))).toBe(
        "The answer is empty. Write at least one word.",
      );
    },
  );

  it("with half a character is refused, since it cannot be sent on", () => {
    expect(problem(asked, answer(asked, "a\ud83d"))).toBe(
      "The answer has half a character in it. Write it again.",
    );
  });
});

describe("a deadline", () => {
  it("ends what nobody decided, at its own instant, however late the sweep comes", () => {
    const interrupt = gate({ deadlineAt: DEADLINE_AT });
    for (const late of [0, 1, 86_400_000]) {
      const decision = decide(interrupt, { type: "expire", at: DEADLINE_AT + late });
      expect(decision.ok && decision.next.outcome).toEqual({ kind: "expired", at: DEADLINE_AT });
    }
  });

  it("ends nothing before its time, and nothing without one", () => {
    const interrupt = gate({ deadlineAt: DEADLINE_AT });
    expect(decide(interrupt, { type: "expire", at: DEADLINE_AT - 1 }).ok).toBe(false);
    expect(decide(gate(), { type: "expire", at: Number.MAX_SAFE_INTEGER }).ok).toBe(false);
  });
});

describe("an engine", () => {
  it("withdraws and resolves even after a deadline that was not swept yet", () => {
    const interrupt = gate({ deadlineAt: DEADLINE_AT });
    const at = DEADLINE_AT + 5;
    const gone = decide(interrupt, { type: "invalidate", reason: "run.failed", at });
    expect(gone.ok && gone.next.outcome).toEqual({ kind: "invalidated", reason: "run.failed", at });
    const done = decide(interrupt, { type: "resolve-elsewhere", resumeValue: null, at });
    expect(done.ok && done.next.outcome).toEqual({
      kind: "resolved-elsewhere",
      resumeValue: null,
      at,
    });
  });

  it("names an interrupt that is open", () => {
    const decision = decide(gate(), { type: "name", interruptId: "acme/named-by-the-engine" });
    expect(decision).toEqual({
      ok: true,
      next: gate({ version: 2, interruptId: "acme/named-by-the-engine" }),
    });
  });
});

const commands = (interrupt: Interrupt): readonly Command[] => [
  press(interrupt),
  press(interrupt, { response: { action: "reject" } }),
  answer(interrupt, "x"),
  press(interrupt, { by: { ...ADA, id: "eve", scopes: [] } }),
  press(interrupt, { shown: "" }),
  press(interrupt, { at: DEADLINE_AT }),
  { type: "expire", at: DEADLINE_AT },
  { type: "expire", at: ASKED_AT },
  { type: "invalidate", reason: "run.completed", at: ASKED_AT },
  { type: "resolve-elsewhere", resumeValue: 1, at: ASKED_AT },
  { type: "name", interruptId: "acme/named-by-the-engine" },
];

describe("what has ended", () => {
  it.each([
    ["accepted", "already-decided"],
    ["rejected", "already-decided"],
    ["answered", "already-decided"],
    ["elsewhere", "already-decided"],
    ["expired", "expired"],
    ["withdrawn", "withdrawn"],
  ] as const)("as %s refuses every command as %s", (name, expected) => {
    const interrupt = gate({ outcome: OUTCOMES[name], deadlineAt: DEADLINE_AT });
    for (const command of commands(interrupt)) {
      expect(decide(interrupt, command)).toMatchObject({
        ok: false,
        refusal: { code: expected, interrupt },
      });
    }
  });

  it("tells whoever decided it apart from everybody else", () => {
    for (const outcome of [OUTCOMES.accepted, OUTCOMES.answered]) {
      const interrupt = gate({ outcome });
      const own = (id: string) => decide(interrupt, press(interrupt, { by: { ...ADA, id } }));
      expect(own(ADA.id)).toMatchObject({ refusal: { own: true } });
      expect(own("grace")).toMatchObject({ refusal: { own: false } });
    }
    const elsewhere = gate({ outcome: OUTCOMES.elsewhere });
    expect(decide(elsewhere, press(elsewhere))).toMatchObject({ refusal: { own: false } });
  });
});

describe("any sequence of commands", () => {
  const start = fc.constantFrom(
    gate({ deadlineAt: DEADLINE_AT }),
    gate(),
    interruptOf(question(), { deadlineAt: DEADLINE_AT }),
    interruptOf(payloadOf("custom")),
  );

  it("gives at most one outcome, raises the version by one a change, and changes nothing else", () => {
    fc.assert(
      fc.property(start, fc.array(fc.nat(10), { maxLength: 30 }), (first, picks) => {
        let now = first;
        let ends = 0;
        for (const pick of picks) {
          const command = commands(now)[pick];
          if (command === undefined) continue;
          const decision = decide(now, command);
          // The same question always has the same answer.
          expect(decide(now, command)).toEqual(decision);
          if (!decision.ok) continue;
          expect(now.outcome).toBeUndefined();
          expect(decision.next.version).toBe(now.version + 1);
          const { outcome, version, interruptId, ...rest } = decision.next;
          expect({ ...rest, version: first.version, interruptId: first.interruptId }).toEqual(
            first,
          );
          if (outcome !== undefined) ends += 1;
          now = decision.next;
          expect(version).toBeGreaterThan(first.version);
          expect(interruptId).toMatch(/^acme\//);
        }
        expect(ends).toBeLessThanOrEqual(1);
      }),
    );
  });
});
