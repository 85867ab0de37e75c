import { describe, expect, it } from "vitest";
import { createAllowance } from "../../../src/core/json-schema-allowance.ts";

const small = () => 0;

describe("The time for a check", () => {
  it("is a second, and never more, whatever the size", () => {
    const allowance = createAllowance();
    allowance.wasInTime();
    expect(allowance.ms(small)).toBe(1_000);
    allowance.wasCutOff();
    expect(allowance.ms(() => 100_000_000)).toBe(1_000);
  });

  it("is halved by each that is cut off, in whole milliseconds, down to 50", () => {
    const allowance = createAllowance();
    const seen = Array.from({ length: 7 }, () => {
      allowance.wasCutOff();
      return allowance.ms(small);
    });
    expect(seen).toEqual([500, 250, 125, 63, 50, 50, 50]);
  });

  it("comes back as it went", () => {
    const allowance = createAllowance();
    for (let cut = 0; cut < 9; cut += 1) allowance.wasCutOff();
    const seen = Array.from({ length: 5 }, () => {
      allowance.wasInTime();
      return allowance.ms(small);
    });
    expect(seen).toEqual([100, 200, 400, 800, 1_000]);
  });

  // A text of 900,000 characters takes a pattern up to 180 ms on a slow machine.
  it("is never too little for a large value", () => {
    const allowance = createAllowance();
    for (let cut = 0; cut < 9; cut += 1) allowance.wasCutOff();
    expect(allowance.ms(() => 900_000)).toBe(50 + 440);
    expect(allowance.ms(() => 1)).toBe(51);
  });
});
