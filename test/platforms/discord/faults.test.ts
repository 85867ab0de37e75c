import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { approvals, call, stage, type Stage } from "./harness.ts";

let discord: Stage;

beforeEach(async () => {
  discord = await stage();
});

afterEach(() => discord.close());

const path = `/channels/${approvals}/messages`;
const match = { method: "POST", path: /\/messages$/ };
const post = () => call(discord, "POST", path, { content: "c" });
const kept = () => discord.stored.messages(approvals).length;

describe("REST faults", () => {
  it.each([
    ["before", 0],
    ["after", 1],
  ] as const)("can fail %s the work is done", async (when, left) => {
    discord.faults.onRest(match, { kind: "error", when, status: 503 });
    expect((await post()).status).toBe(503);
    expect(kept()).toBe(left);
    expect((await post()).status).toBe(200);
  });

  it.each([
    ["before", 0],
    ["after", 1],
  ] as const)("can cut the connection %s the work is done", async (when, left) => {
    discord.faults.onRest(match, { kind: "reset", when });
    await expect(post()).rejects.toThrow("fetch failed");
    expect(kept()).toBe(left);
    expect(discord.log.at(-1)).toMatchObject({ route: "/channels/:channel/messages", status: 0 });
  });

  it("can refuse with a number of Discord's own", async () => {
    discord.faults.onRest(match, { kind: "error", when: "before", status: 400, code: 200_000 });
    expect(await post()).toMatchObject({ status: 400, code: 200_000 });
    expect(kept()).toBe(0);
  });

  it("can hold an answer back for a time on the clock", async () => {
    discord.faults.onRest(match, { kind: "delay", when: "after", ms: 5000 });
    let answered = false;
    const slow = post().then((answer) => {
      answered = true;
      return answer;
    });
    await discord.until(() => discord.log.length === 1);
    expect([kept(), answered]).toEqual([1, false]);
    discord.manual.advance(5000);
    expect((await slow).status).toBe(200);
  });

  it("can limit the rate, with the header that says how long or without it", async () => {
    discord.faults.onRest(match, { kind: "rate-limit", retryAfter: 2, scope: "shared" });
    discord.faults.onRest(match, { kind: "rate-limit", retryAfter: "absent" });
    const [told, untold] = [await post(), await post()];
    expect(told.body).toMatchObject({ retry_after: 2, global: false });
    expect([told.status, told.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(told.headers.get("x-ratelimit-scope")).toBe("shared");
    expect([untold.status, untold.headers.get("retry-after")]).toEqual([429, null]);
    expect(kept()).toBe(0);
  });

  it("hit as many calls as they were told to and no others", async () => {
    discord.faults.onRest({ ...match, times: 2 }, { kind: "error", when: "before" });
    expect((await call(discord, "GET", path)).status).toBe(200);
    const statuses = [await post(), await post(), await post()].map(({ status }) => status);
    expect(statuses).toEqual([500, 500, 200]);
  });
});

describe("the order of a REST answer and the event about it", () => {
  it("is mixed unless a test asks for one of the two, and the same on every run", () => {
    const { faults } = discord;
    const taken = () => Array.from({ length: 20 }, () => faults.takeEventFirst());
    expect(new Set(taken())).toEqual(new Set([true, false]));
    faults.order = "answer-first";
    expect(new Set(taken())).toEqual(new Set([false]));
    faults.order = "event-first";
    expect(new Set(taken())).toEqual(new Set([true]));
  });
});

describe("rate limits", () => {
  it("let five messages in five seconds through and tell how long to wait", async () => {
    await discord.close();
    discord = await stage({ rateLimits: {} });
    const answers = [await post(), await post(), await post(), await post(), await post()];
    expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining")).join("")).toBe(
      "43210",
    );
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("5");
    discord.manual.advance(5000);
    expect((await post()).status).toBe(200);
  });

  it("grow with the scale they are given", async () => {
    await discord.close();
    discord = await stage({ rateLimits: { scale: 2 } });
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await post()).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});
