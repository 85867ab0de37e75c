import { describe, expect, it } from "vitest";
import { ManualClock } from "./clock.ts";
import type { JsonObject } from "./json.ts";
import { rawCall } from "./raw-call.ts";
import {
  actions,
  button,
  input,
  localSlack,
  modal,
  newTrigger,
  opened,
  openModalOf,
  plain,
  reasonDialog,
  section,
} from "./test-workspace.ts";

const idOf = (body: JsonObject) => (body["view"] as { id: string }).id;
const hashOf = (body: JsonObject) => (body["view"] as { hash: string }).hash;

describe("A trigger opens one dialog", () => {
  it("and the answer describes it, defaults filled in", async () => {
    const slack = await localSlack();
    const { body } = await opened(slack, reasonDialog({ private_metadata: "r1" }));
    expect(body["view"]).toMatchObject({
      id: expect.stringMatching(/^V/),
      type: "modal",
      callback_id: "reason",
      private_metadata: "r1",
      title: plain("Send back"),
      notify_on_close: false,
      state: { values: { why: { text: { type: "plain_text_input", value: null } } } },
      root_view_id: idOf(body),
      previous_view_id: null,
    });
    expect(openModalOf(slack).id).toBe(idOf(body));
    expect(slack.people("U0GRACE").view().modal).toBeNull();
  });

  // docs.slack.dev/interactivity: three seconds, once.
  it("for three seconds and no longer", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock });
    const open = (trigger: string) =>
      rawCall(slack, "views.open", { trigger_id: trigger, view: reasonDialog() });
    const early = await newTrigger(slack);
    const late = await newTrigger(slack);
    await clock.advance(3_000);
    expect((await open(early)).body["ok"]).toBe(true);
    await clock.advance(1);
    expect((await open(late)).body).toEqual({ ok: false, error: "expired_trigger_id" });
  });

  it("and is spent by it, but not by a dialog that is refused", async () => {
    const slack = await localSlack();
    const trigger_id = await newTrigger(slack);
    const open = (view: JsonObject) => rawCall(slack, "views.open", { trigger_id, view });
    expect((await open(modal([section("")]))).body["error"]).toBe("invalid_arguments");
    expect((await open(reasonDialog())).body["ok"]).toBe(true);
    expect((await open(reasonDialog())).body).toEqual({ ok: false, error: "exchanged_trigger_id" });
  });

  it("unless nobody issued it", async () => {
    const slack = await localSlack();
    const { body } = await rawCall(slack, "views.open", {
      trigger_id: "1.2.a",
      view: reasonDialog(),
    });
    expect(body).toEqual({ ok: false, error: "invalid_trigger_id" });
  });

  it("and an external id stands for one dialog at a time", async () => {
    const slack = await localSlack();
    await opened(slack, reasonDialog({ external_id: "request-1" }));
    const again = await opened(slack, reasonDialog({ external_id: "request-1" }));
    expect(again.body["error"]).toBe("duplicate_external_id");
    const view = reasonDialog({ external_id: "request-1", title: plain("New") });
    const update = await rawCall(slack, "views.update", { external_id: "request-1", view });
    expect(update.body["ok"]).toBe(true);
  });
});

describe("views.update", () => {
  const more = { title: plain("More") };

  it("changes an open dialog and its hash", async () => {
    const slack = await localSlack();
    const { body } = await opened(slack, reasonDialog());
    const update = (hash: string) =>
      rawCall(slack, "views.update", { view_id: idOf(body), hash, view: reasonDialog(more) });
    const first = await update(hashOf(body));
    expect(first.body["ok"]).toBe(true);
    expect(hashOf(first.body)).not.toBe(hashOf(body));
    expect((await update(hashOf(body))).body).toEqual({ ok: false, error: "hash_conflict" });
    expect(openModalOf(slack).view["title"]).toMatchObject(more.title);
  });

  it("does not find a dialog that was closed", async () => {
    const slack = await localSlack();
    const { body } = await opened(slack, reasonDialog());
    await slack.people("U0ADA").close({ modal: idOf(body) });
    const answer = await rawCall(slack, "views.update", {
      view_id: idOf(body),
      view: reasonDialog(),
    });
    expect(answer.body).toEqual({ ok: false, error: "not_found" });
  });

  // slack-block-builder#132
  it("keeps typed text under the same two ids and forgets it under others", async () => {
    const slack = await localSlack();
    const asks = (blockId: string) =>
      modal([
        input({ type: "plain_text_input", initial_value: "from the app" }, { block_id: blockId }),
        actions(button("more")),
      ]);
    const { body } = await opened(slack, asks("why"));
    const view_id = idOf(body);
    const values = { why: "typed by Ada" };
    await slack.people("U0ADA").press({ place: "", message: view_id, action: "more", values });
    await rawCall(slack, "views.update", { view_id, view: asks("why") });
    expect(openModalOf(slack).state["why"]).toMatchObject({ text: { value: "typed by Ada" } });
    await rawCall(slack, "views.update", { view_id, view: asks("why-again") });
    expect(openModalOf(slack).state["why-again"]).toMatchObject({
      text: { value: "from the app" },
    });
  });
});

describe("views.push", () => {
  const push = async (slack: Awaited<ReturnType<typeof localSlack>>) =>
    (
      await rawCall(slack, "views.push", {
        trigger_id: await newTrigger(slack),
        view: reasonDialog(),
      })
    ).body;

  // docs.slack.dev/methods/views.push
  it("lays dialogs on each other, three deep", async () => {
    const slack = await localSlack();
    const root = (await opened(slack, reasonDialog())).body;
    const second = await push(slack);
    expect(second["view"]).toMatchObject({
      root_view_id: idOf(root),
      previous_view_id: idOf(root),
    });
    expect((await push(slack))["ok"]).toBe(true);
    expect(await push(slack)).toEqual({ ok: false, error: "push_limit_reached" });
    expect(openModalOf(slack).depth).toBe(2);
  });

  it("needs a dialog to lie on", async () => {
    const slack = await localSlack();
    expect((await push(slack))["error"]).toBe("not_found");
  });

  it("shows the dialog below when the one on top is closed, and none after the cross", async () => {
    const slack = await localSlack();
    const root = idOf((await opened(slack, reasonDialog())).body);
    const second = idOf(await push(slack));
    await slack.people("U0ADA").close({ modal: second });
    expect(openModalOf(slack).id).toBe(root);
    const third = idOf(await push(slack));
    await slack.people("U0ADA").close({ modal: third, all: true });
    expect(slack.people("U0ADA").view().modal).toBeNull();
  });
});

describe("Slack's client looks at a dialog before it sends it", () => {
  const required = "Please complete this required field.";
  const three = ["a", "b", "c"].map((value) => ({ text: plain(value), value }));

  it.each<[string, JsonObject, string | readonly string[] | null, string | undefined]>([
    ["a required field left empty", { type: "plain_text_input" }, null, required],
    [
      "text that is too short",
      { type: "plain_text_input", min_length: 3 },
      "no",
      "Please enter at least 3 characters.",
    ],
    ["text just long enough", { type: "plain_text_input", min_length: 3 }, "yes", undefined],
    [
      "text that is too long",
      { type: "plain_text_input", max_length: 3 },
      "long",
      "Please enter at most 3 characters.",
    ],
    [
      "text over Slack's own 3,000",
      { type: "plain_text_input" },
      "x".repeat(3_001),
      "Please enter at most 3000 characters.",
    ],
    ["text of 3,000", { type: "plain_text_input" }, "x".repeat(3_000), undefined],
    [
      "words for a number",
      { type: "number_input", is_decimal_allowed: true },
      "many",
      "Please enter a valid number.",
    ],
    [
      "a decimal where none is allowed",
      { type: "number_input", is_decimal_allowed: false },
      "1.5",
      "Please enter a whole number.",
    ],
    [
      "a number below the least",
      { type: "number_input", is_decimal_allowed: false, min_value: "1" },
      "0",
      "Please enter at least 1.",
    ],
    [
      "a number above the most",
      { type: "number_input", is_decimal_allowed: true, max_value: "9.5" },
      "9.6",
      "Please enter at most 9.5.",
    ],
    [
      "a number within",
      { type: "number_input", is_decimal_allowed: true, max_value: "9.5" },
      "9.5",
      undefined,
    ],
    [
      "half a mail address",
      { type: "email_text_input" },
      "ada@",
      "Please enter a valid email address.",
    ],
    ["half a web address", { type: "url_text_input" }, "example", "Please enter a valid URL."],
    [
      "an option that is not offered",
      { type: "static_select", options: [{ text: plain("A"), value: "a" }] },
      "b",
      "Please choose one of the options.",
    ],
    [
      "an option that is offered",
      { type: "checkboxes", options: [{ text: plain("A"), value: "a" }] },
      ["a"],
      undefined,
    ],
    [
      "as many options as may be chosen",
      { type: "multi_static_select", options: three, max_selected_items: 2 },
      ["a", "b"],
      undefined,
    ],
    [
      "one option more than may be chosen",
      { type: "multi_static_select", options: three, max_selected_items: 2 },
      ["a", "b", "c"],
      "Please choose at most 2.",
    ],
  ])("%s", async (_, element, value, error) => {
    const slack = await localSlack();
    const { body } = await opened(slack, modal([input(element)]));
    const outcome = await slack
      .people("U0ADA")
      .submit({ modal: idOf(body), values: { why: value } });
    const sent = slack.deliveries.filter(({ type }) => type === "view_submission");
    expect(outcome.errors?.["why"]).toBe(error);
    expect(sent).toHaveLength(error ? 0 : 1);
    expect(openModalOf(slack).errors).toEqual(error ? { why: error } : {});
  });

  it("and lets an optional field be empty", async () => {
    const slack = await localSlack();
    const view = modal([input({ type: "plain_text_input", min_length: 3 }, { optional: true })]);
    const { body } = await opened(slack, view);
    await slack.people("U0ADA").submit({ modal: idOf(body), values: {} });
    expect(slack.deliveries.at(-1)?.payload["view"]).toMatchObject({
      state: { values: { why: { text: { type: "plain_text_input", value: null } } } },
    });
  });
});

describe("A submission spells every kind of value Slack's way", () => {
  const two = [
    { text: plain("A"), value: "a" },
    { text: plain("B"), value: "b" },
  ];

  it.each<[string, JsonObject, string | number | readonly string[], JsonObject]>([
    ["plain_text_input", {}, "text", { value: "text" }],
    ["number_input", { is_decimal_allowed: true }, "12.50", { value: "12.50" }],
    [
      "static_select",
      { options: two },
      "b",
      { selected_option: { value: "b", text: { text: "B" } } },
    ],
    ["radio_buttons", { options: two }, "a", { selected_option: { value: "a" } }],
    [
      "checkboxes",
      { options: two },
      ["a", "b"],
      { selected_options: [{ value: "a" }, { value: "b" }] },
    ],
    ["multi_static_select", { options: two }, ["b"], { selected_options: [{ value: "b" }] }],
    ["users_select", {}, "U0GRACE", { selected_user: "U0GRACE" }],
    ["multi_users_select", {}, ["U0ADA"], { selected_users: ["U0ADA"] }],
    ["conversations_select", {}, "C1", { selected_conversation: "C1" }],
    ["multi_channels_select", {}, ["C1"], { selected_channels: ["C1"] }],
    ["datepicker", {}, "2026-12-24", { selected_date: "2026-12-24" }],
    ["timepicker", {}, "09:30", { selected_time: "09:30" }],
    ["datetimepicker", {}, 1_769_900_400, { selected_date_time: 1_769_900_400 }],
    [
      "rich_text_input",
      {},
      "text",
      { rich_text_value: { elements: [{ elements: [{ type: "text", text: "text" }] }] } },
    ],
  ])("%s", async (type, more, value, spelled) => {
    const slack = await localSlack();
    const { body } = await opened(slack, modal([input({ type, ...more })]));
    await slack.people("U0ADA").submit({ modal: idOf(body), values: { why: value } });
    const sent = slack.deliveries.at(-1);
    expect(sent?.type).toBe("view_submission");
    expect(sent?.payload["view"]).toMatchObject({
      state: { values: { why: { text: { type, ...spelled } } } },
    });
  });
});
