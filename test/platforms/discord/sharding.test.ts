import { type Client, Events, GatewayIntentBits } from "discord.js";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import { ada, approvals, call, connect, guild, nextMessage, stage, type Stage } from "./harness.ts";
import type { LocalDiscordOptions } from "./server.ts";

/** `guild` >> 22 is even and this one's is one more: of two shards, one each (docs, events/gateway, sharding). */
const odd = String(BigInt(guild) + (1n << 22n));
const oddChannel = "1444961216102797399";
const finance = "1444961216102790001";

let discord: Stage;
const clients: Client[] = [];

const guildOptions = (id: string, channel: string) => ({
  id,
  name: `Guild ${id}`,
  channels: [{ id: channel, name: "approvals" }],
  members: [{ id: ada, name: "Ada" }],
  roles: [{ id: finance, name: "finance" }],
});

async function twoGuilds(options: Partial<LocalDiscordOptions> = {}): Promise<void> {
  discord = await stage({
    guilds: [guildOptions(guild, approvals), guildOptions(odd, oddChannel)],
    sharding: { shards: 2 },
    ...options,
  });
}

async function join(options: Parameters<typeof connect>[1]): Promise<Client<true>> {
  const client = await connect(discord, options);
  clients.push(client);
  return client;
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.destroy()));
  await discord.close();
});

/** What comes back for an identify, until the first dispatch, refusal or end: an opcode, or a close code. */
async function identify(more: object): Promise<number> {
  const address = discord.url.replace("http", "ws");
  const socket = new WebSocket(`${address}/gateway?v=10&encoding=json`);
  try {
    return await new Promise((resolve) => {
      socket.once("close", resolve);
      socket.on("message", (data: Buffer) => {
        const { op } = JSON.parse(data.toString("utf8")) as { op: number };
        if (op === 0 || op === 9) resolve(op);
      });
      socket.once("open", () => {
        const d = { token: discord.token, intents: 1, properties: {}, ...more };
        socket.send(JSON.stringify({ op: 2, d }));
      });
    });
  } finally {
    socket.terminate();
  }
}

describe("a shard", () => {
  it("hears of the guilds that are its own, and shard 0 of direct messages", async () => {
    expect([BigInt(guild), BigInt(odd)].map((id) => (id >> 22n) % 2n)).toEqual([0n, 1n]);
    await twoGuilds();
    const [zero, one] = [
      await join({ shards: [0], shardCount: 2 }),
      await join({ shards: [1], shardCount: 2 }),
    ];
    expect(discord.shards).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect([...zero.guilds.cache.keys()]).toEqual([guild]);
    expect([...one.guilds.cache.keys()]).toEqual([odd]);
    const heard = Promise.all([nextMessage(zero), nextMessage(one)]);
    discord.people(ada).say({ place: oddChannel, text: "to one" });
    discord.people(ada).say({ place: approvals, text: "to zero" });
    expect((await heard).map(({ guildId }) => guildId)).toEqual([guild, odd]);
  });

  it("is told how many there should be, and how many may identify at a time", async () => {
    await twoGuilds({ sharding: { shards: 2, maxConcurrency: 16 } });
    const { body } = await call(discord, "GET", "/gateway/bot");
    expect(body).toMatchObject({ shards: 2, session_start_limit: { max_concurrency: 16 } });
    discord.sharding.shards = 3;
    expect((await call(discord, "GET", "/gateway/bot")).body["shards"]).toBe(3);
  });

  it.each([[[1, 1]], [[2, 2]], [[-1, 2]], [[0, 0]], [[0]], [["0", "2"]], ["0"]])(
    "is not %j",
    async (shard) => {
      await twoGuilds();
      expect(await identify({ shard })).toBe(4010);
    },
  );

  it("has no more guilds than it may: one more and it is closed", async () => {
    await twoGuilds({ sharding: { guildsPerShard: 1 } });
    expect(await identify({ shard: [0, 2] })).toBe(0);
    expect(await identify({ shard: [0, 1] })).toBe(4011);
  });
});

describe("an identify", () => {
  it("that comes too soon in its bucket is an invalid session; another bucket has its own turn", async () => {
    await twoGuilds({
      rateLimits: { identifyEveryMs: 5_000 },
      sharding: { shards: 3, maxConcurrency: 2 },
    });
    expect(await identify({ shard: [0, 3] })).toBe(0);
    expect(await identify({ shard: [1, 3] })).toBe(0);
    // 2 % 2: the bucket of shard 0.
    expect(await identify({ shard: [2, 3] })).toBe(9);
    discord.manual.advance(5_000);
    expect(await identify({ shard: [2, 3] })).toBe(0);
  });
});

describe("members", () => {
  /** docs, events/gateway: GUILD_MEMBERS is privileged, GUILD_ROLE_DELETE comes with GUILDS. */
  it("may be heard of where that is switched on", async () => {
    await twoGuilds();
    expect(await identify({ intents: 1 | (1 << 1) })).toBe(4014);
    await discord.close();
    await twoGuilds({ membersEnabled: true });
    const client = await join({ intents: [GatewayIntentBits.Guilds, 1 << 1] });
    const seen: string[] = [];
    client.on(Events.GuildMemberUpdate, (_, { roles }) => {
      seen.push(`finance: ${roles.cache.has(finance)}`);
    });
    client.on(Events.GuildRoleDelete, ({ name }) => seen.push(`no ${name}`));
    const gone = new Promise((resolve) => {
      client.once(Events.GuildMemberRemove, ({ id }) => {
        resolve(id);
      });
    });
    discord.setRoles(guild, ada, [finance]);
    discord.deleteRole(guild, finance);
    discord.removeMember(guild, ada);
    expect(await gone).toBe(ada);
    expect(seen).toEqual(["finance: true", "no finance"]);
  });
});
