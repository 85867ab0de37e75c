import { afterEach, beforeEach, describe, expect, it } from "vitest";

import {
  ada,
  approvals,
  button,
  call,
  grace,
  guild,
  row,
  stage,
  type RestAnswer,
  type Stage,
} from "./harness.ts";
import type { Interaction, Outcome } from "./interaction.ts";

let discord: Stage;
let card: string;

beforeEach(async () => {
  discord = await stage();
  const posted = await call(discord, "POST", `/channels/${approvals}/messages`, {
    content: "card",
    components: [row(button("accept"), button("off", { disabled: true }))],
  });
  card = String(posted.body["id"]);
});

afterEach(() => discord.close());

function press(action = "accept"): { outcome: Promise<Outcome>; interaction: Interaction } {
  const outcome = discord.people(ada).press({ place: approvals, message: card, action });
  return { outcome, interaction: last() };
}

function last(): Interaction {
  const interaction = discord.stored.interactions().at(-1);
  if (interaction === undefined) throw new Error("nobody has done anything yet");
  return interaction;
}

const answer = (interaction: Interaction, body: object, query = ""): Promise<RestAnswer> =>
  call(
    discord,
    "POST",
    `/interactions/${interaction.id}/${interaction.token}/callback${query}`,
    body,
  );

const webhook = (interaction: Interaction, method: string, rest: string, body?: object) =>
  call(discord, method, `/webhooks/${discord.applicationId}/${interaction.token}${rest}`, body);

const codes = ({ status, code }: RestAnswer) => [status, code];

describe("the clock of an interaction", () => {
  it("takes an answer until three seconds are over", async () => {
    const { outcome, interaction } = press();
    discord.manual.advance(2999);
    expect((await answer(interaction, { type: 6 })).status).toBe(204);
    expect(await outcome).toEqual({ ok: true, message: card });
  });

  it("fails in front of the person after three seconds and refuses the late answer", async () => {
    const { outcome, interaction } = press();
    discord.manual.advance(3000);
    expect(await outcome).toEqual({ ok: false, shown: "This interaction failed" });
    expect(codes(await answer(interaction, { type: 6 }))).toEqual([404, 10_062]);
    expect(codes(await webhook(interaction, "POST", "", { content: "x" }))).toEqual([404, 10_015]);
    const [notice] = discord.people(ada).view().notices;
    expect(notice).toMatchObject({ message: card, text: "This interaction failed" });
    expect(discord.people(grace).view().notices).toEqual([]);
  });

  it("keeps the token for fifteen minutes and no longer", async () => {
    const { interaction } = press();
    await answer(interaction, { type: 6 });
    discord.manual.advance(15 * 60_000 - 1);
    expect((await webhook(interaction, "POST", "", { content: "still" })).status).toBe(200);
    discord.manual.advance(1);
    expect(codes(await webhook(interaction, "POST", "", { content: "gone" }))).toEqual([
      401, 50_027,
    ]);
  });

  it("ends an answer that was promised and never came in an error line", async () => {
    const { interaction } = press();
    await answer(interaction, { type: 5, data: { flags: 64 } });
    expect(discord.people(ada).view().ephemerals).toMatchObject([{ loading: true }]);
    discord.manual.advance(15 * 60_000);
    expect(discord.people(ada).view().ephemerals).toEqual([]);
    expect(
      discord
        .people(ada)
        .view()
        .notices.map(({ text }) => text),
    ).toEqual(["The application did not respond"]);
  });
});

describe("the one answer of an interaction", () => {
  it("is refused the second time", async () => {
    const { interaction } = press();
    await answer(interaction, { type: 6 });
    expect(codes(await answer(interaction, { type: 6 }))).toEqual([400, 40_060]);
  });

  it("has to come before any follow-up", async () => {
    const { interaction } = press();
    expect(codes(await webhook(interaction, "POST", "", { content: "x" }))).toEqual([404, 10_015]);
  });

  it("is not used up by a body that was refused", async () => {
    const { interaction } = press();
    const long = { type: 4, data: { content: "x".repeat(2001) } };
    expect(codes(await answer(interaction, long))).toEqual([400, 50_035]);
    expect(codes(await answer(interaction, { type: 4 }))).toEqual([400, 50_035]);
    expect((await answer(interaction, { type: 6 })).status).toBe(204);
  });

  it.each([
    ["a command", "with a deferred update", 6],
    ["a command", "with an update", 7],
    ["a press", "with autocomplete choices", 8],
  ])("to %s cannot come %s", async (on, _how, type) => {
    await call(discord, "PUT", `/applications/${discord.applicationId}/commands`, [
      { name: "pending", description: "d" },
    ]);
    if (on === "a command")
      void discord.people(ada).command({ place: approvals, command: "pending" });
    else press();
    const body = { type, data: { choices: [] } };
    expect(codes(await answer(last(), body))).toEqual([400, 50_035]);
    discord.manual.advance(3000);
  });

  it("tells what it made when asked with_response", async () => {
    const { interaction } = press();
    const body = { type: 7, data: { content: "done", components: [] } };
    const shown = await answer(interaction, body, "?with_response=true");
    expect(shown.status).toBe(200);
    expect(shown.body).toMatchObject({
      interaction: { id: interaction.id, type: 3, response_message_id: card },
      resource: { type: 7, message: { id: card, content: "done" } },
    });
  });

  it("without a body has no JSON content type either", async () => {
    const { interaction } = press();
    const answered = await answer(interaction, { type: 6 });
    expect([answered.status, answered.headers.get("content-type")]).toEqual([204, null]);
  });
});

describe("private messages", () => {
  it("are seen by one person and reached only with the token", async () => {
    const { outcome, interaction } = press();
    await answer(interaction, { type: 4, data: { content: "only you", flags: 64 } });
    const { message = "" } = await outcome;
    expect(await outcome).toMatchObject({ ok: true, shown: "only you" });
    expect(discord.people(grace).view().ephemerals).toEqual([]);
    const path = `/channels/${approvals}/messages/${message}`;
    expect(codes(await call(discord, "GET", path))).toEqual([404, 10_008]);
    expect(codes(await call(discord, "PATCH", path, { content: "x" }))).toEqual([404, 10_008]);
    expect((await webhook(interaction, "GET", "/messages/%40original")).body["content"]).toBe(
      "only you",
    );
    expect((await webhook(interaction, "DELETE", "/messages/@original")).status).toBe(204);
    expect(discord.people(ada).view().ephemerals).toEqual([]);
  });

  it("stay as private as the deferral was, whatever the first follow-up says", async () => {
    const { interaction } = press();
    await answer(interaction, { type: 5, data: { flags: 64 } });
    const filled = await webhook(interaction, "POST", "", { content: "public?" });
    expect(Number(filled.body["flags"]) & 64).toBe(64);
    expect(discord.stored.ephemerals(ada).map(({ content }) => content)).toEqual(["public?"]);
  });

  it("can carry buttons that only their reader can press", async () => {
    const { interaction, outcome } = press();
    const components = [row(button("sure"))];
    await answer(interaction, { type: 4, data: { content: "sure?", flags: 64, components } });
    const { message = "" } = await outcome;
    const pressed = { place: approvals, message, action: "sure" };
    expect((await discord.people(grace).press(pressed)).ok).toBe(false);
    const again = discord.people(ada).press(pressed);
    await answer(last(), { type: 7, data: { content: "yes", components: [] } });
    expect(await again).toMatchObject({ ok: true, shown: "yes" });
  });
});

describe("modals", () => {
  const modal = {
    custom_id: "reason",
    title: "Why",
    components: [
      { type: 10, content: "Read this" },
      { type: 18, label: "Why", component: { type: 4, custom_id: "why", style: 2, min_length: 3 } },
    ],
  };

  async function open() {
    const { outcome, interaction } = press();
    await answer(interaction, { type: 9, data: modal });
    const { modal: id = "" } = await outcome;
    return {
      id,
      submit: (why: string) => discord.people(ada).submit({ modal: id, values: { why } }),
    };
  }

  it("come back with ids and values and nothing else", async () => {
    const { submit } = await open();
    const sent = submit("because");
    expect(last().data).toEqual({
      custom_id: "reason",
      components: [
        { type: 10, id: 1 },
        { type: 18, id: 2, component: { type: 4, id: 3, custom_id: "why", value: "because" } },
      ],
    });
    await answer(last(), { type: 6 });
    expect((await sent).ok).toBe(true);
  });

  it("take only what is listed in a group, and bring back its values", async () => {
    const { outcome, interaction } = press();
    const listed = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ label: `o${index}`, value: `v${index}` }));
    const radio = { type: 21, custom_id: "one", required: false, options: listed(2) };
    const ticks = { type: 22, custom_id: "some", max_values: 2, options: listed(3) };
    const components = [radio, ticks].map((component) => ({ type: 18, label: "L", component }));
    await answer(interaction, { type: 9, data: { ...modal, components } });
    const { modal: id = "" } = await outcome;
    const send = (values: Record<string, string | string[]>) =>
      discord.people(ada).submit({ modal: id, values });
    expect(await send({ one: "v2", some: ["v0"] })).toMatchObject({ ok: false });
    expect(await send({ some: ["v3"] })).toMatchObject({ ok: false });
    expect(await send({ some: ["v0", "v1", "v2"] })).toMatchObject({ ok: false });
    expect(await send({ some: [] })).toMatchObject({ ok: false });
    const sent = send({ some: ["v0", "v2"] });
    expect(last().data).toMatchObject({
      components: [
        { component: { type: 21, custom_id: "one", value: null } },
        { component: { type: 22, custom_id: "some", values: ["v0", "v2"] } },
      ],
    });
    await answer(last(), { type: 6 });
    expect((await sent).ok).toBe(true);
  });

  it("open from a message that only one person sees, too, and come back with it", async () => {
    const { outcome, interaction } = press();
    await answer(interaction, {
      type: 4,
      data: { content: "Page 1 is kept.", flags: 64, components: [row(button("next"))] },
    });
    const { message: note = "" } = await outcome;
    const pressed = discord.people(ada).press({ place: approvals, message: note, action: "next" });
    await answer(last(), { type: 9, data: modal });
    const { modal: id = "" } = await pressed;
    const sent = discord.people(ada).submit({ modal: id, values: { why: "because" } });
    expect(last().message?.id).toBe(note);
    await answer(last(), { type: 6 });
    expect((await sent).ok).toBe(true);
    // Nobody else can press what they cannot see.
    const other = discord.people(grace).press({ place: approvals, message: note, action: "next" });
    expect(await other).toMatchObject({ ok: false });
  });

  it("are kept by the client while a field does not fit", async () => {
    const { id, submit } = await open();
    const before = discord.stored.interactions().length;
    expect(await submit("no")).toEqual({
      ok: false,
      shown: "Must be between 3 and 4000 in length.",
    });
    expect(discord.stored.interactions()).toHaveLength(before);
    expect(discord.people(ada).view().modal).toMatchObject({
      id,
      errors: { why: "Must be between 3 and 4000 in length." },
    });
  });

  it("stay open with an error when the bot does not answer", async () => {
    const { submit } = await open();
    const sent = submit("because");
    discord.manual.advance(3000);
    expect(await sent).toEqual({ ok: false, shown: "Something went wrong. Try again." });
    expect(discord.people(ada).view().modal?.errors).toEqual({
      "": "Something went wrong. Try again.",
    });
  });

  it("cannot answer a modal", async () => {
    const { submit } = await open();
    void submit("because");
    expect(codes(await answer(last(), { type: 9, data: modal }))).toEqual([400, 50_035]);
    discord.manual.advance(3000);
  });

  it("cannot follow a deferral", async () => {
    const { interaction } = press();
    await answer(interaction, { type: 5 });
    expect(codes(await answer(interaction, { type: 9, data: modal }))).toEqual([400, 40_060]);
  });

  it("from a command have no message to update", async () => {
    await call(discord, "PUT", `/applications/${discord.applicationId}/guilds/${guild}/commands`, [
      { name: "pending", description: "d" },
    ]);
    const called = discord.people(ada).command({ place: approvals, command: "pending" });
    await answer(last(), { type: 9, data: modal });
    const { modal: id = "" } = await called;
    void discord.people(ada).submit({ modal: id, values: { why: "because" } });
    expect(codes(await answer(last(), { type: 7, data: { content: "x" } }))).toEqual([404, 10_008]);
    discord.manual.advance(3000);
  });

  it("can be closed without the bot hearing of it", async () => {
    const { id } = await open();
    const before = discord.stored.interactions().length;
    expect(discord.people(ada).close(id)).toEqual({ ok: true });
    expect(discord.people(ada).view().modal).toBeNull();
    expect(discord.stored.interactions()).toHaveLength(before);
  });
});

describe("what cannot be pressed", () => {
  it.each([
    ["a disabled button", "off", "This is disabled."],
    ["a button that is not there", "none", "There is nothing like that on this message."],
  ])("%s starts no interaction", async (_what, action, shown) => {
    const pressed = { place: approvals, message: card, action };
    expect(await discord.people(ada).press(pressed)).toEqual({ ok: false, shown });
    expect(discord.stored.interactions()).toEqual([]);
  });

  it("a button in a locked thread starts no interaction", async () => {
    const started = await call(discord, "POST", `/channels/${approvals}/messages/${card}/threads`, {
      name: "n",
    });
    const thread = String(started.body["id"]);
    const inside = await call(discord, "POST", `/channels/${thread}/messages`, {
      content: "c",
      components: [row(button("in"))],
    });
    discord.setThread(thread, { locked: true });
    const pressed = { place: thread, message: String(inside.body["id"]), action: "in" };
    expect((await discord.people(ada).press(pressed)).ok).toBe(false);
    expect(discord.stored.interactions()).toEqual([]);
  });
});

describe("commands", () => {
  it("are known only once registered", async () => {
    const outcome = await discord.people(ada).command({ place: approvals, command: "pending" });
    expect(outcome).toEqual({ ok: false, shown: "There is no command /pending here." });
  });

  it("say in the client's own words that nobody answered", async () => {
    await call(discord, "PUT", `/applications/${discord.applicationId}/commands`, [
      { name: "pending", description: "d" },
    ]);
    const called = discord.people(ada).command({ place: approvals, command: "pending" });
    discord.manual.advance(3000);
    expect(await called).toEqual({ ok: false, shown: "The application did not respond" });
  });

  it("are hidden from those without the permissions they ask for", async () => {
    await call(discord, "PUT", `/applications/${discord.applicationId}/commands`, [
      { name: "admin", description: "d", default_member_permissions: "0" },
    ]);
    const outcome = await discord.people(ada).command({ place: approvals, command: "admin" });
    expect(outcome.ok).toBe(false);
  });
});
