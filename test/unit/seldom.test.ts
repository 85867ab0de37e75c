import { expect, it } from "vitest";
import { seldom } from "../../src/waiting/seldom.ts";

it("Each kind is let through at first, and again when the time is over", () => {
  let now = 0;
  const isDue = seldom(60_000, () => now);
  expect([isDue("a"), isDue("a"), isDue("b")]).toEqual([true, false, true]);
  now = 59_999;
  expect(isDue("a")).toBe(false);
  now = 60_000;
  expect([isDue("a"), isDue("a")]).toEqual([true, false]);
});
