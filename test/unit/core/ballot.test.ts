import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cast,
  neededFor,
  tally,
  verdictOf,
  voteOf as liveVoteOf,
} from "../../../src/core/ballot.ts";
import { decide } from "../../../src/core/decide.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import type { ApprovalData } from "../../../src/core/payload.ts";
import { ASKED_AT, interruptOf, person, quorum, respond, voteOf } from "./samples.ts";

/**
 * `A+` accepts, `A-` rejects, `Ar` sends back, `Ae:x` accepts the edit x, `A?` asks back. `O` may override, and
 * gives a reason; each step comes a millisecond after the one before.
 */
function submission(step: string): Json {
  const [what, content = ""] = step.slice(1).split(":");
  switch (what) {
    case "+":
      return { action: "accept", ...(step.startsWith("O") ? { feedback: "It cannot wait" } : {}) };
    case "-":
      return { action: "reject" };
    case "r":
      return { action: "refine", refineFeedback: { scope: "whole" } };
    case "e":
      return { action: "edit-accept", editedArtifactData: content };
    default:
      return { action: "ask", question: "Why?" };
  }
}

/** Status after each step: `pending`, the verdict, or the code of a refusal. */
function play(data: Partial<ApprovalData>, steps: readonly string[]) {
  let now: Interrupt = interruptOf(quorum(1, data));
  const states = steps.map((step, index) => {
    const id = step.slice(0, 1);
    const by = person(id, { override: id === "O" });
    const command = respond(now, submission(step), { by, at: ASKED_AT + 1 + index });
    const decision = decide(now, command);
    if (!decision.ok) return decision.refusal.code;
    now = decision.next;
    return now.outcome?.kind === "decided" ? now.outcome.verdict : "pending";
  });
  return { states, end: now };
}

const MAJORITY = { rejectionPolicy: "majority" } as const;
const BYPASS = { overrideBypassesQuorum: true } as const;
const LATE = "already-decided";

describe("the worked examples of a quorum", () => {
  it.each<[string, Partial<ApprovalData>, string[], string[]]>([
    ["1: one voice is enough where nothing else is said", {}, ["A+"], ["granted"]],
    [
      "2: three of three",
      { requiredApprovals: 3 },
      ["A+", "B+", "C+"],
      ["pending", "pending", "granted"],
    ],
    [
      "3: a single veto decides, and what comes later is late",
      { requiredApprovals: 3 },
      ["A+", "B-", "C+"],
      ["pending", "rejected", LATE],
    ],
    [
      "4: a majority of three is two",
      { requiredApprovals: 3, ...MAJORITY },
      ["A-", "B-"],
      ["pending", "rejected"],
    ],
    [
      "5: one rejection under majority stops nothing",
      { requiredApprovals: 3, ...MAJORITY },
      ["A+", "B+", "C-", "D+"],
      ["pending", "pending", "pending", "granted"],
    ],
    [
      "6: a tie stays open until somebody grants",
      { requiredApprovals: 2, ...MAJORITY },
      ["A+", "B-", "C+"],
      ["pending", "pending", "granted"],
    ],
    [
      "6: or until somebody rejects",
      { requiredApprovals: 2, ...MAJORITY },
      ["A+", "B-", "C-"],
      ["pending", "pending", "rejected"],
    ],
    [
      "7: half is no majority",
      { requiredApprovals: 4, ...MAJORITY },
      ["A-", "B-", "C-"],
      ["pending", "pending", "rejected"],
    ],
    [
      "8: one person is one voice, however often",
      { requiredApprovals: 2 },
      ["A+", "A+", "A+", "B+"],
      ["pending", "pending", "pending", "granted"],
    ],
    ["9: a changed vote can veto", { requiredApprovals: 2 }, ["A+", "A-"], ["pending", "rejected"]],
    [
      "10: a withdrawn rejection no longer counts",
      { requiredApprovals: 3, ...MAJORITY },
      ["A-", "A+", "B+", "C+"],
      ["pending", "pending", "pending", "granted"],
    ],
    ["11: one sends back under single veto", { requiredApprovals: 2 }, ["Ar"], ["refined"]],
    [
      "11: two send back under majority",
      { requiredApprovals: 3, ...MAJORITY },
      ["Ar", "Br"],
      ["pending", "refined"],
    ],
    [
      "11: sending back and rejecting are counted apart",
      { requiredApprovals: 3, ...MAJORITY },
      ["Ar", "B-"],
      ["pending", "pending"],
    ],
    [
      "12: only grants of the same content add up",
      { requiredApprovals: 2 },
      ["A+", "Be:x", "Ce:x"],
      ["pending", "pending", "granted"],
    ],
    [
      "13: who may override releases the gate alone",
      { requiredApprovals: 3, ...BYPASS },
      ["A+", "O+"],
      ["pending", "overridden"],
    ],
    [
      "13: and counts once where the gate does not allow it",
      { requiredApprovals: 3 },
      ["A+", "O+", "B+"],
      ["pending", "pending", "granted"],
    ],
    [
      "14: an override that completes the quorum is an ordinary vote",
      { requiredApprovals: 2, ...BYPASS },
      ["A+", "O+"],
      ["pending", "granted"],
    ],
    [
      "15: an override cannot open again what was rejected",
      { requiredApprovals: 3, ...BYPASS },
      ["A-", "O+"],
      ["rejected", LATE],
    ],
    [
      "16: an override stands above a rejection that did not decide",
      { requiredApprovals: 3, ...MAJORITY, ...BYPASS },
      ["A-", "O+"],
      ["pending", "overridden"],
    ],
    [
      "17: asking back is no vote",
      { requiredApprovals: 2 },
      ["A?", "A+", "B+"],
      ["pending", "pending", "granted"],
    ],
  ])("%s", (_, data, steps, expected) => {
    expect(play(data, steps).states).toEqual(expected);
  });

  it("12: the engine continues with the edit that two approved", () => {
    const { end } = play({ requiredApprovals: 2 }, ["A+", "Be:x", "Ce:x"]);
    expect(end.outcome).toMatchObject({
      action: "edit-accept",
      resumeValue: { action: "edit-accept", editedArtifactData: "x" },
    });
  });

  it("4: nothing but the vote has changed before it decides", () => {
    const { end } = play({ requiredApprovals: 3, ...MAJORITY }, ["A-"]);
    expect(end).toMatchObject({ version: 2, votes: [{ by: { id: "A" }, action: "reject" }] });
    expect(end.outcome).toBeUndefined();
  });
});

describe("the thresholds", () => {
  // n, and how many rejections decide under majority: more than half of n, whoever may vote.
  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 3],
    [6, 4],
    [7, 4],
  ])("of %i approvals are so many grants, one veto, or a majority of %i", (needed, majority) => {
    const { data } = quorum(needed);
    expect(tally(data, [])).toEqual({ grants: 0, rejects: 0, refines: 0, needed, vetoes: 1 });
    expect(tally({ ...data, ...MAJORITY }, []).vetoes).toBe(majority);
  });

  it("are each for their own kind of vote: none counts as another", () => {
    const votes = (["accept", "edit-accept", "reject", "refine"] as const).map((action) =>
      voteOf(action, action),
    );
    expect(tally(quorum(5).data, [...votes, voteOf("another", "reject")])).toMatchObject({
      grants: 1,
      rejects: 2,
      refines: 1,
    });
  });

  it("are one of everything where nothing is said", () => {
    const { requiredApprovals: _, ...data } = quorum(1).data;
    expect(neededFor(data)).toBe(1);
    expect(tally(data, [])).toMatchObject({ needed: 1, vetoes: 1 });
  });

  it("are reached by nothing that was not cast: a gate that cannot be reached any more stays open", () => {
    const { data } = quorum(3, MAJORITY);
    const votes = [voteOf("a", "reject"), voteOf("b", "accept"), voteOf("c", "refine")];
    for (const latest of votes) expect(verdictOf(data, votes, latest)).toBeUndefined();
  });
});

describe("what a vote grants", () => {
  const { data } = quorum(2);
  const edit = (id: string, editedArtifactData: Json) =>
    voteOf(id, "edit-accept", { resumeValue: { action: "edit-accept", editedArtifactData } });
  const grants = (one: Json, other: Json) => tally(data, [edit("a", one), edit("b", other)]).grants;

  it.each<[string, Json, Json, number]>([
    [
      "is one content in whatever order its members were written",
      { a: 1, b: 2 },
      { b: 2, a: 1 },
      2,
    ],
    ["is one content however a number was written", { a: 1.0 }, { a: 1 }, 2],
    ["is another content with another value", { a: 1 }, { a: 2 }, 1],
    ["is another content in another order of a list", [1, 2], [2, 1], 1],
    ["tells a number from its text", 1, "1", 1],
    ["tells null from nothing at all", null, {}, 1],
  ])("%s", (_, one, other, count) => {
    expect(grants(one, other)).toBe(count);
  });

  it("by an edit that changes nothing is still the edit", () => {
    const original = { amount: 7 };
    const gate = quorum(2, { artifactData: original }).data;
    const votes = [voteOf("a", "accept"), edit("b", original)];
    expect(tally(gate, votes).grants).toBe(1);
    expect(verdictOf(gate, votes, edit("b", original))).toBeUndefined();
  });

  it("is told by the other word of its action, whatever an edit holds", () => {
    // No edit can stand for the artifact as it was sent.
    const votes = [voteOf("a", "accept"), edit("b", "as sent")];
    expect(tally(data, votes).grants).toBe(1);
  });
});

describe("the live vote of a principal", () => {
  const placed = (place: string, action: "accept" | "reject" = "accept") =>
    voteOf("ada", action, { place });

  it("is the later one, whatever order the two are handled in", () => {
    const early = placed("1000-0", "reject");
    const late = placed("1000-1");
    expect(cast([early], late)).toEqual([late]);
    expect(cast([late], early)).toBeUndefined();
  });

  it("is the one handled last where the two have the same place: a press handled again counts", () => {
    const once = placed("1000-0");
    const again = placed("1000-0");
    expect(cast([once], again)).toEqual([again]);
  });

  it("keeps its seat among the others", () => {
    const votes = [voteOf("a", "accept"), voteOf("b", "accept")];
    const changed = voteOf("a", "reject", { place: `${ASKED_AT + 9}-0` });
    expect(cast(votes, changed)).toEqual([changed, votes[1]]);
  });

  it("is told by the principal's id, whatever names people have", () => {
    const votes = [voteOf("ada", "accept")];
    expect(liveVoteOf(votes, { id: "ada", name: "renamed" })).toBe(votes[0]);
    expect(liveVoteOf(votes, { id: "eve", name: "Ada" })).toBeUndefined();
    expect(liveVoteOf(votes, "bearer")).toBeUndefined();
  });

  it("of tokens that name nobody is one for all of them", () => {
    const nobody = voteOf("x", "accept", { by: "bearer" });
    expect(liveVoteOf([nobody], "bearer")).toBe(nobody);
    expect(liveVoteOf([nobody], { id: "bearer", name: "bearer" })).toBeUndefined();
  });

  it("is the same whatever order the placed votes of one principal are handled in", () => {
    const places = fc.uniqueArray(fc.tuple(fc.nat(50), fc.nat(3)), {
      minLength: 1,
      maxLength: 8,
      selector: ([ms, number]) => `${ms}-${number}`,
    });
    const orders = places.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    // A majority of three, so that nothing one person does can end it.
    const gate = interruptOf(quorum(3, MAJORITY));
    const actions = ["+", "-", "r", "e:x"];
    const handle = (all: readonly (readonly [number, number])[]) =>
      all.reduce<Interrupt>((now, [ms, number]) => {
        const value = submission(`A${actions[(ms + number) % actions.length] ?? "+"}`);
        const decision = decide(now, respond(now, value, { place: `${ms}-${number}` }));
        return decision.ok ? decision.next : now;
      }, gate).votes;
    fc.assert(
      fc.property(orders, ([inOrder, shuffled]) => {
        const [live, ...others] = handle(shuffled);
        expect(others).toEqual([]);
        const [ms, number] = [...inOrder].sort((a, b) => a[0] - b[0] || a[1] - b[1]).at(-1) ?? [];
        expect(live?.place).toBe(`${ms}-${number}`);
      }),
    );
  });
});

describe("any sequence of submissions by anybody on any gate", () => {
  const gates = fc.record({
    requiredApprovals: fc.integer({ min: 1, max: 4 }),
    rejectionPolicy: fc.constantFrom("single-veto" as const, "majority" as const),
    overrideBypassesQuorum: fc.boolean(),
  });
  const voices = ["+", "-", "r", "e:x", "e:y", "?"];
  const steps = fc.array(
    fc.record({
      who: fc.constantFrom("A", "B", "C", "D", "O"),
      what: fc.constantFrom(...voices),
      place: fc.nat(20),
    }),
    { maxLength: 25 },
  );

  /** What a live vote grants, told independently of the product's way. */
  const contentOf = ({ action, resumeValue }: Interrupt["votes"][number]) =>
    action === "accept" || action === "edit-accept"
      ? `${action} ${JSON.stringify((resumeValue as { editedArtifactData?: Json }).editedArtifactData)}`
      : undefined;

  it("grants nothing that fewer people approved than the gate asks for, and has one vote a person", () => {
    fc.assert(
      fc.property(gates, steps, (data, sequence) => {
        let now: Interrupt = interruptOf(quorum(1, data));
        for (const { who, what, place } of sequence) {
          const before = Object.freeze(now);
          const by = person(who, { override: who === "O" });
          const command = respond(now, submission(`${who}${what}`), { by, place: `${place}-0` });
          const decision = decide(now, command);
          if (before.outcome !== undefined) expect(decision.ok).toBe(false);
          if (!decision.ok) continue;
          now = decision.next;
          const ids = now.votes.map((vote) => (vote.by === "bearer" ? "" : vote.by.id));
          expect(new Set(ids).size).toBe(ids.length);
          if (now.outcome?.kind !== "decided") continue;
          const { verdict, action, resumeValue } = now.outcome;
          const of = (each: string) => now.votes.filter((vote) => vote.action === each).length;
          const vetoes =
            data.rejectionPolicy === "majority" ? Math.floor(data.requiredApprovals / 2) + 1 : 1;
          if (verdict === "granted") {
            const content = `${action} ${JSON.stringify((resumeValue as { editedArtifactData?: Json }).editedArtifactData)}`;
            const same = now.votes.filter((vote) => contentOf(vote) === content);
            expect(same.length).toBeGreaterThanOrEqual(data.requiredApprovals);
          }
          if (verdict === "rejected") expect(of("reject")).toBe(vetoes);
          if (verdict === "refined") expect(of("refine")).toBe(vetoes);
          if (verdict === "overridden") {
            expect(data.overrideBypassesQuorum).toBe(true);
            expect(now.outcome.by).toMatchObject({ id: "O" });
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
