import { describe, expect, it } from "vitest";
import {
  receiveAction,
  receiveCommand,
  receiveGroupChange,
  receiveHome,
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

const PLACE = {
  reference: REFERENCE,
  purpose: "answer",
  message: "1760000000.000100",
  channel: "C0FINANCE",
};

const submission = (about: Record<string, unknown> = {}, value: unknown = "Tuesday") => ({
  type: "view_submission",
  team: { id: "T0ACME", domain: "acme" },
  user: { id: "U0ADA", team_id: "T0ACME" },
  trigger_id: "9.8.7",
  view: {
    id: "V0FORM",
    hash: "1760000140.abc",
    callback_id: "parley:form:answer",
    title: { type: "plain_text", text: "Answer", emoji: false },
    private_metadata: formatFormPlace(PLACE),
    blocks: [
      { type: "context", block_id: "x1" },
      { type: "input", block_id: "f0" },
    ],
    state: { values: { f0: { f0: { type: "plain_text_input", value } } } },
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
        response: { resumeValue: { action: "accept" } },
      },
    });
    expect(pressed.kind === "press" && parseReply(pressed.press.reply)).toEqual({
      responseUrl: "https://hooks.slack.example/actions/1",
      team: "T0ACME",
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

  it("on the message that a thread hangs on is answered in the channel", () => {
    const message = { ts: "2.0", thread_ts: "2.0" };
    const container = { type: "message", channel_id: "C1", message_ts: "2.0", thread_ts: "2.0" };
    for (const about of [
      { container, message },
      { container: undefined, message },
    ]) {
      const pressed = receiveAction(press(about));
      expect(pressed.kind === "press" && parseReply(pressed.press.reply).thread).toBeUndefined();
    }
  });

  // Interrupt specification: an approval resumes with an action, low confidence with a boolean.
  it.each([
    ["accept", { action: "accept" }],
    ["reject", { action: "reject" }],
    ["go", true],
    ["stop", false],
  ])("on %s says everything", (action, resumeValue) => {
    expect(receiveAction(press({}, { action_id: `parley:${action}` }))).toMatchObject({
      kind: "press",
      press: { response: { resumeValue } },
    });
  });

  it.each([
    ["accept-form", "accept"],
    ["reject-form", "reject"],
    ["override", "override"],
    ["edit-accept", "edit-accept"],
    ["refine", "refine"],
    ["ask", "ask"],
    ["answer", "answer"],
    ["show-all", "show-all"],
  ])("on %s opens what it is for, with its trigger", (action, purpose) => {
    expect(receiveAction(press({}, { action_id: `parley:${action}` }))).toMatchObject({
      kind: "open",
      purpose,
      trigger: "9.8.7",
      reference: PARSED,
      place: { message: "1760000000.000100", channel: "C0FINANCE" },
    });
  });

  it("on a private note is no press on a card", () => {
    const container = {
      type: "message",
      message_ts: "1760000300.000100",
      channel_id: "C0FINANCE",
      is_ephemeral: true,
    };
    const about = { container };
    expect(receiveAction(press(about, { action_id: "parley:override" }))).toMatchObject({
      kind: "open",
      purpose: "override",
      trigger: "9.8.7",
      place: { message: undefined, channel: "C0FINANCE" },
    });
    expect(receiveAction(press(about))).toMatchObject({ press: { message: undefined } });
  });

  it("inside a view opens its form there, and knows its place by what the view carries", () => {
    const view = { id: "V1", hash: "h", private_metadata: formatFormPlace(PLACE) };
    const about = { container: { type: "view", view_id: "V1" }, view, channel: undefined };
    const opening = receiveAction(press(about, { action_id: "parley:override" }));
    expect(opening).toMatchObject({
      kind: "open",
      view: { id: "V1", hash: "h" },
      place: { message: "1760000000.000100", channel: "C0FINANCE" },
    });
    expect(opening.kind === "open" && parseReply(opening.reply).channel).toBe("C0FINANCE");
  });

  it("takes a wish for files only inside a view, of somebody", () => {
    const action = { action_id: "parley:send-files", value: `1 ${REFERENCE}` };
    const view = { container: { view_id: "V1" }, view: { id: "V1", hash: "h" } };
    expect(receiveAction(press(view, action))).toMatchObject({
      kind: "files",
      page: 1,
      user: "U0ADA",
      view: "V1",
      hash: "h",
      reference: PARSED,
    });
    expect(receiveAction(press({}, action)).kind).toBe("unknown");
    expect(receiveAction(press({ ...view, user: {} }, action)).kind).toBe("unknown");
    expect(receiveAction(press(view, { ...action, value: REFERENCE })).kind).toBe("unknown");
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
  it("says who sent what, and beside which blocks something can be said", () => {
    expect(receiveSubmission(submission())).toMatchObject({
      press: {
        account: "slack:T0ACME/U0ADA",
        workspace: "T0ACME",
        platform: "slack",
        reference: PARSED,
        message: "1760000000.000100",
      },
      purpose: "answer",
      state: { f0: { f0: { value: "Tuesday" } } },
      inputs: ["f0"],
      title: "Answer",
    });
  });

  it("of a card whose message is not known is a press without one", () => {
    const body = submission();
    const private_metadata = formatFormPlace({ ...PLACE, message: undefined });
    const sent = receiveSubmission({ ...body, view: { ...body.view, private_metadata } });
    expect(sent?.press).toMatchObject({ reference: PARSED, message: undefined });
  });

  it("is the same when delivered again and another when sent again, even with the same text", () => {
    const id = (body: unknown) => receiveSubmission(body)?.press.id;
    expect(id(submission())).toBe(id(submission()));
    expect(id(submission())).not.toBe(id(submission({ trigger_id: "9.8.8" })));
    expect(id(submission())).not.toBe(id(submission({}, "Wednesday")));
  });

  it("keeps its trigger and its content out of what is kept", () => {
    const kept = JSON.stringify(receiveSubmission(submission())?.press);
    expect(kept).not.toContain("9.8.7");
    expect(kept).not.toContain("Tuesday");
  });

  it("without state and blocks is still one", () => {
    const body = submission();
    const view = { ...body.view, state: undefined, blocks: undefined };
    expect(receiveSubmission({ ...body, view })).toMatchObject({ state: undefined, inputs: [] });
  });

  it.each([
    ["of another form", { callback_id: "other" }],
    ["of an earlier version", { callback_id: "parley:answer" }],
    ["that carries another purpose than its own", { callback_id: "parley:form:reject" }],
    ["with metadata that is not ours", { private_metadata: "{}" }],
    ["with metadata that is no JSON", { private_metadata: "{" }],
  ])("is nothing %s", (_name, view) => {
    const body = submission();
    expect(receiveSubmission({ ...body, view: { ...body.view, ...view } })).toBeUndefined();
  });
});

describe("a command", () => {
  const who = { account: "slack:T0ACME/U0ADA", workspace: "T0ACME" };
  const from = { team_id: "T0ACME", user_id: "U0ADA", command: "/pending" };

  it("says who asks, where, and for which list", () => {
    expect(receiveCommand(from)).toEqual({ ...who, list: "mine" });
    expect(receiveCommand({ ...from, text: " ALL " })).toEqual({ ...who, list: "all" });
    expect(receiveCommand({ ...from, text: "everything" })).toEqual({ ...who, list: undefined });
    expect(receiveCommand({ user_id: "U0ADA" })).toBeUndefined();
  });
});

describe("the Home tab", () => {
  const event = { type: "app_home_opened", user: "U0ADA", channel: "D0ADA", tab: "home" };

  it("is somebody's in a workspace, and no other tab is", () => {
    expect(receiveHome({ team_id: "T0ACME", event })).toEqual({
      account: "slack:T0ACME/U0ADA",
      workspace: "T0ACME",
    });
    expect(
      receiveHome({ team_id: "T0ACME", event: { ...event, tab: "messages" } }),
    ).toBeUndefined();
    expect(receiveHome({ event })).toBeUndefined();
  });

  const pressed = (action: object, view: object = { id: "V1", type: "home" }) =>
    receiveAction({
      team: { id: "T0ACME" },
      user: { id: "U0ADA", team_id: "T0ACME" },
      container: { type: "view", view_id: "V1" },
      view,
      trigger_id: "t1",
      actions: [action],
    });

  it("has buttons that come without a channel and a message", () => {
    const open = { action_id: "parley:open-card-3", value: REFERENCE };
    expect(pressed(open)).toMatchObject({ kind: "card", trigger: "t1" });
    const more = { action_id: "parley:show-more", value: "all 2" };
    expect(pressed(more)).toMatchObject({
      kind: "list",
      wanted: { list: "all", page: 2 },
      onHome: true,
    });
    expect(pressed(more, { id: "V1", type: "modal" })).toMatchObject({ onHome: false });
    expect(pressed({ ...more, value: "all" })).toMatchObject({ kind: "unknown" });
    expect(pressed({ ...open, value: "x" })).toMatchObject({ kind: "unknown" });
  });

  it("is no dialog whose place a form could take", () => {
    const button = { action_id: "parley:show-all", value: REFERENCE };
    expect(pressed(button)).toMatchObject({ kind: "open", view: undefined });
    expect(pressed(button, { id: "V1", type: "modal" })).toMatchObject({ view: { id: "V1" } });
  });
});

describe("a change of a user group", () => {
  it("is read from either event that says so", () => {
    const change = { workspace: "T0ACME", of: "group", id: "S0FINANCE" };
    expect(receiveGroupChange({ event: { team_id: "T0ACME", subteam_id: "S0FINANCE" } })).toEqual(
      change,
    );
    expect(
      receiveGroupChange({ event: { subteam: { id: "S0FINANCE", team_id: "T0ACME" } } }),
    ).toEqual(change);
    expect(receiveGroupChange({ team_id: "T0ACME", event: {} })).toBeUndefined();
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
