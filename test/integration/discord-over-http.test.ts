import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { discordPlatform, type DiscordPlatform } from "../../adapters/discord/index.ts";
import { interactionsDoor } from "../../adapters/discord/interactions-door.ts";
import { checkDiscord } from "../../adapters/discord/doctor.ts";
import type { PlainInteraction } from "../../adapters/discord/receive.ts";
import { type LocalDiscord, startLocalDiscord } from "../platforms/discord/server.ts";
import { freePort } from "../support/free-port.ts";
import { approval, cardOf } from "../unit/discord/samples.ts";
import { ADA, CHANNEL, FakeInbound, GUILD, notesOf, post, pressOn } from "./discord-stage.ts";
import { OwnStore } from "./discord-store.ts";

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

describe("Interactions over HTTP", () => {
  let discord: LocalDiscord;
  let platform: DiscordPlatform;
  let server: Server;
  let inbound: FakeInbound;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}/discord/interactions`;
    discord = await startLocalDiscord({
      delivery: { url },
      guilds: [
        {
          id: GUILD,
          name: "Acme",
          channels: [{ id: CHANNEL, name: "finance" }],
          members: [{ id: ADA, name: "Ada" }],
        },
      ],
    });
    const { token, apiUrl, publicKey } = discord;
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const config = { token, apiUrl, publicKey, guilds: [GUILD] };
    platform = discordPlatform(config, { log, store: new OwnStore() });
    server = createServer(platform.listener);
    await listen(server, port);
  });
  beforeEach(() => {
    inbound = new FakeInbound();
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await platform.stop();
    await discord.close();
  });

  it("are believed of Discord alone, also before anybody is there to take them", async () => {
    const { status } = await forged(url, { id: "1", type: 1 });
    expect(status).toBe(401);
    expect(await discord.probeEndpoint()).toBe(true);
    expect(platform.state()).toBe("starting");
  });

  it("are handled like those of the gateway, and answered in time", async () => {
    await platform.start(inbound);
    expect(platform.state()).toBe("serving");
    expect(await discord.probeEndpoint()).toBe(true);
    const card = cardOf(approval());
    const posted = await post(platform, card);
    expect((await pressOn(discord, posted, `parley:accept:${card.reference}`)).ok).toBe(true);
    expect(inbound.presses).toMatchObject([
      {
        account: `discord:${ADA}`,
        workspace: GUILD,
        message: posted.id,
        response: { resumeValue: { action: "accept" } },
      },
    ]);
    await discord.people(ADA).command({ place: CHANNEL, command: "pending" });
    await discord.until(() => notesOf(discord)[0] === "**1 thing waits for you**");
  });

  it("are found right by the doctor, which says where they have to go", async () => {
    const { token, apiUrl, publicKey } = discord;
    const checked = async (more: object, publicUrl?: string) => {
      const config = { token, apiUrl, guilds: [GUILD], ...more };
      const checks = await checkDiscord(config, { guilds: [], channels: [], publicUrl });
      return checks.find(({ name }) => name === "Discord interactions");
    };
    const origin = url.replace("/discord/interactions", "");
    expect(await checked({ publicKey }, origin)).toMatchObject({ ok: true });
    expect(await checked({ publicKey })).toMatchObject({ ok: true });
    expect(await checked({ publicKey }, "https://other.example")).toMatchObject({
      ok: false,
      mend: expect.stringContaining("https://other.example/discord/interactions"),
    });
    expect(await checked({ publicKey: "00".repeat(32) }, origin)).toMatchObject({
      ok: false,
      detail: expect.stringContaining("not the public key"),
    });
    expect(await checked({})).toMatchObject({ ok: false });
  });

  /** Signed with another key than Discord's. */
  async function forged(to: string, body: object): Promise<Response> {
    const { privateKey } = generateKeyPairSync("ed25519");
    const text = JSON.stringify(body);
    return fetch(to, { method: "POST", headers: headersFor(privateKey, text), body: text });
  }
});

function headersFor(key: KeyObject, body: string, at = Math.floor(Date.now() / 1000)) {
  return {
    "x-signature-timestamp": String(at),
    "x-signature-ed25519": sign(null, Buffer.from(`${at}${body}`), key).toString("hex"),
  };
}

describe("The door for interactions", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  // The last 32 bytes of the DER are the key itself (RFC 8410).
  const hex = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  /** 2026-03-03T10:00:00Z, in seconds. */
  const NOW = 1_772_532_000;
  const PING = '{ "type":1,  "note":"\\u00e9" }';
  const PRESS = JSON.stringify({
    id: "1",
    application_id: "2",
    type: 3,
    token: "secret-of-this-press",
    guild_id: GUILD,
    member: { user: { id: ADA }, roles: ["7"] },
    data: { component_type: 2, custom_id: "parley:accept:x" },
  });

  let server: Server;
  let url: string;
  let lines: string[];
  let taken: PlainInteraction[];
  let isThere: boolean;

  beforeEach(async () => {
    [lines, taken, isThere] = [[], [], true];
    const write = (fields: object, message: string) => {
      lines.push(`${message} ${JSON.stringify(fields)}`);
    };
    server = createServer(
      interactionsDoor({
        publicKey: hex,
        log: { info: write, warn: write, error: write },
        take: () => (isThere ? (interaction) => taken.push(interaction) : undefined),
        now: () => NOW * 1000,
      }),
    );
    const port = await freePort();
    await listen(server, port);
    url = `http://127.0.0.1:${port}/discord/interactions`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = (
    body: string,
    headers: Record<string, string> = headersFor(privateKey, body, NOW),
  ) => fetch(url, { method: "POST", headers, body });

  it("answers a ping, whose signature is over the bytes as they came", async () => {
    const response = await send(PING);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ type: 1 });
    expect(taken).toEqual([]);
  });

  it("takes an interaction with 202 and nothing in it", async () => {
    const response = await send(PRESS);
    expect([response.status, await response.text()]).toEqual([202, ""]);
    expect(taken).toMatchObject([
      {
        id: "1",
        userId: ADA,
        guildId: GUILD,
        what: { kind: "button", customId: "parley:accept:x" },
      },
    ]);
  });

  it.each([
    ["without a signature", () => ({ "x-signature-timestamp": String(NOW) }), "not signed"],
    ["without a time", () => ({ "x-signature-ed25519": "00".repeat(64) }), "not signed"],
    [
      "with a signature that is no hexadecimal",
      () => ({ ...headersFor(privateKey, PRESS, NOW), "x-signature-ed25519": "zz" }),
      "signature is none",
    ],
    [
      "with a signature that is too short",
      () => ({ ...headersFor(privateKey, PRESS, NOW), "x-signature-ed25519": "00".repeat(63) }),
      "signature is none",
    ],
    [
      "signed for another body",
      () => headersFor(privateKey, `${PRESS} `, NOW),
      "DISCORD_PUBLIC_KEY",
    ],
    [
      "signed by another key",
      () => headersFor(generateKeyPairSync("ed25519").privateKey, PRESS, NOW),
      "DISCORD_PUBLIC_KEY",
    ],
    // Five minutes either way.
    ["signed too long ago", () => headersFor(privateKey, PRESS, NOW - 301), "too long ago"],
    ["signed in the future", () => headersFor(privateKey, PRESS, NOW + 301), "in the future"],
    [
      "with a time that is none",
      () => ({ ...headersFor(privateKey, PRESS, NOW), "x-signature-timestamp": "soon" }),
      "time is none",
    ],
  ])("refuses what comes %s, and says why without what it said", async (_name, headers, reason) => {
    const response = await send(PRESS, headers());
    expect(response.status).toBe(401);
    expect(taken).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(reason);
    expect(lines[0]).not.toMatch(/secret-of-this-press|accept/);
  });

  it.each([-300, 300])("takes what was signed %i seconds from now", async (apart) => {
    expect((await send(PRESS, headersFor(privateKey, PRESS, NOW + apart))).status).toBe(202);
  });

  it("says each reason once a minute at most", async () => {
    for (let index = 0; index < 5; index += 1) await send(PRESS, {});
    await send(PRESS, headersFor(privateKey, PRESS, NOW - 301));
    expect(lines).toHaveLength(2);
  });

  it("refuses what is no interaction, too large, or not sent with POST", async () => {
    for (const body of ["", "null", "[]", "{", '{"type":3}', '{"type":3,"id":{}}']) {
      expect((await send(body)).status).toBe(400);
    }
    // One byte above a mebibyte.
    expect((await send("x".repeat(1024 * 1024 + 1))).status).toBe(413);
    expect((await fetch(url)).status).toBe(405);
    expect(taken).toEqual([]);
  });

  it("answers 503 while nobody is there to take it", async () => {
    isThere = false;
    expect((await send(PRESS)).status).toBe(503);
  });
});
