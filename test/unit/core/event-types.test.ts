import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEventType } from "../../../src/core/event-types.ts";

describe("the type of an event", () => {
  it.each([
    "interrupt.requested",
    "interrupt.resolved",
    "node.suspended",
    "node.suspend-failed",
    "run.cancelled",
    "run.restored-from-snapshot",
    // Registered still, though older than interrupt.*.
    "approval.requested",
    "clarification.resolved",
    "compensation.manual-intervention-required",
    "envelope.nl-to-format-engaged",
    // Of vendors: ours, with three words, with digits, with an organisation of two words.
    "parley.interrupt.voted",
    "acme.invoice-paid",
    "acme.invoice.paid",
    "a1.b2.c3",
    "acme-corp.x",
    // Only the whole word is reserved.
    "openwops.x",
  ])("may be %s", (type) => {
    expect(isEventType(type)).toBe(true);
  });

  it.each([
    "",
    "interruptrequested",
    "interrupt.requestedNow",
    "Interrupt.requested",
    "interrupt.requested ",
    "interrupt.requested\n",
    "interrupt_requested.x",
    "interrupt.",
    ".requested",
    "interrupt..requested",
    "acme.a.b.c",
    "acme.-a",
    "acme.a-",
    "acme.a--b",
    "1acme.x",
    "acme.1x",
    "openwop.x",
    "openwop.interrupt.requested",
    "café.x",
  ])("cannot be %j", (type) => {
    expect(isEventType(type)).toBe(false);
  });

  it("is two or three words joined by dots, whatever the words", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,5}){0,2}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        fc.pre(words[0] !== "openwop");
        expect(isEventType(words.join("."))).toBe(words.length === 2 || words.length === 3);
      }),
    );
  });

  it("is judged in a moment, however long it is", () => {
    const before = Date.now();
    expect(isEventType(`${"a-".repeat(500_000)}.`)).toBe(false);
    expect(Date.now() - before).toBeLessThan(5_000);
  });
});
