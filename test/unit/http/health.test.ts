import { describe, expect, it } from "vitest";
import { createApp } from "../../../src/http/app.ts";

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

function app(isReady: boolean, dependencies: readonly string[] = []) {
  return createApp({
    doors: {} as never,
    // Nobody may ask anything more.
    rate: { take: async () => 60 },
    addressOf: () => "address",
    health: { isReady: () => isReady, dependencies: async () => dependencies },
    log: quiet,
  });
}

async function asked(path: string, ...how: Parameters<typeof app>) {
  const response = await app(...how).request(path, { headers: { "OpenWOP-Version": "0.1" } });
  return [response.status, await response.text()];
}

describe("Whoever watches the process", () => {
  it("hears that it lives, whatever else is wrong, without credential and outside the rate limit", async () => {
    expect(await asked("/healthz", false)).toEqual([200, "alive\n"]);
    expect(await asked("/other", true)).not.toMatchObject([200]);
  });

  it("hears that it is not ready before it has begun and while it ends, with what it waits for", async () => {
    const states = ["redis: serving", "discord: starting"];
    expect(await asked("/readyz", false, states)).toEqual([
      503,
      "not ready\nredis: serving\ndiscord: starting\n",
    ]);
  });

  it("hears that it is ready also while something is away, and what", async () => {
    const states = ["redis: degraded: it does not answer", "discord: standby"];
    expect(await asked("/readyz", true, states)).toEqual([
      200,
      "ready\nredis: degraded: it does not answer\ndiscord: standby\n",
    ]);
  });
});
