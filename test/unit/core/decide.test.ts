import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Command, decide, ineligibility } from "../../../src/core/decide.ts";
import { shownDigest } from "../../../src/core/digest.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import {
  ADA,
  after,
  approval,
  ASKED_AT,
  DEADLINE_AT,
  interruptOf,
  OUTCOMES,
  payloadOf,
  person,
  question,
  quorum,
  refusalOf,
  respond,
} from "./samples.ts";

const ACCEPT = { action: "accept" };
const REJECT = { action: "reject" };
const gate = (more: Partial<Interrupt> = {}) => interruptOf(approval(), more);

/** Freezes all of a value, so that whoever changes a part of it fails. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const child of Object.values(value)) frozen(child);
  }
  return value;
}

describe("a press", () => {
  it.each([
    ["accept", "granted"],
    ["reject", "rejected"],
  ] as const)("decides an approval: %s is %s", (action, verdict) => {
    const interrupt = gate();
    const by = { id: "ada", name: "Ada Lovelace" };
    const next = after(interrupt, respond(interrupt, { action }));
    expect(next).toEqual({
      ...interrupt,
      version: 2,
      votes: [
        {
          by,
          action,
          resumeValue: { action },
          place: `${ASKED_AT + 1}-0`,
          at: ASKED_AT + 1,
          via: "slack",
          eligibility: { reference: "open", readAt: ASKED_AT + 1 },
        },
      ],
      outcome: {
        kind: "decided",
        verdict,
        action,
        resumeValue: { action, decidedAt: "2026-03-03T10:00:00.001Z", decidedBy: "ada" },
        by,
        via: "slack",
        at: ASKED_AT + 1,
      },
    });
  });

  it("leaves the interrupt it was made on, and the press itself, as they were", () => {
    const interrupt = frozen(gate());
    expect(decide(interrupt, frozen(respond(interrupt, ACCEPT))).ok).toBe(true);
    expect(interrupt.outcome).toBeUndefined();
    expect(interrupt.votes).toEqual([]);
  });

  it("counts a millisecond before the deadline and not at it", () => {
    const interrupt = gate({ deadlineAt: DEADLINE_AT });
    const at = (instant: number) =>
      refusalOf(interrupt, respond(interrupt, ACCEPT, { at: instant }));
    expect(at(DEADLINE_AT - 1)).toBeUndefined();
    expect(at(DEADLINE_AT)).toBe("expired");
    expect(at(DEADLINE_AT + 1)).toBe("expired");
  });

  it("of another payload is refused", () => {
    const interrupt = gate();
    const of = (shown: string | undefined) =>
      refusalOf(interrupt, respond(interrupt, ACCEPT, { shown }));
    expect(of("000000000000")).toBe("payload-changed");
    expect(of("")).toBe("payload-changed");
    // More than a button carries, and not the whole either.
    expect(of(interrupt.digest.slice(0, 13))).toBe("payload-changed");
  });

  it("names what was seen by the digest or by what a button carries of it, or not at all", () => {
    const interrupt = gate();
    for (const shown of [interrupt.digest, shownDigest(interrupt.digest), undefined]) {
      expect(refusalOf(interrupt, respond(interrupt, ACCEPT, { shown }))).toBeUndefined();
    }
  });

  it("of somebody who may not is refused before anything of the payload is told", () => {
    const interrupt = interruptOf(approval({ approversList: ["grace"] }));
    expect(refusalOf(interrupt, respond(interrupt, ACCEPT))).toBe("not-eligible");
    expect(refusalOf(interrupt, respond(interrupt, ACCEPT, { shown: "" }))).toBe("not-eligible");
    expect(refusalOf(interrupt, respond(interrupt, { action: "nonsense" }))).toBe("not-eligible");
    const without = person("ada", { scopes: [] });
    expect(refusalOf(gate(), respond(gate(), ACCEPT, { by: without }))).toBe("scope-missing");
  });

  it.each<[ReturnType<typeof approval>, Json]>([
    [approval({ actions: ["accept"] }), REJECT],
    [approval({ actions: ["reject", "ask"] }), ACCEPT],
    [approval({ actions: ["refine", "edit-accept", "ask"] }), ACCEPT],
    [approval(), { action: "ask", question: "Why?" }],
    // Recorded only, and of earlier versions of the specification: nobody can send them.
    [approval(), { action: "timeout" }],
    [approval(), { action: "edit" }],
    [approval(), { decision: "approved" }],
    [approval(), { action: ["accept"] }],
    [approval(), {}],
  ])("case %# cannot give what the engine does not allow", (payload, resumeValue) => {
    const interrupt = interruptOf(payload);
    expect(refusalOf(interrupt, respond(interrupt, resumeValue))).toBe("action-not-available");
  });

  it("that does not fit hears where and why, and never what it said", () => {
    const interrupt = interruptOf(quorum(1));
    const decision = decide(interrupt, respond(interrupt, { action: "refine", text: "s3cr3t" }));
    expect(decision).toMatchObject({
      ok: false,
      refusal: {
        code: "answer-invalid",
        problems: [{ path: ["refineFeedback"], rule: "is missing" }],
      },
    });
    expect(
      JSON.stringify(decision.ok || ("problems" in decision.refusal && decision.refusal.problems)),
    ).not.toContain("s3cr3t");
  });
});

describe("what the engine continues with", () => {
  const decided = (resumeValue: Json, more: Parameters<typeof respond>[2] = {}) => {
    const interrupt = interruptOf(quorum(1));
    const { outcome } = after(interrupt, respond(interrupt, resumeValue, more));
    return outcome?.kind === "decided" ? outcome.resumeValue : undefined;
  };

  it("says who decided, whatever name was claimed, and when", () => {
    expect(decided({ action: "accept", decidedBy: "grace", voter: "grace" })).toEqual({
      action: "accept",
      // Tolerated, and no authority.
      voter: "grace",
      decidedBy: "ada",
      decidedAt: "2026-03-03T10:00:00.001Z",
    });
  });

  it("keeps a time that was claimed, as a claim: nothing is ordered by it", () => {
    const decidedAt = "2020-01-01T00:00:00+02:00";
    expect(decided({ action: "accept", decidedAt })).toMatchObject({ decidedAt });
  });

  it("keeps a claimed name only where nobody is known", () => {
    expect(decided({ action: "accept", decidedBy: "the payment desk" }, { by: undefined })).toEqual(
      {
        action: "accept",
        decidedBy: "the payment desk",
        decidedAt: "2026-03-03T10:00:00.001Z",
      },
    );
    expect(decided(ACCEPT, { by: undefined })).not.toHaveProperty("decidedBy");
  });

  it("carries what belongs to the action", () => {
    const refineFeedback = { scope: "items", itemIds: ["1"], text: "Shorter" };
    expect(decided({ action: "refine", refineFeedback })).toMatchObject({ refineFeedback });
    expect(decided({ action: "edit-accept", editedArtifactData: null })).toMatchObject({
      editedArtifactData: null,
    });
    expect(decided({ action: "reject", feedback: "Too dear" })).toMatchObject({
      feedback: "Too dear",
    });
  });

  it("says that a quorum was overridden only where it was", () => {
    const claimed = respond(gate(), { action: "accept", decision: "overridden" });
    expect(refusalOf(gate(), claimed)).toBe("answer-invalid");
    expect(decided({ action: "accept", decision: "yes" })).toMatchObject({ decision: "yes" });
  });
});

describe("an override", () => {
  const interrupt = interruptOf(quorum(3, { overrideBypassesQuorum: true }));
  const chief = person("chief", { override: true });
  const by = (resumeValue: Json) => respond(interrupt, resumeValue, { by: chief });

  it("releases the gate with the reason, and says what it is", () => {
    const next = after(interrupt, by({ action: "accept", feedback: "The others are away" }));
    expect(next.outcome).toMatchObject({
      verdict: "overridden",
      action: "accept",
      by: { id: "chief" },
      resumeValue: {
        action: "accept",
        feedback: "The others are away",
        decision: "overridden",
        decidedBy: "chief",
      },
    });
  });

  it("may be an edit", () => {
    const edit = { action: "edit-accept", editedArtifactData: 1, feedback: "As agreed by phone" };
    expect(after(interrupt, by(edit)).outcome).toMatchObject({
      verdict: "overridden",
      action: "edit-accept",
    });
  });

  it.each<Json>([
    { action: "accept" },
    { action: "accept", feedback: "" },
    { action: "accept", feedback: " \u200b\n" },
    { action: "edit-accept", editedArtifactData: 1 },
  ])("without a reason is none, and no vote either: %j", (resumeValue) => {
    expect(decide(interrupt, by(resumeValue))).toEqual({
      ok: false,
      refusal: { code: "reason-needed", interrupt },
    });
  });

  it("takes a reason only in words", () => {
    const numbered = by({ action: "edit-accept", editedArtifactData: 1, feedback: 7 });
    expect(refusalOf(interrupt, numbered)).toBe("answer-invalid");
  });

  it("needs no reason where it completes the quorum, since then it is an ordinary vote", () => {
    const two = interruptOf(quorum(2, { overrideBypassesQuorum: true }));
    const one = after(two, respond(two, ACCEPT));
    expect(after(one, respond(one, ACCEPT, { by: chief })).outcome).toMatchObject({
      verdict: "granted",
      resumeValue: { action: "accept" },
    });
    const single = interruptOf(quorum(1, { overrideBypassesQuorum: true }));
    expect(after(single, respond(single, ACCEPT, { by: chief })).outcome).toMatchObject({
      verdict: "granted",
    });
  });

  it.each([
    ["rejects like anybody else", REJECT, 2],
    ["sends back like anybody else", { action: "refine", refineFeedback: { scope: "whole" } }, 2],
  ])("is for releasing: who may override %s", (_, resumeValue, version) => {
    const lax = interruptOf(
      quorum(3, { overrideBypassesQuorum: true, rejectionPolicy: "majority" }),
    );
    const next = after(lax, respond(lax, resumeValue, { by: chief }));
    expect(next).toMatchObject({ version, votes: [{ by: { id: "chief" } }] });
    expect(next.outcome).toBeUndefined();
  });

  it("is for who may decide at all: not for who is not on the list", () => {
    const listed = interruptOf(
      quorum(3, { overrideBypassesQuorum: true, approversList: ["ada", "grace"] }),
    );
    const press = respond(listed, { action: "accept", feedback: "It cannot wait" }, { by: chief });
    expect(refusalOf(listed, press)).toBe("not-eligible");
  });

  it("is not for a person without that right, nor on a gate that does not allow it", () => {
    const reasoned = { action: "accept", feedback: "It cannot wait" };
    expect(after(interrupt, respond(interrupt, reasoned)).outcome).toBeUndefined();
    const strict = interruptOf(quorum(3));
    expect(after(strict, respond(strict, reasoned, { by: chief })).outcome).toBeUndefined();
  });
});

describe("a vote that is handled late", () => {
  it("is told that a later one of the same person stands, and changes nothing", () => {
    const open = interruptOf(quorum(3, { rejectionPolicy: "majority" }));
    const voted = after(open, respond(open, ACCEPT, { place: "2000-0" }));
    expect(decide(voted, respond(voted, REJECT, { place: "1999-7" }))).toEqual({
      ok: false,
      refusal: { code: "superseded", interrupt: voted },
    });
    const other = respond(voted, REJECT, { place: "1999-7", by: person("grace") });
    expect(after(voted, other).votes).toHaveLength(2);
  });
});

describe("eligibility of a vote", () => {
  it("is recorded with the reference that let them and the time of its reading", () => {
    const open = interruptOf(
      quorum(2, { approversList: ["grace"], approverGroupRefs: ["finance"] }),
    );
    const [vote] = after(open, respond(open, ACCEPT, { by: { ...ADA, readAt: 1234 } })).votes;
    expect(vote?.eligibility).toEqual({ reference: "group:finance", readAt: 1234 });
  });

  it("was read in this moment where the roster itself holds it", () => {
    const open = interruptOf(quorum(2, { approversList: ["ada"] }));
    const [vote] = after(open, respond(open, ACCEPT)).votes;
    expect(vote?.eligibility).toEqual({ reference: "principal:ada", readAt: ASKED_AT + 1 });
  });

  it("of a vote that was cast stands, whatever becomes of the group", () => {
    const open = interruptOf(quorum(2, { approverGroupRefs: ["finance"] }));
    const voted = after(open, respond(open, ACCEPT));
    const outside = respond(voted, ACCEPT, { by: { ...ADA, groups: [] } });
    expect(refusalOf(voted, outside)).toBe("not-eligible");
    const grace = person("grace", { groups: ["finance"] });
    expect(after(voted, respond(voted, ACCEPT, { by: grace })).outcome).toMatchObject({
      verdict: "granted",
    });
  });

  it("of who started the run is for the roster to give or to keep", () => {
    const own = gate({ context: { initiator: "ada" } });
    expect(refusalOf(own, respond(own, ACCEPT))).toBeUndefined();
    const kept = { ...ADA, decidesOwnRuns: false };
    expect(refusalOf(own, respond(own, ACCEPT, { by: kept }))).toBe("own-run");
    // Whoever may not decide at all hears that, and not who started it.
    const listed = interruptOf(approval({ approversList: ["grace"] }), { context: own.context });
    expect(refusalOf(listed, respond(listed, ACCEPT, { by: kept }))).toBe("not-eligible");
    const others = gate({ context: { initiator: "Ada" } });
    expect(refusalOf(others, respond(others, ACCEPT, { by: kept }))).toBeUndefined();
    expect(refusalOf(gate(), respond(gate(), ACCEPT, { by: kept }))).toBeUndefined();
  });
});

describe("a token that names nobody", () => {
  const nobody = { by: undefined, via: "link" } as const;

  it("decides where nothing says who may and one voice is enough", () => {
    const next = after(gate(), respond(gate(), ACCEPT, nobody));
    expect(next.outcome).toMatchObject({ verdict: "granted", by: "bearer", via: "link" });
    expect(next.votes).toMatchObject([{ by: "bearer", eligibility: { reference: "open" } }]);
    const asked = interruptOf(question());
    expect(after(asked, respond(asked, { answers: { q: "x" } }, nobody)).outcome).toMatchObject({
      kind: "answered",
      by: "bearer",
    });
  });

  it.each([
    ["a list", approval({ approversList: ["ada"] })],
    ["a group", approval({ approverGroupRefs: ["finance"] })],
    ["a role", approval({ approverRoleRefs: ["cfo"] })],
    ["a quorum", approval({ requiredApprovals: 2 })],
  ])("decides nothing where there is %s", (_, payload) => {
    const interrupt = interruptOf(payload);
    expect(refusalOf(interrupt, respond(interrupt, ACCEPT, nobody))).toBe("not-eligible");
    expect(ineligibility(undefined, interrupt)).toEqual({ code: "not-eligible", interrupt });
  });

  it("is never told that the decision was its own: it cannot know", () => {
    const interrupt = gate({ outcome: { ...OUTCOMES.accepted, by: "bearer" } });
    expect(decide(interrupt, respond(interrupt, ACCEPT, nobody))).toMatchObject({
      refusal: { code: "already-decided", own: false },
    });
  });
});

describe("a deadline", () => {
  it("ends what nobody decided, at its own instant, however late the sweep comes", () => {
    const interrupt = gate({ deadlineAt: DEADLINE_AT });
    for (const late of [0, 1, 86_400_000]) {
      const next = after(interrupt, { type: "expire", at: DEADLINE_AT + late });
      expect(next.outcome).toEqual({ kind: "expired", at: DEADLINE_AT });
    }
  });

  it("ends a quorum that is filled in part, without granting it", () => {
    const open = interruptOf(quorum(3), { deadlineAt: DEADLINE_AT });
    const voted = after(open, respond(open, ACCEPT));
    const next = after(voted, { type: "expire", at: DEADLINE_AT });
    expect(next.outcome).toEqual({ kind: "expired", at: DEADLINE_AT });
    expect(next.votes).toEqual(voted.votes);
  });

  it("ends nothing before its time, and nothing without one", () => {
    const interrupt = gate({ deadlineAt: DEADLINE_AT });
    const early = { type: "expire", at: DEADLINE_AT - 1 } as const;
    expect(refusalOf(interrupt, early)).toBe("nothing-to-change");
    const never = { type: "expire", at: Number.MAX_SAFE_INTEGER } as const;
    expect(refusalOf(gate(), never)).toBe("nothing-to-change");
  });
});

describe("an engine", () => {
  it("withdraws and resolves even after a deadline that was not swept yet", () => {
    const interrupt = gate({ deadlineAt: DEADLINE_AT });
    const at = DEADLINE_AT + 5;
    expect(after(interrupt, { type: "invalidate", reason: "run.failed", at }).outcome).toEqual({
      kind: "invalidated",
      reason: "run.failed",
      at,
    });
    const done = { type: "resolve-elsewhere", resumeValue: null, at } as const;
    expect(after(interrupt, done).outcome).toEqual({
      kind: "resolved-elsewhere",
      resumeValue: null,
      at,
    });
  });

  it("names an interrupt that is open, once", () => {
    const named = { type: "name", interruptId: "acme/named-by-the-engine" } as const;
    const next = after(gate(), named);
    expect(next).toEqual(gate({ version: 2, interruptId: "acme/named-by-the-engine" }));
    expect(refusalOf(next, named)).toBe("nothing-to-change");
  });

  it("has the beginning of a conversation told, and waits for nothing", () => {
    const start = interruptOf(payloadOf("conversation.start"));
    expect(after(start, { type: "note", at: ASKED_AT }).outcome).toEqual(OUTCOMES.noted);
  });
});

const commands = (interrupt: Interrupt): readonly Command[] => [
  respond(interrupt, ACCEPT),
  respond(interrupt, REJECT),
  respond(interrupt, { action: "ask", question: "Why?" }),
  respond(interrupt, { answers: { q: "x" } }),
  respond(interrupt, ACCEPT, { by: person("eve", { scopes: [] }) }),
  respond(interrupt, ACCEPT, { by: person("grace") }),
  respond(interrupt, ACCEPT, { shown: "" }),
  respond(interrupt, ACCEPT, { at: DEADLINE_AT }),
  { type: "reply", askId: interrupt.exchanges[0]?.askId ?? "none", answer: "so", at: ASKED_AT },
  { type: "note", at: ASKED_AT },
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
    ["refined", "already-decided"],
    ["overridden", "already-decided"],
    ["answered", "already-decided"],
    ["noted", "already-decided"],
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
      const own = (id: string) => decide(interrupt, respond(interrupt, ACCEPT, { by: person(id) }));
      expect(own("ada")).toMatchObject({ refusal: { own: true } });
      expect(own("grace")).toMatchObject({ refusal: { own: false } });
    }
    for (const outcome of [OUTCOMES.elsewhere, OUTCOMES.noted]) {
      const ended = gate({ outcome });
      expect(decide(ended, respond(ended, ACCEPT))).toMatchObject({ refusal: { own: false } });
    }
  });
});

describe("any sequence of commands", () => {
  const start = fc.constantFrom(
    gate({ deadlineAt: DEADLINE_AT }),
    gate(),
    interruptOf(quorum(2), { deadlineAt: DEADLINE_AT }),
    interruptOf(question(), { deadlineAt: DEADLINE_AT }),
    interruptOf(payloadOf("custom")),
  );

  it("gives at most one outcome, raises the version by one a change, and changes nothing else", () => {
    fc.assert(
      fc.property(start, fc.array(fc.nat(14), { maxLength: 30 }), (first, picks) => {
        let now = frozen(first);
        let ends = 0;
        for (const pick of picks) {
          const command = frozen(commands(now)[pick]);
          if (command === undefined) continue;
          const decision = decide(now, command);
          // The same question always has the same answer.
          expect(decide(now, command)).toEqual(decision);
          if (!decision.ok) continue;
          expect(now.outcome).toBeUndefined();
          if (decision.next === now) {
            // Only a question that is asked back already is so already.
            expect(now.exchanges.length).toBeGreaterThan(0);
            continue;
          }
          expect(decision.next.version).toBe(now.version + 1);
          const { outcome, version, interruptId, votes, exchanges, ...rest } = decision.next;
          const {
            outcome: _o,
            version: _v,
            interruptId: _i,
            votes: _b,
            exchanges: _e,
            ...same
          } = first;
          expect(rest).toEqual(same);
          if (outcome !== undefined) ends += 1;
          now = frozen(decision.next);
          expect(version).toBeGreaterThan(first.version);
          expect(interruptId).toMatch(/^acme\//);
          expect(votes.length).toBeLessThanOrEqual(2);
          expect(exchanges.length).toBeLessThanOrEqual(picks.length);
        }
        expect(ends).toBeLessThanOrEqual(1);
      }),
      // The same question, twice.
      { examples: [[gate({ deadlineAt: DEADLINE_AT }), [2, 2]]] },
    );
  });
});

describe("a ballot", () => {
  it("takes no vote with which it would be too large to be written with every change", () => {
    const open = interruptOf(quorum(3));
    const vote = (gated: Interrupt, id: string, length: number) => {
      const edited = { action: "edit-accept", editedArtifactData: "x".repeat(length) };
      return respond(gated, edited, { by: person(id) });
    };
    const first = after(open, vote(open, "ada", 600_000));
    expect(refusalOf(first, vote(first, "grace", 600_000))).toBe("answer-invalid");
    expect(after(first, vote(first, "grace", 300_000)).votes).toHaveLength(2);
  });
});

it("What is only told can be answered by nobody, not even before it has ended", () => {
  const told = interruptOf(payloadOf("conversation.start"));
  expect(refusalOf(told, respond(told, "by whom?"))).toBe("nothing-to-change");
});
