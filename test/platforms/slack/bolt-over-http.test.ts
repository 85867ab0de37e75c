import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { App, BlockAction } from "@slack/bolt";
import { describe, expect, it, onTestFinished } from "vitest";
import { startHttpBolt } from "./bolt-app.ts";
import { ManualClock } from "./clock.ts";
import { bodyOf } from "./http-body.ts";
import { signatureOf } from "./http-delivery.ts";
import type { LocalSlack, LocalSlackOptions } from "./server.ts";
import { localSlack, openModalOf, PLACE, postedCard, reasonDialog } from "./test-workspace.ts";
import { freePort } from "../../support/free-port.ts";

async function running(
  options: Partial<LocalSlackOptions> = {},
): Promise<{ slack: LocalSlack; app: App }> {
  const port = await freePort();
  const delivery = { url: `http://127.0.0.1:${port}/slack/events` };
  const slack = await localSlack({ delivery, ...options });
  const app = await startHttpBolt(slack, port);
  onTestFinished(async () => void (await app.stop()));
  return { slack, app };
}

interface Seen {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A bot that only writes down what it gets. */
async function recorder(answer: { status: number; body?: string } = { status: 200 }) {
  const seen: Seen[] = [];
  const record = async (request: IncomingMessage, response: ServerResponse) => {
    seen.push({ headers: request.headers, body: await bodyOf(request) });
    response.writeHead(answer.status).end(answer.body ?? "");
  };
  const server = createServer((request, response) => void record(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { seen, url: `http://127.0.0.1:${port}/slack/events` };
}

const press = (slack: LocalSlack, message: string) =>
  slack.people("U0ADA").press({ place: PLACE, message, action: "accept" });

describe("A real Bolt app over HTTP", () => {
  it("hears a press, opens a dialog, refuses it with errors and takes it mended", async () => {
    const { slack, app } = await running();
    app.action<BlockAction>("accept", async ({ ack, body, client }) => {
      await ack();
      await client.views.open({ trigger_id: body.trigger_id, view: reasonDialog() as never });
    });
    app.view("reason", async ({ ack, view }) => {
      const { value } = view.state.values["why"]?.["text"] ?? {};
      if (value === "good reason") await ack();
      else await ack({ response_action: "errors", errors: { why: "Find a good reason." } });
    });
    expect(await press(slack, await postedCard(slack))).toMatchObject({ ok: true });
    await slack.until(() => slack.people("U0ADA").view().modal);
    const submit = (why: string) =>
      slack.people("U0ADA").submit({ modal: openModalOf(slack).id, values: { why } });
    expect((await submit("none")).errors).toEqual({ why: "Find a good reason." });
    expect(await submit("good reason")).toEqual({ ok: true });
    expect(slack.people("U0ADA").view().modal).toBeNull();
  });

  it("answers a command with text and with a message", async () => {
    const { slack, app } = await running();
    app.command("/text", async ({ ack }) => ack("as text"));
    app.command("/message", async ({ ack }) => ack({ text: "as a message" }));
    const command = (name: string) =>
      slack.people("U0ADA").command({ place: PLACE, command: name, text: "a & b" });
    expect(await command("/text")).toEqual({ ok: true, shown: "as text" });
    expect(await command("/message")).toEqual({ ok: true, shown: "as a message" });
  });

  it("hears what people say", async () => {
    const { slack, app } = await running();
    const heard = new Promise((resolve) => {
      app.message(async ({ message }) => resolve(message));
    });
    slack.people("U0ADA").say({ place: PLACE, text: "hello" });
    expect(await heard).toMatchObject({ user: "U0ADA", text: "hello", channel_type: "channel" });
  });

  it("that acknowledges too late fails before the presser's eyes", async () => {
    const clock = new ManualClock();
    const { slack } = await running({ clock });
    const pressed = press(slack, await postedCard(slack));
    await slack.until(() => slack.deliveries.some(({ type }) => type === "block_actions"));
    await clock.advance(3_000);
    expect(await pressed).toEqual({
      ok: false,
      shown: "Operation timed out. Apps need to respond within 3 seconds.",
    });
  });

  it("with another signing secret refuses everything", async () => {
    const port = await freePort();
    const slack = await localSlack({ delivery: { url: `http://127.0.0.1:${port}/slack/events` } });
    const app = await startHttpBolt(slack, port, "another secret");
    onTestFinished(async () => void (await app.stop()));
    expect(await press(slack, await postedCard(slack))).toEqual({
      ok: false,
      shown: "This app responded with Status Code 401.",
    });
  });
});

describe("A delivery over HTTP", () => {
  it("is signed over its raw body and says what it is, without a charset", async () => {
    const { seen, url } = await recorder();
    const slack = await localSlack({ delivery: { url } });
    await press(slack, await postedCard(slack));
    const { headers, body } = seen.at(-1) ?? { headers: {}, body: "" };
    expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
    const payload: unknown = JSON.parse(new URLSearchParams(body).get("payload") ?? "");
    expect(payload).toMatchObject({ type: "block_actions" });
    const timestamp = String(headers["x-slack-request-timestamp"]);
    expect(headers["x-slack-signature"]).toBe(signatureOf(slack.signingSecret, timestamp, body));
    expect(headers["x-slack-signature"]).toMatch(/^v0=[0-9a-f]{64}$/);
  });

  it("of a command is a form, of an event JSON", async () => {
    const { seen, url } = await recorder();
    const slack = await localSlack({ delivery: { url } });
    await slack.people("U0ADA").command({ place: PLACE, command: "/pending", text: "mine" });
    slack.people("U0ADA").say({ place: PLACE, text: "hello" });
    await slack.until(() => slack.deliveries[1]?.receipt);
    const [command, event] = seen;
    expect(Object.fromEntries(new URLSearchParams(command?.body))).toMatchObject({
      command: "/pending",
      text: "mine",
    });
    expect(event?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(event?.body ?? "")).toMatchObject({ type: "event_callback" });
  });

  it("of an event that fails is repeated with its number and reason", async () => {
    const clock = new ManualClock();
    const { seen, url } = await recorder({ status: 500 });
    const slack = await localSlack({ delivery: { url }, clock });
    slack.people("U0ADA").say({ place: PLACE, text: "hello" });
    await slack.until(() => slack.deliveries[0]?.receipt);
    await slack.until(() => slack.deliveries[1]?.receipt);
    expect(seen[0]?.headers).not.toHaveProperty("x-slack-retry-num");
    expect(seen[1]?.headers).toMatchObject({
      "x-slack-retry-num": "1",
      "x-slack-retry-reason": "http_error",
    });
  });

  it.each<[string, { status: number; body?: string }, string]>([
    ["an error", { status: 500 }, "This app responded with Status Code 500."],
    [
      "words",
      { status: 200, body: "ok" },
      "This app responded in a way Slack does not understand.",
    ],
  ])("of a press that is answered with %s fails for the presser", async (_, answer, shown) => {
    const { url } = await recorder(answer);
    const slack = await localSlack({ delivery: { url } });
    expect(await press(slack, await postedCard(slack))).toEqual({ ok: false, shown });
  });

  it("of a command that is answered with an error names its code", async () => {
    const { url } = await recorder({ status: 503 });
    const slack = await localSlack({ delivery: { url } });
    const outcome = await slack.people("U0ADA").command({ place: PLACE, command: "/pending" });
    expect(outcome.shown).toBe('/pending failed with the error "http_service_error"');
  });
});
