import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  comparePlaces,
  formatAddress,
  parseAddress,
  urgency,
} from "../../../src/core/interrupt.ts";
import { approval, ASKED_AT, DEADLINE_AT, interruptOf } from "./samples.ts";

describe("places of a stream", () => {
  it.each([
    ["1-0", "2-0"],
    ["1-1", "1-2"],
    // By number, not by letter.
    ["9-0", "10-0"],
    ["1-9", "1-10"],
    ["1772532000000-0", "1772532000000-1"],
  ])("%s comes before %s", (one, other) => {
    expect(comparePlaces(one, other)).toBeLessThan(0);
    expect(comparePlaces(other, one)).toBeGreaterThan(0);
  });

  it("are equal when both numbers are", () => {
    expect(comparePlaces("7-3", "7-3")).toBe(0);
    // As somebody may write a place that has a time only.
    expect(comparePlaces("7", "7-0")).toBe(0);
  });

  it("are ordered as their numbers are", () => {
    const place = fc.tuple(fc.nat(), fc.nat());
    fc.assert(
      fc.property(place, place, ([a, b], [c, d]) => {
        const expected = Math.sign(a - c) || Math.sign(b - d);
        expect(Math.sign(comparePlaces(`${a}-${b}`, `${c}-${d}`))).toBe(expected);
      }),
    );
  });
});

describe("the order in which people should look", () => {
  const at = (deadlineAt: number | undefined, requestedAt = ASKED_AT) =>
    urgency(interruptOf(approval(), { deadlineAt, requestedAt }));

  it("has the soonest deadline first, then what has waited longest without one", () => {
    const ordered = [at(ASKED_AT), at(DEADLINE_AT), at(8e15), at(undefined, 0), at(undefined)];
    expect(ordered).toEqual([...ordered].sort((a, b) => a - b));
    expect(new Set(ordered).size).toBe(ordered.length);
  });
});

describe("an address", () => {
  it("is read as it was written, and nothing else is one", () => {
    const address = { platform: "slack", workspace: "T0ACME", channel: "C0FINANCE" } as const;
    expect(formatAddress(address)).toBe("slack:T0ACME/C0FINANCE");
    expect(parseAddress("slack:T0ACME/C0FINANCE")).toEqual(address);
    expect(parseAddress("discord:1/2")).toMatchObject({ platform: "discord" });
    const inThread = { ...address, thread: "1700000000.000100" };
    expect(parseAddress(formatAddress(inThread))).toEqual(inThread);
    const direct = { ...address, channel: "", user: "U0ADA" };
    expect(formatAddress(direct)).toBe("slack:T0ACME/@U0ADA");
    expect(parseAddress("slack:T0ACME/@U0ADA")).toEqual(direct);
    for (const text of [
      "",
      "slack",
      "slack:/C",
      "slack:T/",
      "irc:T/C",
      "slack:T/C/D/E",
      "slack:T/@",
      "slack:T/@U/D",
      "slack:T/C@",
      "Slack:T/C",
    ]) {
      expect(parseAddress(text)).toBeUndefined();
    }
  });
});
