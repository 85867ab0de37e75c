import type { App, BlockAction } from "@slack/bolt";
import { describe, expect, it, onTestFinished } from "vitest";
import { startBolt } from "./bolt-app.ts";
import { ManualClock } from "./clock.ts";
import type { JsonObject } from "./json.ts";
import type { LocalSlack, LocalSlackOptions } from "./server.ts";
import {
  actions,
  button,
  input,
  localSlack,
  openModalOf,
  PLACE,
  plain,
  postedCard,
  reasonDialog,
  section,
} from "./test-workspace.ts";

interface Running {
  slack: LocalSlack;
  app: App;
}

async function running(options: Partial<LocalSlackOptions> = {}): Promise<Running> {
  const slack = await localSlack(options);
  const app = await startBolt(slack);
  onTestFinished(async () => void (await app.stop()));
  return { slack, app };
}

const press = (slack: LocalSlack, message: string, action = "accept") =>
  slack.people("U0ADA").press({ place: PLACE, message, action });

/** A button that opens a dialog, and what its submission is answered with. */
async function dialogOf(view: JsonObject, answer: () => unknown): Promise<Running> {
  const run = await running();
  run.app.action<BlockAction>("accept", async ({ ack, body, client }) => {
    await ack();
    await client.views.open({ trigger_id: body.trigger_id, view: view as never });
  });
  run.app.view("reason", async ({ ack }) => {
    await ack(answer() as never);
  });
  await press(run.slack, await postedCard(run.slack));
  await run.slack.until(() => run.slack.people("U0ADA").view().modal);
  return run;
}

const submit = (slack: LocalSlack, why: string) =>
  slack.people("U0ADA").submit({ modal: openModalOf(slack).id, values: { why } });

/** As many sections as a view without other blocks holds, but one. */
const sectionsOf = (length: number) =>
  Array.from({ length: 99 }, () => section("x".repeat(length)));

const answersWith = async (slack: LocalSlack, app: App, body: unknown) => {
  app.command("/pending", async ({ ack }) => {
    await ack(body as never);
  });
  return slack.people("U0ADA").command({ place: PLACE, command: "/pending", text: "mine" });
};

describe("A press over Socket Mode", () => {
  it("reaches Bolt, is acknowledged, and the app changes the card", async () => {
    const { slack, app } = await running();
    app.action<BlockAction>("accept", async ({ ack, body, client }) => {
      await ack();
      const at = { channel: body.channel?.id ?? "", ts: body.message?.ts ?? "" };
      const blocks = [
        { type: "section", text: { type: "plain_text" as const, text: "Accepted by Ada" } },
      ];
      await client.chat.update({ ...at, text: "Accepted", blocks });
    });
    const ts = await postedCard(slack);
    expect(await press(slack, ts)).toEqual({ ok: true });
    await slack.until(() => slack.stored.message(PLACE, ts)?.text === "Accepted");
    expect(slack.stored.message(PLACE, ts)?.blocks).toMatchObject([
      { text: { text: "Accepted by Ada" } },
    ]);
  });

  it("tells the presser what came up before the acknowledgement", async () => {
    const { slack, app } = await running();
    app.action<BlockAction>("accept", async ({ ack, body, client }) => {
      const args = { channel: PLACE, user: body.user.id, text: "Only finance can decide." };
      await client.chat.postEphemeral(args);
      await ack();
    });
    const outcome = await press(slack, await postedCard(slack));
    expect(outcome).toEqual({ ok: true, shown: "Only finance can decide." });
  });

  // docs.slack.dev/interactivity: three seconds.
  it("that nobody acknowledges within three seconds fails before the presser's eyes", async () => {
    const clock = new ManualClock();
    const { slack } = await running({ clock });
    const ts = await postedCard(slack);
    const pressed = press(slack, ts);
    await slack.until(() => slack.deliveries.some(({ type }) => type === "block_actions"));
    await clock.advance(2_999);
    expect(slack.deliveries.at(-1)?.receipt).toBeUndefined();
    await clock.advance(1);
    const shown = "Operation timed out. Apps need to respond within 3 seconds.";
    expect(await pressed).toEqual({ ok: false, shown });
    expect(slack.people("U0ADA").view().notices).toMatchObject([
      { text: shown, place: PLACE, message: ts },
    ]);
    expect(slack.people("U0GRACE").view().notices).toEqual([]);
  });

  it("that is acknowledged too late stays failed, though the app goes on", async () => {
    const clock = new ManualClock();
    const { slack, app } = await running({ clock });
    let release = () => {};
    const held = new Promise<void>((resolve) => void (release = resolve));
    const worked = new Promise<void>((resolve) => {
      app.action("accept", async ({ ack }) => {
        await held;
        await ack();
        resolve();
      });
    });
    const pressed = press(slack, await postedCard(slack));
    await slack.until(() => slack.deliveries.some(({ type }) => type === "block_actions"));
    await clock.advance(3_000);
    release();
    await worked;
    expect(await pressed).toMatchObject({ ok: false });
  });

  it("that is acknowledged with a body is an error to the presser", async () => {
    const { slack, app } = await running();
    app.action("accept", async ({ ack }) => {
      await (ack as (body: unknown) => Promise<void>)({ text: "Thank you" });
    });
    expect(await press(slack, await postedCard(slack))).toMatchObject({ ok: false });
  });

  it("can come twice, with one trigger and one response_url", async () => {
    const { slack, app } = await running();
    const seen: unknown[] = [];
    app.action<BlockAction>("accept", async ({ ack, body }) => {
      seen.push(`${body.trigger_id} ${body.response_url}`);
      await ack();
    });
    slack.faults.next({ delivery: "block_actions" }, "twice");
    expect(await press(slack, await postedCard(slack))).toEqual({ ok: true });
    expect(seen).toHaveLength(2);
    expect(new Set(seen).size).toBe(1);
    expect(slack.faults.waiting).toBe(0);
  });

  it("with no connection open is refused at once", async () => {
    const slack = await localSlack();
    expect(await press(slack, await postedCard(slack))).toEqual({
      ok: false,
      shown: "This app is not reachable right now. Try again later.",
    });
  });

  it("on a message or button that is gone never leaves", async () => {
    const { slack } = await running();
    const ts = await postedCard(slack);
    expect((await press(slack, "1.2")).shown).toBe("This message is not there any more.");
    expect((await press(slack, ts, "reject")).shown).toBe("There is no such button any more.");
    const eve = slack.people("U0EVE").press({ place: PLACE, message: ts, action: "accept" });
    expect((await eve).ok).toBe(false);
    expect(slack.deliveries.filter(({ kind }) => kind === "interactive")).toEqual([]);
  });

  it("carries what was picked in the message's own inputs", async () => {
    const { slack, app } = await running();
    const options = [{ text: plain("Only this time"), value: "once" }];
    const select = { type: "static_select", action_id: "scope", options };
    const blocks = [{ ...actions(select, button("accept")), block_id: "pick" }];
    const bodies: BlockAction[] = [];
    app.action<BlockAction>(/scope|accept/, async ({ ack, body }) => {
      bodies.push(body);
      await ack();
    });
    const message = await postedCard(slack, { blocks });
    const values = { scope: "once" };
    await slack.people("U0ADA").press({ place: PLACE, message, action: "scope", values });
    await press(slack, message);
    expect(bodies[0]?.actions[0]).toMatchObject({
      type: "static_select",
      selected_option: { value: "once" },
    });
    expect(bodies[1]?.state?.values["pick"]?.["scope"]).toMatchObject({
      selected_option: { value: "once" },
    });
  });
});

describe("A dialog over Socket Mode", () => {
  it("opens, is refused with errors, keeps what was typed, is mended and closes", async () => {
    let problem: string | undefined = "Say which VAT number is missing.";
    const { slack } = await dialogOf(reasonDialog(), () =>
      problem ? { response_action: "errors", errors: { why: problem } } : undefined,
    );
    expect(await submit(slack, "no idea")).toEqual({
      ok: false,
      shown: problem,
      errors: { why: problem },
    });
    expect(openModalOf(slack)).toMatchObject({
      errors: { why: problem },
      state: { why: { text: { value: "no idea" } } },
    });
    problem = undefined;
    expect(await submit(slack, "DE123456789")).toEqual({ ok: true });
    expect(slack.people("U0ADA").view().modal).toBeNull();
  });

  it("changes to another view, or gets one on top", async () => {
    const done = reasonDialog({ title: plain("Done") });
    let answer: unknown = { response_action: "update", view: done };
    const { slack } = await dialogOf(reasonDialog(), () => answer);
    expect(await submit(slack, "first")).toEqual({ ok: true });
    expect(openModalOf(slack)).toMatchObject({ view: { title: plain("Done") }, depth: 0 });
    answer = { response_action: "push", view: done };
    expect((await submit(slack, "second")).opened).toBe(openModalOf(slack).id);
    expect(openModalOf(slack).depth).toBe(1);
    answer = { response_action: "clear" };
    await submit(slack, "third");
    expect(slack.people("U0ADA").view().modal).toBeNull();
  });

  // bolt-js#554, bolt-js#1978: the person sees trouble, the app hears nothing.
  it.each<[string, unknown]>([
    ["errors for a block that is no input", { response_action: "errors", errors: { no: "a" } }],
    ["errors without any", { response_action: "errors", errors: {} }],
    ["an action that Slack does not have", { response_action: "close" }],
    [
      "a view beyond the limits",
      { response_action: "update", view: reasonDialog({ title: plain("x".repeat(25)) }) },
    ],
    [
      "a view of more than 250,000 bytes",
      { response_action: "update", view: reasonDialog({ blocks: sectionsOf(2_600) }) },
    ],
    ["a message", { text: "Thank you" }],
  ])("stays open with an error when it is answered with %s", async (_, answer) => {
    const { slack } = await dialogOf(reasonDialog(), () => answer);
    const shown = "We had some trouble connecting. Try again?";
    expect(await submit(slack, "reason")).toEqual({ ok: false, shown });
    expect(openModalOf(slack).failure).toBe(shown);
  });

  it("takes an update of just under 250,000 bytes", async () => {
    const answer = { response_action: "update", view: reasonDialog({ blocks: sectionsOf(2_400) }) };
    const { slack } = await dialogOf(reasonDialog(), () => answer);
    expect(await submit(slack, "reason")).toEqual({ ok: true });
  });

  it("tells of its closing when it was asked to", async () => {
    const { slack, app } = await dialogOf(reasonDialog({ notify_on_close: true }), () => undefined);
    const closed = new Promise((resolve) => {
      app.view({ callback_id: "reason", type: "view_closed" }, async ({ ack, body }) => {
        await ack();
        resolve(body);
      });
    });
    await slack.people("U0ADA").close({ modal: openModalOf(slack).id });
    const body = (await closed) as JsonObject;
    expect(body).toMatchObject({
      type: "view_closed",
      is_cleared: false,
      view: { callback_id: "reason" },
    });
    expect(body).not.toHaveProperty("trigger_id");
  });

  it("closes without a word when it was not", async () => {
    const { slack } = await dialogOf(reasonDialog(), () => undefined);
    await slack.people("U0ADA").close({ modal: openModalOf(slack).id });
    expect(slack.deliveries.filter(({ type }) => type === "view_closed")).toEqual([]);
    expect(slack.people("U0ADA").view().modal).toBeNull();
  });

  it("carries a press on a button of its own with what is typed so far", async () => {
    const view = reasonDialog({
      blocks: [input({ type: "plain_text_input" }), actions(button("more"))],
    });
    const { slack, app } = await dialogOf(view, () => undefined);
    const bodies: BlockAction[] = [];
    app.action<BlockAction>("more", async ({ ack, body }) => {
      bodies.push(body);
      await ack();
    });
    const { id } = openModalOf(slack);
    const values = { why: "half a sent" };
    await slack.people("U0ADA").press({ place: PLACE, message: id, action: "more", values });
    expect(bodies[0]).toMatchObject({
      container: { type: "view", view_id: id },
      view: { state: { values: { why: { text: { value: "half a sent" } } } } },
    });
    expect(bodies[0]).not.toHaveProperty("response_url");
  });
});

describe("A slash command over Socket Mode", () => {
  it("is answered for the asker alone", async () => {
    const { slack, app } = await running();
    const outcome = await answersWith(slack, app, "Nothing waits for you.");
    expect(outcome).toEqual({ ok: true, shown: "Nothing waits for you." });
    expect(slack.stored.ephemerals).toMatchObject([{ onlyFor: "U0ADA", channel: PLACE }]);
    expect(slack.deliveries.find(({ kind }) => kind === "slash_commands")?.payload).toMatchObject({
      command: "/pending",
      text: "mine",
      user_id: "U0ADA",
      channel_id: PLACE,
      is_enterprise_install: "false",
    });
  });

  it("is answered for everybody when the app says so", async () => {
    const { slack, app } = await running();
    await answersWith(slack, app, { response_type: "in_channel", text: "Ada asks." });
    expect(slack.stored.inChannel(PLACE)).toMatchObject([{ text: "Ada asks." }]);
  });

  it.each([
    ["blocks beyond the limits", { blocks: [section("x".repeat(3_001))] }],
    ["a body that is no message", { answer: 42 }],
  ])("fails for the asker when it is answered with %s", async (_, body) => {
    const { slack, app } = await running();
    const shown = '/pending failed with the error "invalid_command_response"';
    expect(await answersWith(slack, app, body)).toEqual({ ok: false, shown });
    expect(slack.people("U0ADA").view().notices).toMatchObject([{ text: shown, place: PLACE }]);
  });

  it("fails with operation_timeout when nobody answers, with dispatch_failed when nobody is there", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock });
    const command = () => slack.people("U0ADA").command({ place: PLACE, command: "/pending" });
    expect((await command()).shown).toBe('/pending failed with the error "dispatch_failed"');
    const app = await startBolt(slack);
    onTestFinished(async () => void (await app.stop()));
    const asked = command();
    await clock.advance(3_000);
    expect((await asked).shown).toBe('/pending failed with the error "operation_timeout"');
  });

  it("that the app does not have goes nowhere", async () => {
    const { slack } = await running({ commands: ["/pending"] });
    const outcome = await slack.people("U0ADA").command({ place: PLACE, command: "/shrug" });
    expect(outcome).toEqual({ ok: false, shown: "/shrug is not a valid command." });
    expect(slack.deliveries).toEqual([]);
  });
});

describe("A message over Socket Mode", () => {
  it("reaches the app once, and its own never reaches its listeners", async () => {
    const { slack, app } = await running();
    const heard: string[] = [];
    app.message(async ({ message }) => {
      if (message.subtype === undefined) heard.push(message.text ?? "");
    });
    const thread = await postedCard(slack);
    slack.people("U0ADA").say({ place: PLACE, thread, text: "it was the blue one" });
    await slack.until(
      () => slack.deliveries.length === 2 && slack.deliveries.every(({ receipt }) => receipt),
    );
    expect(slack.deliveries.map(({ receipt }) => receipt?.outcome)).toEqual([
      "acknowledged",
      "acknowledged",
    ]);
    // Bolt acknowledges before it calls a listener.
    await expect.poll(() => heard).toEqual(["it was the blue one"]);
  });

  it("comes again when the connection breaks before the acknowledgement", async () => {
    const clock = new ManualClock();
    const { slack, app } = await running({ clock });
    const heard: unknown[] = [];
    app.message(async ({ body }) => void heard.push(body.event_id));
    slack.faults.next({ delivery: "message" }, "close");
    slack.people("U0ADA").say({ place: PLACE, text: "hello" });
    await slack.until(() => slack.socketMode.connected === 0);
    await slack.until(() => slack.socketMode.connected === 1);
    await clock.advance(3_000);
    await slack.until(() => slack.deliveries[1]?.receipt);
    expect(slack.deliveries[1]).toMatchObject({
      retryAttempt: 1,
      receipt: { outcome: "acknowledged" },
    });
    expect(new Set(heard).size).toBe(1);
  });
});

describe("Bolt comes back", () => {
  it.each(["warning", "refresh_requested"] as const)(
    "after a disconnect frame: %s",
    async (reason) => {
      const { slack, app } = await running();
      app.action("accept", async ({ ack }) => ack());
      slack.socketMode.disconnect(reason);
      await slack.until(() => slack.socketMode.connected === 0);
      await slack.until(() => slack.socketMode.connected === 1);
      expect(await press(slack, await postedCard(slack))).toEqual({ ok: true });
      const opened = slack.log.filter(({ method }) => method === "apps.connections.open");
      expect(opened).toHaveLength(2);
    },
  );

  it("after a network that broke, even when it is refused at first", async () => {
    const { slack, app } = await running();
    app.action("accept", async ({ ack }) => ack());
    slack.faults.next({ method: "apps.connections.open" }, { error: "internal_error" });
    slack.socketMode.breakAll();
    await slack.until(() => slack.socketMode.connected === 0);
    await slack.until(() => slack.socketMode.connected === 1);
    expect(slack.faults.waiting).toBe(0);
    expect(await press(slack, await postedCard(slack))).toEqual({ ok: true });
  });
});
