import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ada, approvals, button, call, grace, row, stage, type Stage } from "./harness.ts";

let discord: Stage;

beforeEach(async () => {
  discord = await stage();
});

afterEach(() => discord.close());

const act = async (action: string, body: object) => {
  const response = await fetch(`${discord.url}/people/${action}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const read = async (path: string) => (await fetch(`${discord.url}/people${path}`)).json();

describe("the people door", () => {
  it("tells who can be impersonated and where", async () => {
    expect(await read("")).toEqual({
      platform: "discord",
      people: [
        { id: ada, name: "Ada" },
        { id: grace, name: "Grace" },
      ],
      places: [{ id: approvals, name: "approvals" }],
    });
  });

  it("shows what somebody said to everybody in the channel", async () => {
    const said = await act("say", { as: ada, place: approvals, text: "hello" });
    expect(said.body).toMatchObject({ ok: true });
    expect(await read(`/view?as=${grace}`)).toMatchObject({
      me: { id: grace, name: "Grace" },
      places: [{ messages: [{ content: "hello", author: { name: "Ada", bot: false } }] }],
    });
  });

  it("holds a press until the bot answered, and tells what was shown", async () => {
    const card = await call(discord, "POST", `/channels/${approvals}/messages`, {
      content: "c",
      components: [row(button("accept"))],
    });
    const pressed = act("press", {
      as: ada,
      place: approvals,
      message: card.body["id"],
      action: "accept",
    });
    await discord.until(() => discord.stored.interactions().length === 1);
    const [interaction] = discord.stored.interactions();
    const path = `/interactions/${interaction?.id ?? ""}/${interaction?.token ?? ""}/callback`;
    await call(discord, "POST", path, { type: 4, data: { content: "Noted.", flags: 64 } });
    expect((await pressed).body).toMatchObject({ ok: true, shown: "Noted." });
    const { ephemerals } = discord.people(ada).view();
    expect((await act("dismiss", { as: ada, id: ephemerals[0]?.id })).body).toEqual({ ok: true });
    expect(discord.people(ada).view().ephemerals).toEqual([]);
    expect(discord.stored.ephemerals(ada)).toHaveLength(1);
  });

  it("tells after every change that there is something new", async () => {
    const stop = new AbortController();
    const response = await fetch(`${discord.url}/people/changes`, { signal: stop.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = await reader?.read();
    discord.people(ada).say({ place: approvals, text: "hello" });
    const second = await reader?.read();
    const revisionIn = (text: string | undefined) =>
      Number(/"revision":(\d+)/.exec(text ?? "")?.[1]);
    expect(revisionIn(second?.value)).toBeGreaterThan(revisionIn(first?.value));
    stop.abort();
  });

  it("can be mounted by another server below a prefix", async () => {
    const other = createServer((request, response) => void discord.handlePeople(request, response));
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve);
    });
    const { port } = other.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/discord/people/view?as=${ada}`);
    expect(await response.json()).toMatchObject({ me: { name: "Ada" } });
    other.closeAllConnections();
    other.close();
  });

  it.each([
    ["nobody", "say", { place: approvals, text: "x" }],
    ["a stranger", "say", { as: "1", place: approvals, text: "x" }],
    ["a press without a message", "press", { as: ada, place: approvals, action: "a" }],
  ])("refuses %s with a reason", async (_what, action, body) => {
    const answer = await act(action, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ ok: false });
    expect(answer.body["shown"]).toBeTypeOf("string");
  });

  it("is open to pages of other origins, which the API is not", async () => {
    const door = await fetch(`${discord.url}/people`);
    expect(door.headers.get("access-control-allow-origin")).toBe("*");
    const api = await fetch(`${discord.apiUrl}/v10/gateway`);
    expect(api.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("takes up to 2000 characters of typed text (Discord docs, resources/message)", () => {
    const say = (text: string) => discord.people(ada).say({ place: approvals, text }).ok;
    expect([say("x".repeat(2000)), say("x".repeat(2001)), say("  ")]).toEqual([true, false, false]);
  });
});
