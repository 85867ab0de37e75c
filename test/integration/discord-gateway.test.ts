import { describe, expect, it } from "vitest";
import { approval, cardOf } from "../unit/discord/samples.ts";
import { post, pressOn, setUp } from "./discord-stage.ts";

/** The connection to the gateway when it is there and hears nothing. */

const card = cardOf(approval());
const accept = `parley:accept:${card.reference}`;

describe("A connection", () => {
  it("whose heartbeats are not acknowledged is given up and resumed, and takes presses again", async () => {
    const { discord, inbound, platform, lines } = await setUp({ start: false });
    // As at Discord but for its pace: 41 seconds would be waited for.
    discord.faults.heartbeatIntervalMs = 400;
    const posted = await post(platform, card);
    await platform.start(inbound);
    // The next connection waits as at Discord, so that a machine that is busy does not break it once more.
    discord.faults.heartbeatIntervalMs = 41_250;
    discord.faults.muteHeartbeatAcks = true;
    const isNoticed = () => lines.some((line) => line.includes("connecting again"));
    await expect.poll(isNoticed).toBe(true);
    discord.faults.muteHeartbeatAcks = false;
    await expect.poll(() => platform.state()).toBe("serving");
    expect(await pressOn(discord, posted, accept)).toMatchObject({ ok: true });
    expect(inbound.presses).toHaveLength(1);
    await platform.stop();
    // It has not gone on breaking since.
    expect(lines.filter((line) => line.includes("connecting again"))).toHaveLength(1);
  });

  it("to an application whose interactions go to a web address says at start that none will come", async () => {
    const { discord, inbound, platform, lines } = await setUp({
      start: false,
      endpoint: "https://parley.example/discord/interactions",
    });
    await platform.start(inbound);
    expect(lines.filter((line) => line.includes("Interactions Endpoint URL is set"))).toHaveLength(
      1,
    );
    expect(lines.join()).toContain('"degraded":true');
    expect(discord.connected).toBe(1);
  });

  it("registers its command where it serves, and nowhere besides", async () => {
    const { discord } = await setUp();
    expect(discord.stored.commands()).toMatchObject([
      { name: "pending", guildId: expect.any(String) },
    ]);
  });
});
