import { describe, expect, it } from "vitest";
import { createAllowance } from "../../../src/core/json-schema-allowance.ts";

describe("The time for a check", () => {
  it("is a second, and never more", () => {
    const allowance = createAllowance();
    allowance.wasInTime();
    expect(allowance.ms()).toBe(1_000);
  });

  it("is halved by each that is cut off, in whole milliseconds, down to 50", () => {
    const allowance = createAllowance();
    const seen = Array.from({ length: 7 }, () => {
      allowance.wasCutOff();
      return allowance.ms();
    });
    expect(seen).toEqual([500, 250, 125, 63, 50, 50, 50]);
  });

  it("comes back as it went", () => {
    const allowance = createAllowance();
    for (let cut = 0; cut < 9; cut += 1) allowance.wasCutOff();
    const seen = Array.from({ length: 5 }, () => {
      allowance.wasInTime();
      return allowance.ms();
    });
    expect(seen).toEqual([100, 200, 400, 800, 1_000]);
  });
});
