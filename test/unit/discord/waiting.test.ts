import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { firstAnswerClock } from "../../../adapters/discord/waiting.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

// 3000 ms are Discord's; 2500 of them are ours, from when an interaction came.
describe("The time for a first answer", () => {
  it("runs from when the interaction came, so that what was looked up since comes out of it", () => {
    const cameAt = performance.now();
    vi.advanceTimersByTime(400);
    expect(firstAnswerClock({ cameAt })()).toBe(2100);
  });

  it("begins now where nothing was looked up, and never goes below nothing", () => {
    const left = firstAnswerClock({});
    expect(left()).toBe(2500);
    vi.advanceTimersByTime(2600);
    expect(left()).toBe(0);
  });
});
