import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRate, RATE } from "../../../src/http/rate.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const take = async (rate: ReturnType<typeof createRate>, caller: string, times: number) => {
  const waits: (number | undefined)[] = [];
  for (let index = 0; index < times; index += 1) waits.push(await rate.take(caller));
  return waits;
};

describe("The rate of requests", () => {
  it("lets exactly as many through as it says, then tells the seconds to wait", async () => {
    const rate = createRate({ requests: 3, withinS: 10 });
    expect(await take(rate, "10.0.0.1", 4)).toEqual([undefined, undefined, undefined, 10]);
    vi.advanceTimersByTime(9_400);
    // Rounded up: whoever waits as long as told is let in.
    expect(await rate.take("10.0.0.1")).toBe(1);
    vi.advanceTimersByTime(601);
    expect(await rate.take("10.0.0.1")).toBeUndefined();
  });

  it("counts every caller alone", async () => {
    const rate = createRate({ requests: 1, withinS: 10 });
    expect(await take(rate, "10.0.0.1", 2)).toEqual([undefined, 10]);
    expect(await rate.take("10.0.0.2")).toBeUndefined();
  });

  it("never tells to wait for less than a second, which a header could not say", async () => {
    const rate = createRate({ requests: 1, withinS: 10 });
    await rate.take("10.0.0.1");
    vi.advanceTimersByTime(9_999);
    expect(await rate.take("10.0.0.1")).toBe(1);
  });

  it("is far above what people and engines need, and far below what guessing needs", async () => {
    const rate = createRate();
    const waits = await take(rate, "10.0.0.1", RATE.requests + 1);
    expect(waits.slice(0, -1).every((wait) => wait === undefined)).toBe(true);
    expect(waits.at(-1)).toBe(RATE.withinS);
  });
});
