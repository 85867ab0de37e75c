import { describe, expect, it } from "vitest";
import { decide } from "../../../src/core/decide.ts";
import { nextDue, planSteps } from "../../../src/core/steps.ts";
import { approval, interruptOf } from "./samples.ts";

const HOUR = 3_600_000;
const asked = { requestedAt: 10 * HOUR, deadlineAt: 20 * HOUR };
const to = ["slack:T0ACME/C0BOSS"];

describe("the steps of an interrupt", () => {
  it("are its reminders before the deadline and its escalation after the request, soonest first", () => {
    const plan = { remindBeforeMs: [HOUR, 4 * HOUR], escalate: { afterMs: 8 * HOUR, to } };
    expect(planSteps(asked, plan)).toEqual([
      { kind: "remind", at: 16 * HOUR },
      { kind: "escalate", at: 18 * HOUR, to },
      { kind: "remind", at: 19 * HOUR },
    ]);
  });

  it("are none where there is no deadline to remind of", () => {
    const open = { requestedAt: 10 * HOUR };
    expect(planSteps(open, { remindBeforeMs: [HOUR] })).toEqual([]);
    expect(planSteps(open, { remindBeforeMs: [], escalate: { afterMs: HOUR, to } })).toEqual([
      { kind: "escalate", at: 11 * HOUR, to },
    ]);
  });

  it("remind after the quiet hours, or before them where the deadline would come first", () => {
    // Quiet from 15 to 18: the reminder at 16 waits until 18, the one at 19 is not concerned.
    const quietAt = (first: number, last: number) => (at: number) =>
      first * HOUR <= at && at < last * HOUR
        ? { begin: first * HOUR, end: last * HOUR }
        : undefined;
    const plan = { remindBeforeMs: [HOUR, 4 * HOUR], escalate: { afterMs: 6 * HOUR, to } };
    expect(planSteps(asked, { ...plan, quietAt: quietAt(15, 18) })).toEqual([
      { kind: "escalate", at: 16 * HOUR, to },
      { kind: "remind", at: 18 * HOUR },
      { kind: "remind", at: 19 * HOUR },
    ]);
    // The deadline at 20 falls in them: both reminders come when they begin, and count as one.
    expect(planSteps(asked, { ...plan, escalate: undefined, quietAt: quietAt(15, 21) })).toEqual([
      { kind: "remind", at: 15 * HOUR },
      { kind: "remind", at: 15 * HOUR },
    ]);
    // Nobody is reminded of what was asked in quiet hours that outlast its deadline.
    expect(planSteps(asked, { ...plan, escalate: undefined, quietAt: quietAt(9, 21) })).toEqual([]);
  });

  it("never come before the request, nor at or after the deadline", () => {
    // Ten hours before the deadline is the request itself.
    const plan = { remindBeforeMs: [10 * HOUR, 30 * HOUR], escalate: { afterMs: 10 * HOUR, to } };
    expect(planSteps(asked, plan)).toEqual([]);
  });
});

const steps = planSteps(asked, {
  remindBeforeMs: [4 * HOUR, HOUR],
  escalate: { afterMs: 8 * HOUR, to },
});
const waiting = interruptOf(approval(), { ...asked, steps, destinations: ["slack:T0ACME/C0"] });

function after(at: number, interrupt = waiting) {
  const decision = decide(interrupt, { type: "step", at });
  return decision.ok ? decision.next : decision.refusal.code;
}

describe("a step that is due", () => {
  it("is a reminder, once", () => {
    const next = after(16 * HOUR);
    expect(next).toMatchObject({ remindedAt: 16 * HOUR, version: waiting.version + 1 });
    if (typeof next === "string") throw new Error(next);
    expect(next.steps).toEqual(steps.slice(1));
    expect(after(16 * HOUR, next)).toBe("nothing-to-change");
  });

  it("is the newest reminder only, where an outage made several overdue, and the escalation with it", () => {
    expect(after(19 * HOUR)).toMatchObject({
      remindedAt: 19 * HOUR,
      destinations: ["slack:T0ACME/C0", ...to],
      steps: [],
    });
  });

  it("shows it at no address twice", () => {
    const there = { ...waiting, destinations: [...to] };
    expect(after(18 * HOUR, there)).toMatchObject({ destinations: to, remindedAt: 16 * HOUR });
  });

  it("keeps the last reminder where only the escalation is due", () => {
    const reminded = after(16 * HOUR);
    if (typeof reminded === "string") throw new Error(reminded);
    expect(after(18 * HOUR, reminded)).toMatchObject({ remindedAt: 16 * HOUR });
  });

  it("does not come before its time, nor after the end", () => {
    expect(after(16 * HOUR - 1)).toBe("nothing-to-change");
    expect(after(16 * HOUR, { ...waiting, outcome: { kind: "expired", at: 1 } })).toBe("expired");
  });
});

describe("when something is due next", () => {
  it("is the first step, then the deadline, then never", () => {
    expect(nextDue(waiting)).toBe(16 * HOUR);
    expect(nextDue({ ...waiting, steps: [] })).toBe(20 * HOUR);
    expect(nextDue({ ...waiting, steps: [], deadlineAt: undefined })).toBeUndefined();
    expect(nextDue({ ...waiting, deadlineAt: undefined })).toBe(16 * HOUR);
    expect(nextDue({ ...waiting, outcome: { kind: "expired", at: 1 } })).toBeUndefined();
  });
});

describe("what none of its addresses takes", () => {
  const fallBack = (addresses: readonly string[], interrupt = waiting) =>
    decide(interrupt, { type: "fall-back", to: addresses });

  it("is shown at other ones besides, once, and only where it is not yet", () => {
    const moved = fallBack(["slack:T0ACME/C0", ...to]);
    if (!moved.ok) throw new Error(moved.refusal.code);
    expect(moved.next).toMatchObject({
      destinations: ["slack:T0ACME/C0", ...to],
      fallback: "usual-channels",
      version: waiting.version + 1,
    });
    expect(fallBack(["slack:T0ACME/C0MORE"], moved.next)).toMatchObject({
      refusal: { code: "nothing-to-change" },
    });
  });

  it("is known to be asked of nobody where there is no other, before or after that, once", () => {
    const lost = fallBack([]);
    if (!lost.ok) throw new Error(lost.refusal.code);
    expect(lost.next).toMatchObject({
      destinations: ["slack:T0ACME/C0"],
      fallback: "nobody",
      version: waiting.version + 1,
    });
    expect(fallBack([], lost.next)).toMatchObject({ refusal: { code: "nothing-to-change" } });
    const moved = fallBack(to);
    if (!moved.ok) throw new Error(moved.refusal.code);
    expect(fallBack([], moved.next)).toMatchObject({ next: { fallback: "nobody" } });
  });

  it("has ended with its interrupt", () => {
    const outcome = { kind: "noted", at: 11 * HOUR } as const;
    expect(fallBack(to, { ...waiting, outcome }).ok).toBe(false);
  });
});
