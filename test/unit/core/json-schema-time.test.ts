import { describe, expect, it } from "vitest";
import { inTime } from "../../../src/core/json-schema-time.ts";

describe("work in a bounded time", () => {
  it("gives what it gave", () => {
    expect(inTime(10_000, () => 7)).toEqual({ over: false, value: 7 });
  });

  it("that does not end is cut off, and the next is done", () => {
    const endless = (): never => {
      for (;;);
    };
    expect(inTime(20, endless)).toEqual({ over: true });
    expect(inTime(10_000, () => "next")).toEqual({ over: false, value: "next" });
  });

  it("throws what it threw", () => {
    const fault = new TypeError("broken");
    expect(() =>
      inTime(10_000, () => {
        throw fault;
      }),
    ).toThrow(fault);
  });
});
