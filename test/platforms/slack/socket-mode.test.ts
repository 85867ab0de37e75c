import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { ManualClock } from "./clock.ts";
import { isObject, type JsonObject } from "./json.ts";
import { rawCall } from "./raw-call.ts";
import type { LocalSlack } from "./server.ts";
import { localSlack, PLACE, postedCard } from "./test-workspace.ts";

interface Client {
  socket: WebSocket;
  /** The next frame that is not read yet. */
  next(): Promise<JsonObject>;
  send(frame: object): void;
  closed: Promise<number>;
}

async function newUrl(slack: LocalSlack): Promise<string> {
  const { body } = await rawCall(slack, "apps.connections.open", {}, slack.appToken);
  return String(body["url"]);
}

function connect(url: string): Client {
  const socket = new WebSocket(url);
  const frames: JsonObject[] = [];
  const readers: ((frame: JsonObject) => void)[] = [];
  socket.on("message", (data: Buffer) => {
    const frame: unknown = JSON.parse(data.toString());
    if (!isObject(frame)) return;
    const reader = readers.shift();
    if (reader) reader(frame);
    else frames.push(frame);
  });
  onTestFinished(() => socket.terminate());
  return {
    socket,
    next: () => {
      const frame = frames.shift();
      return frame ? Promise.resolve(frame) : new Promise((resolve) => void readers.push(resolve));
    },
    send: (frame) => socket.send(JSON.stringify(frame)),
    closed: new Promise((resolve) => {
      socket.on("close", resolve);
      socket.on("error", () => resolve(-1));
    }),
  };
}

async function greeted(slack: LocalSlack): Promise<Client> {
  const client = connect(await newUrl(slack));
  expect((await client.next())["type"]).toBe("hello");
  return client;
}

const press = (slack: LocalSlack, message: string) =>
  slack.people("U0ADA").press({ place: PLACE, message, action: "accept" });

describe("Socket Mode", () => {
  it("greets with how many connections there are", async () => {
    const slack = await localSlack();
    await greeted(slack);
    const second = connect(await newUrl(slack));
    expect(await second.next()).toMatchObject({
      type: "hello",
      num_connections: 2,
      connection_info: { app_id: slack.workspace.appId },
      debug_info: { approximate_connection_time: expect.any(Number) },
    });
  });

  it("takes a ticket once, and not after half a minute", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock });
    const url = await newUrl(slack);
    expect((await connect(url).next())["type"]).toBe("hello");
    expect(await connect(url).closed).toBe(-1);
    const old = await newUrl(slack);
    await clock.advance(30_001);
    expect(await connect(old).closed).toBe(-1);
  });

  // docs.slack.dev/apis/events-api/using-socket-mode
  it("holds ten connections and turns the eleventh away", async () => {
    const slack = await localSlack();
    for (let count = 1; count <= 10; count += 1) await greeted(slack);
    const eleventh = connect(await newUrl(slack));
    expect(await eleventh.next()).toMatchObject({
      type: "disconnect",
      reason: "too_many_websockets",
    });
    expect(await eleventh.closed).toBe(1000);
    expect(slack.socketMode.connected).toBe(10);
  });

  it("pings its clients every five seconds", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock });
    const { socket } = await greeted(slack);
    const pinged = new Promise((resolve) => void socket.on("ping", resolve));
    await clock.advance(5_000);
    expect(String(await pinged)).toBe("local");
  });

  it("carries a press in an envelope that takes no answer", async () => {
    const slack = await localSlack();
    const client = await greeted(slack);
    const message = await postedCard(slack);
    await client.next(); // The app's own message comes back as an event.
    const pressed = press(slack, message);
    const envelope = await client.next();
    expect(envelope).toMatchObject({
      envelope_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "interactive",
      accepts_response_payload: false,
      payload: {
        type: "block_actions",
        user: { id: "U0ADA", team_id: slack.workspace.team.id },
        container: { type: "message", message_ts: message, channel_id: PLACE, is_ephemeral: false },
        channel: { id: PLACE, name: "approvals" },
        message: { ts: message },
        actions: [{ action_id: "accept", type: "button", block_id: expect.any(String) }],
      },
    });
    expect(envelope).not.toHaveProperty("retry_attempt");
    client.send({ envelope_id: envelope["envelope_id"], payload: {} });
    expect(await pressed).toEqual({ ok: true });
  });

  it("hears an acknowledgement only on the socket that carried the envelope", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock, scopes: ["chat:write"], random: () => 0 });
    const [chosen, other] = [await greeted(slack), await greeted(slack)];
    const message = await postedCard(slack);
    const pressed = press(slack, message);
    const { envelope_id: id } = await chosen.next();
    other.send({ envelope_id: id, payload: {} });
    const ponged = new Promise((resolve) => void other.socket.on("pong", resolve));
    other.socket.ping();
    await ponged;
    await clock.advance(3_000);
    expect(await pressed).toMatchObject({ ok: false });
  });

  it("gives each payload to one connection, whichever chance picks", async () => {
    let pick = 0.99;
    const slack = await localSlack({ scopes: ["chat:write"], random: () => pick });
    const clients = [await greeted(slack), await greeted(slack)] as const;
    const message = await postedCard(slack);
    const seen: number[] = [];
    for (const [index, client] of clients.entries())
      client.socket.on("message", (data: Buffer) => {
        seen.push(index);
        client.send({ envelope_id: JSON.parse(data.toString()).envelope_id, payload: {} });
      });
    await press(slack, message);
    pick = 0;
    await press(slack, message);
    expect(seen).toEqual([1, 0]);
  });

  it("ignores what it does not understand", async () => {
    const slack = await localSlack();
    const client = await greeted(slack);
    client.socket.send("{");
    client.socket.send("[]");
    client.socket.send(Buffer.from([1, 2, 3]));
    client.send({ envelope_id: "nobody's", payload: {} });
    slack.people("U0ADA").say({ place: PLACE, text: "hello" });
    expect(await client.next()).toMatchObject({ type: "events_api" });
  });

  it("says goodbye at once on a refresh, and some seconds after a warning", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock });
    const refreshed = await greeted(slack);
    slack.socketMode.disconnect("refresh_requested");
    expect(await refreshed.next()).toMatchObject({
      type: "disconnect",
      reason: "refresh_requested",
    });
    expect(await refreshed.closed).toBe(1000);
    const warned = await greeted(slack);
    slack.socketMode.disconnect("warning");
    expect(await warned.next()).toMatchObject({ type: "disconnect", reason: "warning" });
    expect(slack.socketMode.connected).toBe(1);
    await clock.advance(10_000);
    expect(await warned.closed).toBe(1000);
  });
});

describe("An event that is not acknowledged", () => {
  // docs.slack.dev/apis/events-api: at once, after one minute, after five.
  it("comes again at once, after a minute and after five, and then no more", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock });
    const client = await greeted(slack);
    slack.people("U0ADA").say({ place: PLACE, text: "hello" });
    const first = await client.next();
    expect(first).toMatchObject({ type: "events_api", retry_attempt: 0, retry_reason: "" });
    await clock.advance(3_000);
    const second = await client.next();
    expect(second).toMatchObject({ retry_attempt: 1, retry_reason: "timeout" });
    await clock.advance(3_000);
    await clock.advance(60_000);
    expect(await client.next()).toMatchObject({ retry_attempt: 2 });
    await clock.advance(3_000);
    await clock.advance(300_000);
    expect(await client.next()).toMatchObject({ retry_attempt: 3 });
    await clock.advance(600_000);
    expect(slack.deliveries.map(({ retryAttempt }) => retryAttempt)).toEqual([0, 1, 2, 3]);
    expect(second["envelope_id"]).not.toBe(first["envelope_id"]);
    expect((second["payload"] as JsonObject)["event_id"]).toBe(
      (first["payload"] as JsonObject)["event_id"],
    );
  });

  it("comes once when it is", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock });
    const client = await greeted(slack);
    slack.people("U0ADA").say({ place: PLACE, text: "hello" });
    client.send({ envelope_id: (await client.next())["envelope_id"], payload: {} });
    await slack.until(() => slack.deliveries[0]?.receipt);
    await clock.advance(600_000);
    expect(slack.deliveries).toHaveLength(1);
  });

  it("because no socket is open, finds the next one", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock });
    slack.people("U0ADA").say({ place: PLACE, text: "hello" });
    await slack.until(() => slack.deliveries[1]?.receipt);
    const client = await greeted(slack);
    await clock.advance(60_000);
    expect(await client.next()).toMatchObject({ type: "events_api", retry_attempt: 2 });
  });
});
