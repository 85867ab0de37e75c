import { Events, GatewayIntentBits, type Client } from "discord.js";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import {
  ada,
  approvals,
  button,
  call,
  connect,
  nextInteraction,
  nextMessage,
  row,
  stage,
  type Stage,
} from "./harness.ts";

let discord: Stage;
const clients: Client[] = [];

async function join(options: Parameters<typeof connect>[1] = {}): Promise<Client<true>> {
  const client = await connect(discord, options);
  clients.push(client);
  return client;
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.destroy()));
  await discord.close();
});

const once = (client: Client, event: string): Promise<unknown> =>
  new Promise((resolve) => {
    client.once(event, resolve);
  });

async function postCard(): Promise<string> {
  const body = { content: "card", components: [row(button("accept"))] };
  const posted = await call(discord, "POST", `/channels/${approvals}/messages`, body);
  return String(posted.body["id"]);
}

describe("intents", () => {
  it("that are privileged and not switched on end the login", async () => {
    discord = await stage();
    await expect(join({ content: true })).rejects.toThrow("disallowed intents");
  });

  it("decide whether what people type arrives with its text", async () => {
    discord = await stage({ messageContentEnabled: true });
    const [reader, other] = [await join({ content: true }), await join()];
    const both = Promise.all([nextMessage(reader), nextMessage(other)]);
    discord.people(ada).say({ place: approvals, text: "typed" });
    expect((await both).map(({ content }) => content)).toEqual(["typed", ""]);
  });

  it("do not matter to a message that mentions the bot", async () => {
    discord = await stage();
    const client = await join();
    const heard = nextMessage(client);
    const text = `<@${discord.applicationId}> yes`;
    discord.people(ada).say({ place: approvals, text });
    expect((await heard).content).toBe(text);
  });

  it("do not matter to presses", async () => {
    discord = await stage();
    const client = await join({ intents: [GatewayIntentBits.Guilds] });
    const message = await postCard();
    const heard = nextInteraction(client);
    void discord.people(ada).press({ place: approvals, message, action: "accept" });
    expect((await heard).isButton()).toBe(true);
    discord.manual.advance(3000);
  });
});

describe("sessions", () => {
  it("of one shard all hear every event", async () => {
    discord = await stage();
    const all = [await join(), await join()];
    const message = await postCard();
    const heard = Promise.all(all.map(nextInteraction));
    void discord.people(ada).press({ place: approvals, message, action: "accept" });
    const [first, second] = await heard;
    expect(first?.id).toBe(second?.id);
    discord.manual.advance(3000);
  });

  it("hear after a dropped socket what happened meanwhile", async () => {
    discord = await stage();
    const client = await join();
    const message = await postCard();
    const resumed = once(client, Events.ShardResume);
    const heard = nextInteraction(client);
    discord.faults.gateway.dropSockets();
    await discord.until(() => discord.connected === 0);
    const pressed = discord.people(ada).press({ place: approvals, message, action: "accept" });
    const interaction = await heard;
    await resumed;
    if (!interaction.isButton()) throw new Error("not a button");
    await interaction.deferUpdate();
    expect((await pressed).ok).toBe(true);
    expect(discord.log.filter(({ route }) => route === "/gateway/bot")).toHaveLength(1);
  });

  it("that were invalidated are begun anew", async () => {
    discord = await stage();
    const client = await join();
    const again = once(client, Events.ShardReady);
    discord.faults.gateway.invalidateSessions(false);
    await again;
    expect(discord.connected).toBe(1);
  });

  it("move to another connection when asked to", async () => {
    discord = await stage();
    const client = await join();
    const resumed = once(client, Events.ShardResume);
    discord.faults.gateway.askToReconnect();
    expect(await resumed).toBe(0);
  });
});

describe("gateway faults", () => {
  it("can deliver an interaction twice", async () => {
    discord = await stage();
    const client = await join();
    const message = await postCard();
    discord.faults.duplicate("INTERACTION_CREATE");
    const ids: string[] = [];
    const twice = new Promise<void>((resolve) => {
      client.on("interactionCreate", ({ id }) => {
        if (ids.push(id) === 2) resolve();
      });
    });
    void discord.people(ada).press({ place: approvals, message, action: "accept" });
    await twice;
    expect(ids[0]).toBe(ids[1]);
    discord.manual.advance(3000);
  });

  it("can lose an interaction and nothing else", async () => {
    discord = await stage({ messageContentEnabled: true });
    const client = await join({ content: true });
    const message = await postCard();
    const interactions: string[] = [];
    client.on("interactionCreate", ({ id }) => interactions.push(id));
    const heard = nextMessage(client);
    discord.faults.dropInteractions(1);
    const pressed = discord.people(ada).press({ place: approvals, message, action: "accept" });
    discord.people(ada).say({ place: approvals, text: "after it" });
    expect((await heard).content).toBe("after it");
    expect(interactions).toEqual([]);
    discord.manual.advance(3000);
    expect(await pressed).toEqual({ ok: false, shown: "This interaction failed" });
  });

  it("can close with a code that a client must not come back from", async () => {
    discord = await stage();
    const client = await join();
    const closed = new Promise<number>((resolve) => {
      client.once(Events.ShardDisconnect, ({ code }) => resolve(code));
    });
    discord.faults.gateway.closeSockets(4004);
    expect(await closed).toBe(4004);
  });
});

describe("heartbeats", () => {
  /** The opcodes that come back for a heartbeat and a packet that ends the connection. */
  async function opcodes(): Promise<number[]> {
    const socket = new WebSocket(`${discord.url.replace("http", "ws")}/gateway?v=10&encoding=json`);
    const seen: number[] = [];
    socket.on("message", (data: Buffer) => {
      seen.push((JSON.parse(data.toString("utf8")) as { op: number }).op);
    });
    socket.once("open", () => {
      socket.send(JSON.stringify({ op: 1, d: null }));
      socket.send(JSON.stringify({ op: 3, d: {} }));
    });
    await new Promise((resolve) => {
      socket.once("close", resolve);
    });
    return seen;
  }

  it("are acknowledged, unless that is switched off", async () => {
    discord = await stage();
    expect(await opcodes()).toEqual([10, 11]);
    discord.faults.muteHeartbeatAcks = true;
    expect(await opcodes()).toEqual([10]);
  });
});

describe("the gateway protocol", () => {
  const raw = async (...packets: object[]): Promise<number> => {
    const address = discord.url.replace("http", "ws");
    const socket = new WebSocket(`${address}/gateway?v=10&encoding=json`);
    const closed = new Promise<number>((resolve) => {
      socket.once("close", resolve);
    });
    socket.once("open", () => {
      for (const packet of packets) socket.send(JSON.stringify(packet));
    });
    return closed;
  };
  const identify = (more: object = {}) => ({
    op: 2,
    d: { token: discord.token, intents: 1, properties: {}, ...more },
  });

  /** Discord docs, topics/opcodes-and-status-codes: gateway close event codes. */
  it.each([
    ["anything before identifying", 4003, () => [{ op: 3, d: {} }]],
    ["an unknown opcode", 4001, () => [identify(), { op: 99, d: {} }]],
    ["a wrong token", 4004, () => [identify({ token: "wrong" })]],
    ["identifying twice", 4005, () => [identify(), identify()]],
    ["a shard that is not there", 4010, () => [identify({ shard: [1, 1] })]],
    ["intents that do not exist", 4013, () => [identify({ intents: 2 ** 31 })]],
    ["intents that are not allowed", 4014, () => [identify({ intents: 1 << 15 })]],
    ["more than 4096 bytes", 4002, () => [identify({ pad: "x".repeat(4096) })]],
    [
      "more than 120 events a minute",
      4008,
      () => [identify(), ...Array.from({ length: 120 }, () => ({ op: 1, d: null }))],
    ],
  ])("closes on %s with %i", async (_what, code, packets) => {
    discord = await stage();
    expect(await raw(...packets())).toBe(code);
  });

  it("counts identifies and tells what is left of the day's thousand", async () => {
    discord = await stage();
    await join();
    const { body } = await call(discord, "GET", "/gateway/bot");
    expect(body["session_start_limit"]).toMatchObject({ total: 1000, remaining: 999 });
  });
});
