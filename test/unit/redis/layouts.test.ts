import { describe, expect, it } from "vitest";
import { type Interrupt, LAYOUT } from "../../../src/core/interrupt.ts";
import { broughtUp, responseOf, type StoredState } from "../../../src/redis/layouts.ts";
import { approval, ASKED_AT, interruptOf, OUTCOMES, voteOf } from "../core/samples.ts";

const by = { id: "ada", name: "Ada Lovelace" };
const at = ASKED_AT + 120_000;

/** A record as layout 1 wrote it: no votes, no questions back. */
function first(outcome?: StoredState["outcome"]): StoredState {
  const { payload: _p, votes: _v, exchanges: _e, ...rest } = interruptOf(approval());
  return { ...rest, layout: 1, ...(outcome === undefined ? {} : { outcome }) };
}

/** The same as the present layout has it. */
function present(outcome?: Interrupt["outcome"]) {
  const { payload: _p, ...rest } = interruptOf(approval(), { outcome });
  return rest;
}

describe("a record of layout 1", () => {
  it("that is open has no votes and no questions", () => {
    expect(broughtUp(first())).toEqual(present());
  });

  it("has the number of the layout that it is written as from now on", () => {
    expect(broughtUp(first()).layout).toBe(LAYOUT);
  });

  it.each([
    ["accept", "granted"],
    ["reject", "rejected"],
  ] as const)(
    "that was decided (%s) has the resume value it was announced with",
    (action, verdict) => {
      const old = { kind: "decided", action, by, via: "slack", at } as const;
      expect(broughtUp(first(old)).outcome).toEqual({
        kind: "decided",
        verdict,
        action,
        resumeValue: { action, decidedBy: "ada", decidedAt: "2026-03-03T10:02:00.000Z" },
        by,
        via: "slack",
        at,
      });
    },
  );

  it("that was answered has its answers by question", () => {
    const old = { kind: "answered", answers: { q: "Friday" }, by, via: "slack", at } as const;
    expect(broughtUp(first(old)).outcome).toEqual(OUTCOMES.answered);
  });

  it.each(["expired", "elsewhere", "withdrawn"] as const)(
    "that ended as %s is as it was",
    (name) => {
      expect(broughtUp(first(OUTCOMES[name])).outcome).toEqual(OUTCOMES[name]);
    },
  );
});

describe("a record of the present layout", () => {
  it("is read as it was written, however it ended", () => {
    for (const outcome of Object.values(OUTCOMES)) {
      const { payload: _p, ...state } = interruptOf(approval(), {
        outcome,
        votes: [voteOf("ada", "accept")],
        exchanges: [{ askId: "a", question: "Why?", by, via: "slack", at }],
      });
      expect(broughtUp(state)).toEqual(state);
    }
  });
});

describe("a press", () => {
  it.each([
    [{ action: "accept" }, { resumeValue: { action: "accept" } }],
    [{ action: "answer", answer: "Friday" }, { answer: "Friday" }],
    [{ answer: "" }, { answer: "" }],
    [{ resumeValue: null }, { resumeValue: null }],
    [{ resumeValue: { action: "accept" } }, { resumeValue: { action: "accept" } }],
    // Nothing that either layout wrote: it means nothing, and the core says so.
    [{}, { resumeValue: { action: null } }],
    [{ answer: 7 }, { resumeValue: { action: null } }],
  ])("case %# of any layout says what it said", (stored, response) => {
    expect(responseOf(stored)).toEqual(response);
  });
});
