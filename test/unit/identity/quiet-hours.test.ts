import { describe, expect, it } from "vitest";
import { quietHours, quietSpan } from "../../../src/identity/quiet-hours.ts";

const NIGHT = { from: "18:00", to: "08:00", zone: "Europe/London" };
const at = (instant: string) => Date.parse(instant);
const span = (hours: typeof NIGHT, instant: string) => {
  const found = quietSpan(hours, at(instant));
  return found && [found.begin, found.end].map((each) => new Date(each).toISOString().slice(0, 16));
};

describe("quiet hours", () => {
  // London is at UTC in January and an hour ahead in July.
  it.each([
    ["2026-01-15T17:59:59.999Z", undefined],
    ["2026-01-15T18:00:00.000Z", ["2026-01-15T18:00", "2026-01-16T08:00"]],
    ["2026-01-16T07:59:59.999Z", ["2026-01-15T18:00", "2026-01-16T08:00"]],
    ["2026-01-16T08:00:00.000Z", undefined],
    ["2026-07-15T17:30:00.000Z", ["2026-07-15T17:00", "2026-07-16T07:00"]],
    ["2026-07-16T07:30:00.000Z", undefined],
    // Clocks go forward in this night, at 01:00 UTC: it is an hour shorter.
    ["2026-03-28T23:00:00.000Z", ["2026-03-28T18:00", "2026-03-29T07:00"]],
  ])("around %s are %j", (instant, expected) => {
    expect(span(NIGHT, instant)).toEqual(expected);
  });

  it("within one day begin and end on it", () => {
    const noon = { from: "12:00", to: "13:30", zone: "America/New_York" };
    expect(span(noon, "2026-01-15T16:59:00Z")).toBeUndefined();
    expect(span(noon, "2026-01-15T17:00:00Z")).toEqual(["2026-01-15T17:00", "2026-01-15T18:30"]);
    expect(span(noon, "2026-01-15T18:30:00Z")).toBeUndefined();
  });

  it("that a change of the clock leaves out are none, not a day", () => {
    // In this night 02:00 to 03:00 did not exist in Berlin.
    const gap = { from: "02:00", to: "03:00", zone: "Europe/Berlin" };
    expect(span(gap, "2026-03-29T01:00:00Z")).toBeUndefined();
    expect(span(gap, "2026-03-29T12:00:00Z")).toBeUndefined();
    expect(span(gap, "2026-03-30T00:30:00Z")).toEqual(["2026-03-30T00:00", "2026-03-30T01:00"]);
  });

  it.each([
    [{ ...NIGHT, zone: "Mars/Olympus" }, /a time zone like Europe\/London/],
    [{ ...NIGHT, from: "24:00" }, /a time of day, like '18:00'/],
    [{ ...NIGHT, from: 1080 }, /in quotes/],
    [{ ...NIGHT, to: "18:00" }, /begin and end at different times/],
  ])("that nobody can keep are refused: %j", (given, said) => {
    const read = quietHours.safeParse(given);
    expect(read.error?.issues.map(({ message }) => message).join()).toMatch(said);
  });
});
