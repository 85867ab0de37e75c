import { expect, it } from "vitest";
import { URGENCY } from "../../../src/core/budget.ts";
import { ALL_WAITING } from "../../../src/core/ports/interrupts.ts";
import { formatEligibility } from "../../../src/core/eligibility.ts";

it("An end is shown before what is new, and both before votes and reminders", () => {
  const { ended, posted, changed, reminded } = URGENCY;
  const order = [ended, posted, changed, reminded];
  expect(order.toSorted((one, other) => one - other)).toEqual(order);
});

it("The list of everything is named as no reference ever is", () => {
  const names = [
    formatEligibility({ type: "open" }),
    formatEligibility({ type: "group", name: ALL_WAITING }),
    formatEligibility({ type: "role", name: ALL_WAITING }),
    formatEligibility({ type: "principal", name: ALL_WAITING }),
  ];
  expect(names).not.toContain(ALL_WAITING);
});
