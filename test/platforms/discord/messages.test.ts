import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ada, approvals, button, call, grace, row, stage, type Stage } from "./harness.ts";
import { allPermissions, defaultBotPermissions, permission } from "./permission-bits.ts";

let discord: Stage;

beforeEach(async () => {
  discord = await stage();
});

afterEach(() => discord.close());

const messages = `/channels/${approvals}/messages`;
const post = (body: object) => call(discord, "POST", messages, body);
const idOf = ({ body }: { body: Record<string, unknown> }) => String(body["id"]);
const pingsOf = (id: string) => discord.stored.message(id)?.pings;
const nobody = { users: [], roles: [], everyone: false };

describe("mentions", () => {
  const finance = () =>
    discord.stored.roles("1202886121881997313").find(({ name }) => name === "finance")?.id ?? "";

  it("notify people and roles when nothing is said about them", async () => {
    const content = `<@${ada}> <@&${finance()}> @everyone`;
    // Everyone needs a right of its own (Discord docs, topics/permissions).
    expect(pingsOf(idOf(await post({ content })))).toEqual({
      users: [ada],
      roles: [finance()],
      everyone: false,
    });
    discord.setBotPermissions(
      "1202886121881997313",
      defaultBotPermissions | permission.mentionEveryone,
    );
    expect(pingsOf(idOf(await post({ content })))).toMatchObject({ everyone: true });
  });

  it("notify nobody when an empty list is parsed", async () => {
    const body = { content: `<@${ada}> @everyone`, allowed_mentions: { parse: [] } };
    expect(pingsOf(idOf(await post(body)))).toEqual(nobody);
  });

  it("notify only those listed", async () => {
    const body = { content: `<@${ada}> <@${grace}>`, allowed_mentions: { users: [grace] } };
    expect(pingsOf(idOf(await post(body)))).toEqual({ ...nobody, users: [grace] });
  });

  it("are parsed anew, with the defaults, by an edit that does not speak of them", async () => {
    const id = idOf(await post({ content: `<@${ada}>`, allowed_mentions: { parse: [] } }));
    expect(pingsOf(id)).toEqual(nobody);
    await call(discord, "PATCH", `${messages}/${id}`, { components: [] });
    expect(pingsOf(id)).toEqual({ ...nobody, users: [ada] });
  });

  it("in embeds and in code notify nobody, in text displays they do", async () => {
    const embedded = await post({ embeds: [{ description: `<@${ada}>` }] });
    expect(pingsOf(idOf(embedded))).toEqual(nobody);
    expect(pingsOf(idOf(await post({ content: `\`<@${ada}>\`` })))).toEqual(nobody);
    const displayed = await post({
      flags: 1 << 15,
      components: [{ type: 10, content: `<@${ada}>` }],
    });
    expect(pingsOf(idOf(displayed))).toEqual({ ...nobody, users: [ada] });
  });
});

describe("an enforced nonce", () => {
  const body = { content: "once", nonce: "n1", enforce_nonce: true };

  it("answers with the first message when the same is sent again", async () => {
    const [first, second] = [await post(body), await post({ ...body, content: "twice" })];
    expect(idOf(second)).toBe(idOf(first));
    expect(discord.stored.messages(approvals).map(({ content }) => content)).toEqual(["once"]);
  });

  it("is one of its author, wherever it was said first (docs, create message)", async () => {
    const first = await post(body);
    const thread = await call(discord, "POST", `${messages}/${idOf(first)}/threads`, { name: "t" });
    const second = await call(discord, "POST", `/channels/${idOf(thread)}/messages`, body);
    expect(idOf(second)).toBe(idOf(first));
    const inThread = discord.stored.messages(idOf(thread)).map(({ content }) => content);
    expect(inThread).not.toContain("once");
  });

  it("is forgotten after some minutes", async () => {
    const first = await post(body);
    discord.manual.advance(6 * 60_000);
    expect(idOf(await post(body))).not.toBe(idOf(first));
  });

  it("does nothing when it is not enforced", async () => {
    await post(body);
    await post({ content: "again", nonce: "n1" });
    expect(discord.stored.messages(approvals)).toHaveLength(2);
  });
});

describe("an edit", () => {
  it("changes what it names and leaves the rest", async () => {
    const id = idOf(await post({ content: "c", components: [row(button("a"))] }));
    const edited = await call(discord, "PATCH", `${messages}/${id}`, { content: "d" });
    expect(edited.body).toMatchObject({ content: "d", components: [{ type: 1 }] });
    expect(edited.body["edited_timestamp"]).toBeTypeOf("string");
  });

  it("cannot empty a message", async () => {
    const id = idOf(await post({ content: "c" }));
    const emptied = await call(discord, "PATCH", `${messages}/${id}`, { content: null });
    expect([emptied.status, emptied.code]).toEqual([400, 50_006]);
  });

  it("cannot take the flag of the newer components back", async () => {
    const id = idOf(await post({ flags: 1 << 15, components: [{ type: 10, content: "t" }] }));
    const edited = await call(discord, "PATCH", `${messages}/${id}`, { flags: 0, content: "c" });
    expect(edited.code).toBe(50_035);
    await call(discord, "PATCH", `${messages}/${id}`, { flags: 0 });
    expect(discord.stored.message(id)?.flags).toBe(1 << 15);
  });

  it("of somebody else's message is refused", async () => {
    const said = discord.people(ada).say({ place: approvals, text: "mine" });
    const id = said.ok ? said.message : "";
    const edited = await call(discord, "PATCH", `${messages}/${id}`, { content: "x" });
    expect([edited.status, edited.code]).toEqual([403, 50_005]);
    const deleted = await call(discord, "DELETE", `${messages}/${id}`);
    expect([deleted.status, deleted.code]).toEqual([403, 50_013]);
  });

  it("of a deleted message or channel says which of them is gone", async () => {
    const id = idOf(await post({ content: "c" }));
    discord.deleteMessage(id);
    expect((await call(discord, "PATCH", `${messages}/${id}`, { content: "d" })).code).toBe(10_008);
    discord.deleteChannel(approvals);
    expect((await call(discord, "PATCH", `${messages}/${id}`, { content: "d" })).code).toBe(10_003);
  });
});

describe("components", () => {
  it("are numbered from 1 where they have no id of their own", async () => {
    const posted = await post({
      content: "c",
      components: [row(button("a", { id: 2 }), button("b"))],
    });
    expect(posted.body["components"]).toMatchObject([
      { id: 1, components: [{ id: 2 }, { id: 3 }] },
    ]);
  });
});

describe("permissions", () => {
  it.each([
    ["cannot see the channel", 0n, {}, 50_001],
    ["may not send", allPermissions("viewChannel"), {}, 50_013],
    [
      "may not embed",
      allPermissions("viewChannel", "sendMessages"),
      { embeds: [{ title: "t" }] },
      50_013,
    ],
  ])("say why a message is refused to a bot that %s", async (_what, bits, body, code) => {
    discord.setBotPermissions(approvals, bits);
    const refused = await post({ content: "c", ...body });
    expect([refused.status, refused.code]).toEqual([403, code]);
  });

  it("hide the history without an error", async () => {
    await post({ content: "c" });
    discord.setBotPermissions(approvals, allPermissions("viewChannel"));
    expect((await call(discord, "GET", messages)).body).toEqual([]);
  });
});

describe("a wrong token", () => {
  it("is refused everywhere but where the path holds one", async () => {
    const headers = { authorization: "Bot wrong" };
    const response = await fetch(`${discord.apiUrl}/v10/gateway/bot`, { headers });
    expect(response.status).toBe(401);
    const webhook = await fetch(`${discord.apiUrl}/v10/webhooks/${discord.applicationId}/nothing`, {
      method: "POST",
      body: "{}",
    });
    expect(await webhook.json()).toMatchObject({ code: 50_027 });
  });
});

describe("the history", () => {
  it("is read newest first and around, before and after a message", async () => {
    const ids: string[] = [];
    for (const content of ["1", "2", "3", "4", "5"]) ids.push(idOf(await post({ content })));
    const read = async (query: string) => {
      const { body } = await call(discord, "GET", `${messages}?${query}`);
      return (body as unknown as { content: string }[]).map(({ content }) => content).join("");
    };
    expect(await read("limit=2")).toBe("54");
    expect(await read(`before=${ids[2]}&limit=1`)).toBe("2");
    expect(await read(`after=${ids[2]}&limit=1`)).toBe("4");
    expect(await read(`around=${ids[2]}&limit=3`)).toBe("432");
  });

  it("hides what people wrote when the message content intent is off", async () => {
    discord.people(ada).say({ place: approvals, text: "secret" });
    discord.people(ada).say({ place: approvals, text: `<@${discord.applicationId}> to you` });
    const { body } = await call(discord, "GET", messages);
    expect((body as unknown as { content: string }[]).map(({ content }) => content)).toEqual([
      `<@${discord.applicationId}> to you`,
      "",
    ]);
  });
});

describe("direct messages", () => {
  it("go to a channel of their own, unless the person does not take any", async () => {
    const opened = await call(discord, "POST", "/users/@me/channels", { recipient_id: ada });
    const sent = await call(discord, "POST", `/channels/${idOf(opened)}/messages`, {
      content: "hi",
    });
    expect(sent.status).toBe(200);
    const direct = discord
      .people(ada)
      .view()
      .places.find(({ kind }) => kind === "direct");
    expect(direct?.messages.map(({ content }) => content)).toEqual(["hi"]);
    expect(
      discord
        .people(grace)
        .view()
        .places.filter(({ kind }) => kind === "direct"),
    ).toEqual([]);
  });
});
