import { describe, expect, it } from "vitest";
import {
  receiveAction,
  receiveCommand,
  receiveSubmission,
} from "../../../adapters/slack/receive.ts";
import { formatFormPlace, parseReply } from "../../../adapters/slack/reply.ts";
import { REFERENCE } from "./card.ts";

const PARSED = { partition: 7, ref: "abcdefghijklmnopqrstuv", shown: "4f2a91c0d3e7" };

/** A press on Accept in a channel, as Slack sends it. */
const press = (about: Record<string, unknown> = {}, action: Record<string, unknown> = {}) => ({
  type: "block_actions",
  user: { id: "U0ADA", username: "ada", name: "ada", team_id: "T0ACME" },
  container: {
    type: "message",
    message_ts: "1760000000.000100",
    channel_id: "C0FINANCE",
    is_ephemeral: false,
  },
  trigger_id: "9.8.7",
  team: { id: "T0ACME", domain: "acme" },
  enterprise: null,
  is_enterprise_install: false,
  channel: { id: "C0FINANCE", name: "finance" },
  response_url: "https://hooks.slack.example/actions/1",
  actions: [
    {
      type: "button",
      action_id: "parley:accept",
      block_id: "b",
      value: REFERENCE,
      action_ts: "1760000200.000001",
      ...action,
    },
  ],
  ...about,
});

const submission = (about: Record<string, unknown> = {}, value: unknown = "Tuesday") => ({
  type: "view_submission",
  team: { id: "T0ACME", domain: "acme" },
  user: { id: "U0ADA", team_id: "T0ACME" },
  trigger_id: "9.8.7",
  view: {
    id: "V0FORM",
    hash: "1760000140.abc",
    callback_id: "parley:answer",
    private_metadata: formatFormPlace({
      reference: REFERENCE,
      message: "1760000000.000100",
      channel: "C0FINANCE",
    }),
    state: { values: { answer: { answer: { type: "plain_text_input", value } } } },
  },
  ...about,
});

const idOf = (body: unknown): string | undefined => {
  const pressed = receiveAction(body);
  return pressed.kind === "press" ? pressed.press.id : undefined;
};

describe("a press", () => {
  it("says who pressed what on which card, and how to answer", () => {
    const pressed = receiveAction(press());
    expect(pressed).toMatchObject({
      kind: "press",
      press: {
        id: "slack/T0ACME/U0ADA/C0FINANCE/1760000000.000100/parley:accept/1760000200.000001",
        platform: "slack",
        account: "slack:T0ACME/U0ADA",
        workspace: "T0ACME",
        reference: PARSED,
        message: "1760000000.000100",
        response: { action: "accept" },
      },
    });
    expect(pressed.kind === "press" && parseReply(pressed.press.reply)).toEqual({
      responseUrl: "https://hooks.slack.example/actions/1",
      channel: "C0FINANCE",
      user: "U0ADA",
      thread: undefined,
    });
  });

  it("is the same when delivered again and another when pressed again", () => {
    expect(idOf(press())).toBe(idOf(press({ trigger_id: "other" })));
    expect(idOf(press())).not.toBe(idOf(press({}, { action_ts: "1760000201.000001" })));
    expect(idOf(press())).not.toBe(idOf(press({}, { action_id: "parley:reject" })));
    expect(idOf(press())).not.toBe(idOf(press({ user: { id: "U0GRACE", team_id: "T0ACME" } })));
  });

  it.each([
    [
      "without channel, container and response_url",
      press({ container: undefined, channel: undefined, response_url: undefined }),
    ],
    [
      "with only the message's own ts",
      press({ container: undefined, message: { ts: "1760000000.000100" } }),
    ],
    ["in an app of a whole organisation, where team is null", press({ team: null })],
    ["by somebody whose home workspace is not said", press({ user: { id: "U0ADA" } })],
  ])("is understood %s", (_name, body) => {
    expect(receiveAction(body)).toMatchObject({
      kind: "press",
      press: { account: "slack:T0ACME/U0ADA", workspace: "T0ACME" },
    });
  });

  it("by somebody of another workspace is theirs, in ours", () => {
    expect(receiveAction(press({ user: { id: "U0EVE", team_id: "T0OTHER" } }))).toMatchObject({
      kind: "press",
      press: { account: "slack:T0OTHER/U0EVE", workspace: "T0ACME" },
    });
  });

  it("in a thread is answered in the thread, wherever Slack says which", () => {
    const container = { type: "message", channel_id: "C1", message_ts: "2.0", thread_ts: "1.0" };
    for (const about of [{ container }, { message: { ts: "2.0", thread_ts: "1.0" } }]) {
      const pressed = receiveAction(press(about));
      expect(pressed.kind === "press" && parseReply(pressed.press.reply).thread).toBe("1.0");
    }
  });

  it("opens a form or everything with its trigger", () => {
    expect(receiveAction(press({}, { action_id: "parley:answer" }))).toMatchObject({
      kind: "open",
      purpose: "answer",
      trigger: "9.8.7",
      channel: "C0FINANCE",
    });
    expect(receiveAction(press({}, { action_id: "parley:show-all" }))).toMatchObject({
      kind: "open",
      purpose: "show-all",
    });
  });

  it("turns a page only inside a view", () => {
    const action = { action_id: "parley:page-on", value: `2 ${REFERENCE}` };
    const view = { id: "V1", hash: "h" };
    expect(receiveAction(press({ container: { view_id: "V1" }, view }, action))).toMatchObject({
      kind: "page",
      page: 2,
      view: "V1",
      hash: "h",
      reference: PARSED,
    });
    expect(receiveAction(press({}, action)).kind).toBe("unknown");
  });

  it.each([
    ["no actions", press({ actions: [] })],
    ["nobody", press({ user: {} })],
    ["an id that could hide another", press({ user: { id: "U0EVE/U0ADA", team_id: "T0ACME" } })],
    ["a value of ours that is not one", press({}, { value: "7.short.4f2a" })],
    ["no value", press({}, { value: undefined })],
    ["an action of another version", press({}, { action_id: "parley:vote" })],
    ["another app's action", press({}, { action_id: "approve" })],
    ["an overflow menu", press({}, { value: undefined, selected_option: { value: REFERENCE } })],
    ["nothing at all", undefined],
    ["a text", "press"],
  ])("is unknown with %s", (_name, body) => {
    expect(receiveAction(body).kind).toBe("unknown");
  });
});

describe("a submitted form", () => {
  it("is a press with the typed answer", () => {
    expect(receiveSubmission(submission())).toMatchObject({
      account: "slack:T0ACME/U0ADA",
      reference: PARSED,
      message: "1760000000.000100",
      response: { action: "answer", answer: "Tuesday" },
    });
  });

  it("of a version that carried no message in its form is a press without one", () => {
    const body = submission();
    const private_metadata = formatFormPlace({ reference: REFERENCE, channel: "C0FINANCE" });
    const sent = receiveSubmission({ ...body, view: { ...body.view, private_metadata } });
    expect(sent).toMatchObject({ reference: PARSED, message: undefined });
  });

  it("is the same when delivered again and another when sent again, even with the same text", () => {
    const id = (body: unknown) => receiveSubmission(body)?.id;
    expect(id(submission())).toBe(id(submission()));
    expect(id(submission())).not.toBe(id(submission({ trigger_id: "9.8.8" })));
    expect(id(submission())).not.toBe(id(submission({}, "Wednesday")));
  });

  it("keeps its trigger out of what is kept", () => {
    expect(JSON.stringify(receiveSubmission(submission()))).not.toContain("9.8.7");
  });

  it.each([null, undefined, ""])("with nothing typed (%s) answers with nothing", (typed) => {
    const body = submission({}, typed);
    if (typed === undefined) body.view.state = { values: {} } as never;
    expect(receiveSubmission(body)?.response).toEqual({ action: "answer", answer: "" });
  });

  it.each([
    ["of another form", { callback_id: "other" }],
    ["with metadata that is not ours", { private_metadata: "{}" }],
    ["with metadata that is no JSON", { private_metadata: "{" }],
  ])("is nothing %s", (_name, view) => {
    const body = submission();
    expect(receiveSubmission({ ...body, view: { ...body.view, ...view } })).toBeUndefined();
  });
});

describe("a command", () => {
  it("says who asks and where", () => {
    expect(receiveCommand({ team_id: "T0ACME", user_id: "U0ADA", command: "/pending" })).toEqual({
      account: "slack:T0ACME/U0ADA",
      workspace: "T0ACME",
    });
    expect(receiveCommand({ user_id: "U0ADA" })).toBeUndefined();
  });
});

describe("how to answer somebody", () => {
  it.each(["", "null", "[]", '{"url":"javascript:1"}', '{"url":5}'])(
    "is read defensively: %s",
    (text) => {
      expect(parseReply(text)).toEqual({});
    },
  );
});
