import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ada, approvals, call, grace, stage, type Stage } from "./harness.ts";
import { defaultBotPermissions, permission } from "./permission-bits.ts";

let discord: Stage;
let card: string;

beforeEach(async () => {
  discord = await stage();
  const posted = await call(discord, "POST", `/channels/${approvals}/messages`, {
    content: "card",
  });
  card = String(posted.body["id"]);
});

afterEach(() => discord.close());

const start = (body: object = { name: "Question" }) =>
  call(discord, "POST", `/channels/${approvals}/messages/${card}/threads`, body);
const send = (content: string) => call(discord, "POST", `/channels/${card}/messages`, { content });
const change = (body: object) => call(discord, "PATCH", `/channels/${card}`, body);
const thread = () => discord.stored.threads().find(({ id }) => id === card);

describe("a thread from a message", () => {
  it("has the id of the message and marks it", async () => {
    const started = await start();
    expect(started.status).toBe(201);
    expect(started.body).toMatchObject({ id: card, parent_id: approvals, type: 11 });
    const parent = await call(discord, "GET", `/channels/${approvals}/messages/${card}`);
    expect(parent.body).toMatchObject({ flags: 32, thread: { id: card } });
  });

  it("is the only one", async () => {
    await start();
    const again = await start();
    expect([again.status, again.code]).toEqual([400, 160_004]);
  });

  it("needs the right to create it", async () => {
    discord.setBotPermissions(approvals, defaultBotPermissions & ~permission.createPublicThreads);
    const refused = await start();
    expect([refused.status, refused.code]).toEqual([403, 50_013]);
  });

  it("needs its own right to write in it", async () => {
    await start();
    discord.setBotPermissions(approvals, defaultBotPermissions & ~permission.sendMessagesInThreads);
    expect((await send("x")).code).toBe(50_013);
    discord.setBotPermissions(approvals, defaultBotPermissions & ~permission.sendMessages);
    expect((await send("x")).status).toBe(200);
  });
});

describe("a thread without a message", () => {
  it("is private unless told otherwise, and seen by its members only", async () => {
    const started = await call(discord, "POST", `/channels/${approvals}/threads`, {
      name: "quiet",
    });
    expect(started.body).toMatchObject({ type: 12 });
    const id = String(started.body["id"]);
    const seenBy = (who: string) =>
      discord
        .people(who)
        .view()
        .places[0]?.threads.map(({ name }) => name);
    expect(seenBy(ada)).toEqual([]);
    const added = await call(discord, "PUT", `/channels/${id}/thread-members/${ada}`);
    expect(added.status).toBe(204);
    expect(seenBy(ada)).toEqual(["quiet"]);
    expect(seenBy(grace)).toEqual([]);
  });
});

describe("an archived thread", () => {
  it("refuses edits and opens again for a message", async () => {
    await start();
    const { body } = await send("in it");
    discord.setThread(card, { archived: true });
    const path = `/channels/${card}/messages/${String(body["id"])}`;
    const edited = await call(discord, "PATCH", path, { content: "x" });
    expect([edited.status, edited.code]).toEqual([400, 50_083]);
    expect((await change({ name: "renamed" })).code).toBe(50_083);
    expect((await send("awake")).status).toBe(200);
    expect(thread()?.archived).toBe(false);
  });

  it("opens again for the bot that started it", async () => {
    await start();
    expect((await change({ archived: true })).status).toBe(200);
    expect((await change({ archived: false })).status).toBe(200);
    expect(thread()?.archived).toBe(false);
  });

  it("becomes one by itself after its time without a message", async () => {
    await start({ name: "n", auto_archive_duration: 60 });
    discord.manual.advance(59 * 60_000);
    discord.people(ada).say({ place: approvals, thread: card, text: "still here" });
    discord.manual.advance(59 * 60_000);
    expect(thread()?.archived).toBe(false);
    discord.manual.advance(60_000);
    expect(thread()?.archived).toBe(true);
  });
});

describe("a locked thread", () => {
  it("takes messages only from those who manage threads", async () => {
    await start();
    discord.setThread(card, { locked: true });
    const refused = await send("x");
    expect([refused.status, refused.code]).toEqual([400, 160_005]);
    expect(discord.people(ada).say({ place: approvals, thread: card, text: "x" }).ok).toBe(false);
    discord.setBotPermissions(approvals, defaultBotPermissions | permission.manageThreads);
    expect((await send("x")).status).toBe(200);
  });

  it("cannot be locked by a bot that only started it", async () => {
    await start();
    expect((await change({ locked: true })).code).toBe(50_013);
  });
});

describe("renaming a thread", () => {
  it("is held up after twice in ten minutes", async () => {
    await discord.close();
    discord = await stage({ rateLimits: {} });
    const posted = await call(discord, "POST", `/channels/${approvals}/messages`, { content: "c" });
    card = String(posted.body["id"]);
    await start();
    expect((await change({ name: "one" })).status).toBe(200);
    expect((await change({ name: "two" })).status).toBe(200);
    const third = await change({ name: "three" });
    expect(third.status).toBe(429);
    expect(third.headers.get("retry-after")).toBe("600");
    discord.manual.advance(600_000);
    expect((await change({ name: "three" })).status).toBe(200);
  });
});

describe("a mention in a thread", () => {
  it("brings the mentioned person into it", async () => {
    await start();
    await send(`<@${grace}> please`);
    expect([...(thread()?.members ?? [])]).toContain(grace);
  });
});
