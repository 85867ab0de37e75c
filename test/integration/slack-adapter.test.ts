import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { type SlackPlatform, slackPlatform } from "../../adapters/slack/index.ts";
import { checkSlack } from "../../adapters/slack/doctor.ts";
import type { Json } from "../../src/core/json.ts";
import type { Payload } from "../../src/core/payload.ts";
import type { Press } from "../../src/core/press.ts";
import { type CardAction, decisionButtons } from "../../src/presentation/buttons.ts";
import type { Offer, PressResult, Taken } from "../../src/presentation/platform.ts";
import { plainWords } from "../../src/presentation/words.ts";
import type { LocalSlack } from "../platforms/slack/server.ts";
import { ManualClock } from "../platforms/slack/clock.ts";
import type { GivenValues } from "../platforms/slack/people.ts";
import { rawCall } from "../platforms/slack/raw-call.ts";
import { NOT_CONFIRMED, UNKNOWN_BUTTON } from "../../src/presentation/wording.ts";
import { SteppedPause } from "../support/stepped-pause.ts";
import { approval, payloadOf, question } from "../unit/core/samples.ts";
import { aCard, REFERENCE } from "../unit/slack/card.ts";
import {
  ADDRESS,
  calls,
  closeAfterwards,
  FakeInbound,
  localSlack,
  logTo,
  modalOf,
  NONCE,
  notesOf,
  opened,
  PLACE,
  posted,
  recorded,
  type Running,
  running,
  sent,
  shownTo,
} from "./slack-stage.ts";

const SCOPES = ["chat:write", "commands", "users:read", "usergroups:read"];

describe("a card in Slack", () => {
  it("is posted once, with a link, and is found again by its metadata", async () => {
    const run = await running();
    const since = Date.now();
    const message = await run.platform.cards.post(ADDRESS, aCard(), NONCE);
    expect(message.link).toContain(`/archives/${PLACE}/p`);
    expect(run.slack.stored.message(PLACE, message.id)?.text).toContain("Settle invoice INV-42");
    expect(await run.platform.cards.find(ADDRESS, aCard(), since)).toEqual(message);
    const other = aCard({ reference: REFERENCE.replace("abc", "xyz") });
    expect(await run.platform.cards.find(ADDRESS, other, since)).toBeUndefined();
  });

  it("is found behind more messages than one page of history holds", async () => {
    const run = await running();
    const id = await posted(run);
    // Two pages of 100 lie above it.
    for (let said = 0; said < 150; said += 1) {
      run.slack.people("U0GRACE").say({ place: PLACE, text: `message ${said}` });
    }
    expect((await run.platform.cards.find(ADDRESS, aCard(), Date.now()))?.id).toBe(id);
    expect(calls(run, "conversations.history").length).toBeGreaterThan(1);
  });

  it("is not taken for ours when a person writes nothing but the same words", async () => {
    const run = await running();
    run.slack.people("U0GRACE").say({ place: PLACE, text: REFERENCE });
    expect(await run.platform.cards.find(ADDRESS, aCard(), Date.now())).toBeUndefined();
  });

  const ended = aCard({
    state: "yes",
    stateWord: "Accepted",
    outcome: ["Accepted by Ada"],
    buttons: [],
  });

  /** Presses Accept, and edits as whoever has decided does: by what the press itself says. */
  async function pressAndEdit(run: Running, edits: number): Promise<string> {
    const id = await posted(run);
    await run.slack.people("U0ADA").press({ place: PLACE, message: id, action: "parley:accept" });
    const [press] = run.inbound.presses;
    if (press?.message === undefined) throw new Error("the press names no message");
    for (let edit = 0; edit < edits; edit += 1) {
      await run.platform.cards.edit(ADDRESS, { id: press.message }, ended, press.reply);
    }
    return id;
  }

  it("is edited once after a press, through its response_url and not by chat.update", async () => {
    const run = await running();
    const id = await pressAndEdit(run, 1);
    const shown = JSON.stringify(run.slack.stored.message(PLACE, id)?.blocks);
    expect(shown).toContain("Accepted by Ada");
    expect(calls(run, "chat.update")).toEqual([]);
  });

  it("is edited by chat.update once its response_url has been used five times", async () => {
    const run = await running();
    const id = await pressAndEdit(run, 6);
    expect(calls(run, "chat.update")).toHaveLength(1);
    expect(run.slack.stored.message(PLACE, id)?.text).toContain("Accepted");
  });

  it("is edited at once where its response_url does not answer, and looked at again: that may still arrive", async () => {
    const run = await running();
    const id = await posted(run);
    await run.slack.people("U0ADA").press({ place: PLACE, message: id, action: "parley:accept" });
    const deaf = createServer((request) => request.socket.destroy());
    await new Promise<void>((resolve) => void deaf.listen(0, "127.0.0.1", resolve));
    closeAfterwards(() => new Promise((resolve) => deaf.close(resolve)));
    const nowhere = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}/`;
    const reply = run.inbound.presses[0]?.reply?.replace(/http[^"]+/, nowhere);
    expect(reply).toContain(nowhere);
    const editing = run.platform.cards.edit(ADDRESS, { id }, ended, reply);
    await expect(editing).rejects.toMatchObject({ code: "platform-silent", retryable: true });
    expect(run.slack.stored.message(PLACE, id)?.text).toContain("Accepted");
  });

  it("is edited by chat.update where no press is at hand", async () => {
    const run = await running();
    const id = await posted(run);
    await run.platform.cards.edit(ADDRESS, { id }, ended);
    expect(calls(run, "chat.update")).toHaveLength(1);
    expect(run.slack.stored.message(PLACE, id)?.text).toContain("Accepted");
  });

  it("is found without reading what was written long after it", async () => {
    const clock = new ManualClock();
    const run = await running({ clock });
    const since = clock.now();
    const id = await posted(run);
    await clock.advance(60 * 60_000);
    for (let said = 0; said < 150; said += 1) {
      run.slack.people("U0GRACE").say({ place: PLACE, text: `message ${said}` });
    }
    expect((await run.platform.cards.find(ADDRESS, aCard(), since))?.id).toBe(id);
    expect(calls(run, "conversations.history")).toHaveLength(1);
  });

  it("is shown without its preview when Slack refuses it, and says so to the operator", async () => {
    const run = await running();
    run.slack.faults.next({ method: "chat.postMessage" }, { error: "invalid_blocks" });
    const id = await posted(run);
    const blocks = JSON.stringify(run.slack.stored.message(PLACE, id)?.blocks);
    expect(blocks).toContain("The preview could not be shown here.");
    expect(blocks).toContain("parley:accept");
    expect(run.warnings.join()).toContain("showing it without its preview");
  });

  it.each(["invalid_blocks", "msg_blocks_too_long"])(
    "that Slack refuses even without its preview is a Fault, and is said to the operator",
    async (error) => {
      const run = await running();
      run.slack.faults.next({ method: "chat.postMessage" }, { error }, 2);
      // Not retryable by itself, but tried again as long as it is wanted: somebody has to look.
      await expect(posted(run)).rejects.toMatchObject({
        code: "platform-refused",
        retryable: false,
        message: expect.stringContaining(error),
      });
      expect(run.warnings.join()).toContain(error);
      expect(run.slack.stored.inChannel(PLACE)).toEqual([]);
    },
  );

  it("is posted by exactly one call when the answer is lost after Slack took it, and is found", async () => {
    const run = await running();
    const since = Date.now();
    run.slack.faults.next({ method: "chat.postMessage" }, { status: 500, after: "commit" });
    await expect(posted(run)).rejects.toMatchObject({
      code: "platform-unavailable",
      retryable: true,
    });
    expect(calls(run, "chat.postMessage")).toHaveLength(1);
    expect(run.slack.stored.inChannel(PLACE)).toHaveLength(1);
    expect(await run.platform.cards.find(ADDRESS, aCard(), since)).toBeDefined();
  });

  it.each([
    [
      { status: 429, retryAfterSeconds: 7 },
      { code: "platform-unavailable", retryable: true, retryAfterMs: 7000 },
    ],
    [{ status: 503 }, { code: "platform-unavailable", retryable: true }],
    [{ reset: true }, { code: "platform-silent", retryable: true }],
    [{ error: "channel_not_found" }, { code: "no-access", retryable: false }],
    [{ error: "is_archived" }, { code: "no-access", retryable: false }],
    [{ error: "as_user_not_supported" }, { code: "platform-refused", retryable: false }],
  ])("that cannot be posted (%j) is one Fault after one call", async (fault, expected) => {
    const run = await running();
    run.slack.faults.next({ method: "chat.postMessage" }, fault);
    await expect(posted(run)).rejects.toMatchObject(expected);
    expect(calls(run, "chat.postMessage")).toHaveLength(1);
  });
});

describe("a press in Slack", () => {
  it("is acknowledged only after it was recorded", async () => {
    const run = await running();
    const id = await posted(run);
    let record: (taken: Taken) => void = () => undefined;
    run.inbound.taken = () => new Promise((resolve) => (record = resolve));
    let isAcknowledged = false;
    const outcome = run.slack
      .people("U0ADA")
      .press({ place: PLACE, message: id, action: "parley:accept" })
      .finally(() => (isAcknowledged = true));
    await expect.poll(() => run.inbound.presses.length).toBe(1);
    expect(isAcknowledged).toBe(false);
    record(recorded({ ok: true }));
    expect(await outcome).toEqual({ ok: true });
    expect(run.inbound.presses[0]).toMatchObject({
      account: "slack:T0ACME/U0ADA",
      workspace: "T0ACME",
      response: { resumeValue: { action: "accept" } },
    });
  });

  it("that counted while the gate stays open is told to the presser alone", async () => {
    const run = await running();
    const id = await posted(run);
    const words = ["Your approval counts. 1 of 3 so far; 2 more are needed."];
    run.inbound.taken = () => Promise.resolve(recorded({ ok: true, words }));
    await run.slack.people("U0ADA").press({ place: PLACE, message: id, action: "parley:accept" });
    await expect.poll(() => notesOf(run, "U0ADA")).toEqual(words);
    expect(notesOf(run, "U0GRACE")).toEqual([]);
  });

  it("that is refused is told to the presser and to nobody else", async () => {
    const run = await running();
    const id = await posted(run);
    const words = ["Only finance can decide this. Nothing changed."];
    run.inbound.taken = () => Promise.resolve(recorded({ ok: false, words, correctable: false }));
    await run.slack.people("U0GRACE").press({ place: PLACE, message: id, action: "parley:reject" });
    await expect.poll(() => notesOf(run, "U0GRACE")).toEqual(words);
    expect(notesOf(run, "U0ADA")).toEqual([]);
  });

  it.each(["not-recorded", "not-confirmed"] as const)("that is %s is told so", async (state) => {
    const run = await running();
    const id = await posted(run);
    run.inbound.taken = () => Promise.resolve({ state, words: [`It is ${state}.`] });
    await run.slack.people("U0ADA").press({ place: PLACE, message: id, action: "parley:accept" });
    await expect.poll(() => notesOf(run, "U0ADA")).toEqual([`It is ${state}.`]);
  });

  it("that the store is silent about is acknowledged in time and called not confirmed", async () => {
    const pause = new SteppedPause();
    const run = await running({}, { pause });
    const id = await posted(run);
    let record: (taken: Taken) => void = () => undefined;
    run.inbound.taken = () => new Promise((resolve) => (record = resolve));
    const press = { place: PLACE, message: id, action: "parley:accept" };
    const outcome = run.slack.people("U0ADA").press(press);
    await expect.poll(() => run.inbound.presses.length).toBe(1);
    // Four tenths of a second before Slack gives up.
    pause.pass(2600);
    expect(await outcome).toEqual({ ok: true });
    await expect.poll(() => notesOf(run, "U0ADA")).toEqual([plainWords(NOT_CONFIRMED)]);
    record(recorded({ ok: false, words: ["Grace was first."], correctable: false }));
    await expect
      .poll(() => notesOf(run, "U0ADA"))
      .toEqual([plainWords(NOT_CONFIRMED), "Grace was first."]);
  });

  it("delivered twice has one id, and the second is acknowledged in silence", async () => {
    const run = await running();
    const id = await posted(run);
    run.inbound.taken = () =>
      Promise.resolve(
        run.inbound.presses.length > 1 ? { state: "duplicate" } : recorded({ ok: true }),
      );
    run.slack.faults.next({ delivery: "block_actions" }, "twice");
    await run.slack.people("U0ADA").press({ place: PLACE, message: id, action: "parley:accept" });
    await expect.poll(() => run.inbound.presses.length).toBe(2);
    expect(run.inbound.presses[0]?.id).toBe(run.inbound.presses[1]?.id);
    expect(notesOf(run, "U0ADA")).toEqual([]);
  });

  it("that is refused is told in the channel when its response_url is used up", async () => {
    const run = await running();
    await posted(run);
    const url = `${run.slack.origin}/actions/T0ACME/1/none`;
    const reply = JSON.stringify({ url, channel: PLACE, user: "U0ADA" });
    await run.platform.tell({ reply, workspace: "T0ACME" } as Press, ["Too late."]);
    expect(notesOf(run, "U0ADA")).toEqual(["Too late."]);
  });

  it("on a button of another version changes nothing and says so", async () => {
    const run = await running();
    const id = await posted(run, aCard({ reference: "7.of-another-version" }));
    const outcome = await run.slack
      .people("U0ADA")
      .press({ place: PLACE, message: id, action: "parley:accept" });
    expect(outcome.ok).toBe(true);
    await expect
      .poll(() => notesOf(run, "U0ADA"))
      .toEqual([
        "This button is not known here (its card is of another version). Nothing changed. /pending lists what waits for you.",
      ]);
    expect(run.inbound.presses).toEqual([]);
  });
});

describe("a form in Slack", () => {
  const typed = { f0: "Tuesday" };

  async function openedId(run: Running): Promise<string> {
    await opened(run);
    return (await modalOf(run)).id;
  }

  it("asks the question, and its answer closes it once it counted", async () => {
    const run = await running();
    const modal = await openedId(run);
    expect(shownTo(run)).toContain("Which evening?");
    expect(await run.slack.people("U0ADA").submit({ modal, values: typed })).toEqual({ ok: true });
    // Interrupt specification: a clarification resumes with answers by question.
    expect(run.inbound.presses[0]?.response).toEqual({
      resumeValue: { answers: { q: "Tuesday" } },
    });
    expect(run.slack.people("U0ADA").view().modal).toBeNull();
    expect(notesOf(run, "U0ADA")).toEqual([]);
  });

  it("keeps what was typed when it can be mended, and sending it again is a new press", async () => {
    const run = await running();
    const modal = await openedId(run);
    const words = ["Write a date, such as 2026-03-31."];
    run.inbound.taken = () => Promise.resolve(recorded({ ok: false, words, correctable: true }));
    const outcome = await run.slack.people("U0ADA").submit({ modal, values: typed });
    expect(outcome.errors).toEqual({ f0: words[0] });
    expect(JSON.stringify(run.slack.people("U0ADA").view().modal?.state)).toContain("Tuesday");
    await run.slack.people("U0ADA").submit({ modal, values: typed });
    expect(new Set(run.inbound.presses.map(({ id }) => id)).size).toBe(2);
  });

  it("delivered twice has one id, and the second closes in silence", async () => {
    const run = await running();
    const modal = await openedId(run);
    run.inbound.taken = () =>
      Promise.resolve(
        run.inbound.presses.length > 1 ? { state: "duplicate" } : recorded({ ok: true }),
      );
    run.slack.faults.next({ delivery: "view_submission" }, "twice");
    await run.slack.people("U0ADA").submit({ modal, values: typed });
    await expect.poll(() => run.inbound.presses.length).toBe(2);
    expect(run.inbound.presses[0]?.id).toBe(run.inbound.presses[1]?.id);
    expect(notesOf(run, "U0ADA")).toEqual([]);
  });

  it("shows why nothing is left to answer when somebody was first", async () => {
    const run = await running();
    const modal = await openedId(run);
    const words = ["Grace answered this 4 seconds ago, from Discord. Your answer changed nothing."];
    run.inbound.taken = () => Promise.resolve(recorded({ ok: false, words, correctable: false }));
    await run.slack.people("U0ADA").submit({ modal, values: typed });
    expect(shownTo(run)).toContain(words[0]);
    expect(shownTo(run)).not.toContain("plain_text_input");
    // What was typed is there to be copied.
    expect(shownTo(run)).toContain("You wrote:");
    for (const text of Object.values(typed)) expect(shownTo(run)).toContain(JSON.stringify(text));
  });

  it("says privately, after it closed, how a vote stands or where a question is", async () => {
    const run = await running();
    const modal = await openedId(run);
    const words = ["Your question is with whoever asked."];
    run.inbound.taken = () => Promise.resolve(recorded({ ok: true, words }));
    expect(await run.slack.people("U0ADA").submit({ modal, values: typed })).toEqual({ ok: true });
    await expect.poll(() => notesOf(run, "U0ADA")).toEqual(words);
    expect(run.slack.people("U0ADA").view().modal).toBeNull();
    expect(notesOf(run, "U0GRACE")).toEqual([]);
  });

  it("closes in time when the outcome takes longer, which then comes as a private note", async () => {
    const pause = new SteppedPause();
    const run = await running({}, { pause });
    const modal = await openedId(run);
    let settle: (result: PressResult) => void = () => undefined;
    const result = new Promise<PressResult>((resolve) => (settle = resolve));
    run.inbound.taken = () => Promise.resolve({ state: "recorded", result });
    const outcome = run.slack.people("U0ADA").submit({ modal, values: typed });
    await expect.poll(() => run.inbound.presses.length).toBe(1);
    pause.pass(2000);
    expect(await outcome).toEqual({ ok: true });
    settle({ ok: false, words: ["Grace was first."], correctable: false });
    await expect.poll(() => notesOf(run, "U0ADA")).toEqual(["Grace was first."]);
  });

  it("stays with what was typed while it is not known whether it was recorded", async () => {
    const pause = new SteppedPause();
    const run = await running({}, { pause });
    const modal = await openedId(run);
    let record: (taken: Taken) => void = () => undefined;
    run.inbound.taken = () => new Promise((resolve) => (record = resolve));
    const outcome = run.slack.people("U0ADA").submit({ modal, values: typed });
    await expect.poll(() => run.inbound.presses.length).toBe(1);
    pause.pass(2000);
    expect((await outcome).errors).toEqual({ f0: plainWords(NOT_CONFIRMED) });
    record({ state: "not-recorded", words: ["Nothing was recorded."] });
    await expect.poll(() => notesOf(run, "U0ADA")).toEqual(["Nothing was recorded."]);
  });

  it.each(["not-recorded", "not-confirmed"] as const)("stays, and says %s", async (state) => {
    const run = await running();
    const modal = await openedId(run);
    run.inbound.taken = () => Promise.resolve({ state, words: [`It is ${state}.`] });
    const outcome = await run.slack.people("U0ADA").submit({ modal, values: typed });
    expect(outcome.errors).toEqual({ f0: `It is ${state}.` });
    expect(notesOf(run, "U0ADA")).toEqual([]);
  });

  it("does not open for who may not answer", async () => {
    const run = await running();
    run.inbound.refusal = ["Only finance can answer this."];
    await opened(run, "answer", "U0GRACE");
    await expect.poll(() => notesOf(run, "U0GRACE")).toEqual(["Only finance can answer this."]);
    expect(run.slack.people("U0GRACE").view().modal).toBeNull();
  });

  it.each([
    ["expired_trigger_id", "This could not be opened in time."],
    ["view_too_large", "Slack does not show this form."],
  ])("that Slack does not open (%s) is said, privately", async (error, said) => {
    const run = await running();
    run.slack.faults.next({ method: "views.open" }, { error });
    await opened(run);
    await expect.poll(() => notesOf(run, "U0ADA").join()).toContain(said);
  });

  it("of an earlier version says that it is not known here, in its own place", async () => {
    const run = await running();
    const modal = await openedId(run);
    const plain = (text: string) => ({ type: "plain_text", text });
    const element = { type: "plain_text_input", action_id: "answer" };
    const view = {
      type: "modal",
      callback_id: "parley:answer",
      private_metadata: JSON.stringify({ reference: REFERENCE, channel: PLACE }),
      title: plain("Answer"),
      submit: plain("Send answer"),
      blocks: [{ type: "input", block_id: "answer", label: plain("Your answer"), element }],
    };
    await rawCall(run.slack, "views.update", { view_id: modal, view });
    await run.slack.people("U0ADA").submit({ modal, values: { answer: "Tuesday" } });
    expect(shownTo(run)).toContain(plainWords(UNKNOWN_BUTTON));
    expect(run.inbound.presses).toEqual([]);
  });
});

describe("every form in Slack", () => {
  const ACTIONS = ["accept", "edit-accept", "refine", "ask", "reject"] as const;
  const gate = approval({
    actions: [...ACTIONS],
    artifactData: { amount: 18_240.5, note: "net" },
    overrideBypassesQuorum: true,
  });
  const costCentre = {
    ...approval({ actions: [...ACTIONS] }),
    resumeSchema: {
      type: "object",
      required: ["costCentre"],
      properties: { costCentre: { enum: ["north", "south"] } },
    },
  };
  const fields = {
    ...payloadOf("custom"),
    resumeSchema: {
      type: "object",
      required: ["day", "mail", "count", "sure", "colours"],
      properties: {
        day: { type: "string", format: "date" },
        mail: { type: "string", format: "email" },
        count: { type: "integer", minimum: 1 },
        sure: { type: "boolean" },
        colours: { type: "array", items: { enum: ["red", "green"] } },
      },
    },
  } as Payload;

  // Resume values as the interrupt specification has them.
  it.each<[CardAction, Payload, GivenValues, Json]>([
    [
      "accept-form",
      costCentre,
      { f0: "o1", f1: "Fine" },
      { action: "accept", costCentre: "south", feedback: "Fine" },
    ],
    ["reject-form", costCentre, { f0: "o0" }, { action: "reject", costCentre: "north" }],
    [
      "override",
      gate,
      { f0: "The bank closes" },
      { action: "accept", feedback: "The bank closes" },
    ],
    [
      "edit-accept",
      gate,
      { f1: "gross" },
      { action: "edit-accept", editedArtifactData: { amount: 18_240.5, note: "gross" } },
    ],
    [
      "refine",
      gate,
      { f0: "Shorter", f3: "tone, length" },
      {
        action: "refine",
        refineFeedback: { text: "Shorter", tags: ["tone", "length"], scope: "whole" },
      },
    ],
    ["ask", gate, { f0: "Which VAT?" }, { action: "ask", question: "Which VAT?" }],
    ["answer", question("Which evening?"), { f0: "Friday" }, { answers: { q: "Friday" } }],
    [
      "answer",
      fields,
      { f0: "2026-03-31", f1: "ada@example.com", f2: "12", f3: "true", f4: ["o1"] },
      { day: "2026-03-31", mail: "ada@example.com", count: 12, sure: true, colours: ["green"] },
    ],
  ])("says what was filled in: %s", async (action, payload, values, resumeValue) => {
    const run = await running();
    run.inbound.payload = payload;
    const { outcome } = await sent(run, action, values);
    expect(outcome).toEqual({ ok: true });
    expect(run.inbound.presses).toMatchObject([
      { account: "slack:T0ACME/U0ADA", message: expect.any(String), response: { resumeValue } },
    ]);
    expect(run.slack.people("U0ADA").view().modal).toBeNull();
  });

  it("says what is wrong at its field, keeps everything typed, and takes it once mended", async () => {
    const run = await running();
    run.inbound.payload = gate;
    const { modal, outcome } = await sent(run, "edit-accept", { f0: "lots", f1: "gross" });
    expect(outcome.errors).toEqual({ f0: expect.stringContaining("This is not a number.") });
    expect(run.inbound.presses).toEqual([]);
    const state = JSON.stringify(run.slack.people("U0ADA").view().modal?.state);
    expect(state).toContain("lots");
    expect(state).toContain("gross");
    const mended = await run.slack.people("U0ADA").submit({ modal, values: { f0: "12.5" } });
    expect(mended).toEqual({ ok: true });
    expect(run.inbound.presses[0]?.response).toEqual({
      resumeValue: {
        action: "edit-accept",
        editedArtifactData: { amount: 12.5, note: "gross" },
      },
    });
  });

  it("says what is wrong with a text in several inputs at the one that was changed", async () => {
    const run = await running();
    const lines = Array.from({ length: 400 }, (_, index) => `line ${index}`);
    run.inbound.payload = approval({ actions: ["edit-accept"], artifactData: lines });
    const { outcome } = await sent(run, "edit-accept", { "f0.1": '"' });
    expect(Object.keys(outcome.errors ?? {})).toEqual(["f0.1"]);
  });

  it("says everything of a long artifact byte for byte, but for what was changed", async () => {
    const run = await running();
    const line = (index: number) => `  Zeile ${index} 👩‍👩‍👧 \t& <b>äöü</b> \r\n`;
    const text = Array.from({ length: 500 }, (_, index) => line(index)).join("");
    const artifact = ` \r\n${text.slice(0, 11_990)}ends \r\n `;
    run.inbound.payload = approval({ actions: ["edit-accept"], artifactData: artifact });
    await opened(run, "edit-accept");
    const { id: modal, state } = await modalOf(run);
    const shown = Object.entries(state).map(
      ([piece, input]) => [piece, String(input[piece]?.["value"])] as const,
    );
    // As a client may send it: line ends in its own manner, and nothing around.
    const typed = shown.map(
      ([piece, one]) => [piece, one.trim().replaceAll("\r\n", "\n")] as const,
    );
    const values = Object.fromEntries(typed);
    const [piece, original] = shown[2] ?? ["", ""];
    const changed = (one: string) => one.replace("äöü", "ÄÖÜ");
    await run.slack
      .people("U0ADA")
      .submit({ modal, values: { ...values, [piece]: changed(values[piece] ?? "") } });
    expect(run.inbound.presses[0]?.response).toEqual({
      resumeValue: {
        action: "edit-accept",
        editedArtifactData: artifact.replace(original, () => changed(original)),
      },
    });
  });

  it("that is too large says so in the dialog, and what can be done instead", async () => {
    const run = await running();
    run.inbound.payload = approval({
      actions: [...ACTIONS],
      artifactData: "words ".repeat(60_000),
    });
    await opened(run, "edit-accept");
    await modalOf(run);
    expect(shownTo(run)).toContain("This is too large to fill in here");
    expect(shownTo(run)).toContain("Send back on the card");
    expect(shownTo(run)).not.toContain("plain_text_input");
  });
});

describe("a form that is offered in Slack", () => {
  const gate = approval({ overrideBypassesQuorum: true, requiredApprovals: 3 });
  const offer: Offer = { purpose: "override", label: "Give a reason" };
  const words = ["That needs a reason. Nothing changed. Give one, and it is accepted."];
  const needsReason = (press: Press) =>
    Promise.resolve(
      recorded(
        JSON.stringify(press.response).includes("feedback")
          ? { ok: true }
          : { ok: false, words, correctable: false, offer },
      ),
    );
  const decided = { resumeValue: { action: "accept", feedback: "The bank closes" } };

  it("opens from the private note, and what is filled in there decides", async () => {
    const run = await running();
    run.inbound.payload = gate;
    run.inbound.taken = needsReason;
    const card = await posted(run);
    const ada = run.slack.people("U0ADA");
    await ada.press({ place: PLACE, message: card, action: "parley:accept" });
    const note = await run.slack.until(() => run.slack.stored.ephemerals.at(-1));
    expect(note.text).toBe(words[0]);
    await ada.press({ place: PLACE, message: note.ts, action: "parley:override" });
    const modal = (await modalOf(run)).id;
    expect(await ada.submit({ modal, values: { f0: "The bank closes" } })).toEqual({ ok: true });
    expect(run.inbound.opened).toMatchObject([{ purpose: "override" }]);
    // The note is no card: an edit by it would change the note.
    expect(run.inbound.presses.at(-1)).toMatchObject({ response: decided, message: undefined });
  });

  it("opens in the place of a form that lacked it, where words are said in the card's channel", async () => {
    const run = await running();
    run.inbound.payload = { ...gate, resumeSchema: { required: ["costCentre"] } };
    run.inbound.taken = (press) =>
      Promise.resolve(
        recorded(
          press.id === run.inbound.presses[0]?.id
            ? { ok: false, words, correctable: false, offer }
            : { ok: true, words: ["It is accepted."] },
        ),
      );
    const { modal } = await sent(run, "accept-form", { f0: '"north"' });
    expect(shownTo(run)).toContain(words[0]);
    const ada = run.slack.people("U0ADA");
    await ada.press({ place: "", message: modal, action: "parley:override" });
    await expect.poll(() => shownTo(run)).toContain("parley:form:override");
    expect(run.slack.people("U0ADA").view().modal).toMatchObject({ id: modal, depth: 0 });
    const values = { f0: "The bank closes", f1: '"north"' };
    expect(await ada.submit({ modal, values })).toEqual({ ok: true });
    await expect.poll(() => notesOf(run, "U0ADA")).toEqual(["It is accepted."]);
    expect(run.inbound.presses.at(-1)?.message).toBe(run.inbound.presses[0]?.message);
  });

  it("says in the dialog why it cannot be opened any more", async () => {
    const run = await running();
    run.inbound.payload = { ...gate, resumeSchema: { required: ["costCentre"] } };
    run.inbound.taken = () =>
      Promise.resolve(recorded({ ok: false, words, correctable: false, offer }));
    const { modal } = await sent(run, "accept-form", { f0: '"north"' });
    run.inbound.refusal = ["Grace accepted this just now."];
    const ada = run.slack.people("U0ADA");
    await ada.press({ place: "", message: modal, action: "parley:override" });
    await expect.poll(() => shownTo(run)).toContain("Grace accepted this just now.");
    expect(notesOf(run, "U0ADA")).toEqual([]);
  });
});

const LINE = {
  kind: "Approval",
  title: "Settle invoice INV-42",
  facts: ["asked 2 min ago"],
  reference: REFERENCE,
};
const json = (value: unknown): string => JSON.stringify(value);

describe("the Home tab in Slack", () => {
  const homeOf = ({ slack }: Running) => json(slack.homeOf("U0ADA")?.definition ?? null);

  it("is drawn when somebody opens it, and again when they decide", async () => {
    const run = await running();
    run.inbound.listing = { heading: "1 thing waits for you", lines: [LINE] };
    run.slack.openHome("U0ADA");
    await run.slack.until(() => run.slack.homeOf("U0ADA"));
    expect(homeOf(run)).toContain("1 thing waits for you");
    expect(run.inbound.lists).toEqual([
      { account: "slack:T0ACME/U0ADA", workspace: "T0ACME", list: "mine", page: 0 },
    ]);
    run.inbound.listing = { heading: "Nothing waits for you.", lines: [] };
    const message = await posted(run, aCard({ buttons: decisionButtons(approval()) }));
    await run.slack.people("U0ADA").press({ place: PLACE, message, action: "parley:accept" });
    await run.slack.until(() => homeOf(run).includes("Nothing waits for you."));
  });

  it("turns to the next page and opens a card, although there is no message", async () => {
    const run = await running();
    const next = { list: "mine", page: 1 } as const;
    run.inbound.listing = { heading: "11 things wait for you", lines: [LINE], next };
    run.slack.openHome("U0ADA");
    const home = await run.slack.until(() => run.slack.homeOf("U0ADA"));
    const ada = run.slack.people("U0ADA");
    await ada.press({ place: "", message: home.id, action: "parley:open-card-0" });
    await run.slack.until(() => ada.view().modal);
    await ada.press({ place: "", message: home.id, action: "parley:show-more" });
    await run.slack.until(() => homeOf(run).includes("Back to the first"));
    expect(run.inbound.lists.at(-1)).toMatchObject(next);
  });

  it("is left alone in an app without one", async () => {
    const run = await running({ homeTab: false });
    run.slack.openHome("U0ADA");
    await run.slack.until(() => calls(run, "views.publish").length === 1);
    const message = await posted(run, aCard({ buttons: decisionButtons(approval()) }));
    await run.slack.people("U0ADA").press({ place: PLACE, message, action: "parley:accept" });
    await run.slack.until(() => run.inbound.presses.length === 1);
    await run.platform.stop();
    expect(calls(run, "views.publish")).toHaveLength(1);
  });
});

describe("who people are in Slack", () => {
  it("is looked up where the workspace keeps it, and a change is heard", async () => {
    const run = await running({ groups: { S0FINANCE: ["U0ADA"] } });
    const { lookUps } = run.platform;
    expect(await lookUps.membersOfGroup("T0ACME", "S0FINANCE")).toEqual(["U0ADA"]);
    await expect(lookUps.membersOfGroup("T0ACME", "S0NONE")).rejects.toMatchObject({
      retryable: false,
    });
    expect(await lookUps.person("T0ACME", "U0ADA")).toMatchObject({ fullMember: true });
    run.slack.setGroup("S0FINANCE", []);
    await expect
      .poll(() => run.inbound.memberships)
      .toEqual([{ workspace: "T0ACME", of: "group", id: "S0FINANCE" }]);
  });

  it("is no no while Slack asks to wait", async () => {
    const run = await running();
    run.slack.faults.next({ method: "usergroups.users.list" }, { retryAfterSeconds: 30 });
    await expect(run.platform.lookUps.membersOfGroup("T0ACME", "S0")).rejects.toMatchObject({
      retryable: true,
      retryAfterMs: 30_000,
    });
  });

  it("says who is a guest, from elsewhere, or has no address that counts", async () => {
    const run = await running({
      scopes: [...SCOPES, "users:read.email"],
      people: [
        { id: "U0ADA", name: "Ada", email: "ada@acme.example" },
        { id: "U0GUEST", name: "Guest", isGuest: true, email: "guest@acme.example" },
        { id: "U0EVE", name: "Eve", homeTeam: "T0OTHER", email: "ada@acme.example" },
        { id: "U0LIN", name: "Lin", email: "lin@acme.example", isEmailConfirmed: false },
      ],
      channels: [],
    });
    const { person } = run.platform.lookUps;
    expect(await person("T0ACME", "U0ADA")).toEqual({
      fullMember: true,
      email: "ada@acme.example",
    });
    for (const user of ["U0GUEST", "U0EVE"]) {
      expect(await person("T0ACME", user)).toEqual({ fullMember: false });
    }
    expect(await person("T0ACME", "U0LIN")).toEqual({ fullMember: true, email: undefined });
  });
});

describe("a press that was swept up on Slack", () => {
  it("is answered with the form that would help", async () => {
    const run = await running();
    const message = await posted(run, aCard({ buttons: decisionButtons(approval()) }));
    await run.slack.people("U0ADA").press({ place: PLACE, message, action: "parley:accept" });
    const [press] = run.inbound.presses;
    if (press === undefined) throw new Error("nothing was pressed");
    const offer = { purpose: "override", label: "Give a reason" } as const;
    await run.platform.tell(press, ["That needs a reason."], offer);
    const note = run.slack.stored.ephemerals.at(-1);
    expect(json(note?.blocks)).toContain('"action_id":"parley:override"');
    expect(json(note?.blocks)).toContain(press.reference.ref);
  });
});

describe("/pending in Slack", () => {
  const ask = (run: Running, text = "") =>
    run.slack.people("U0ADA").command({ place: PLACE, command: "/pending", text });

  it("lists what waits, to the asker alone", async () => {
    const run = await running();
    run.inbound.listing = {
      heading: "1 thing waits for you",
      lines: [LINE],
    };
    expect(await ask(run)).toEqual({ ok: true, shown: "1 thing waits for you" });
    expect(run.inbound.lists).toEqual([
      { account: "slack:T0ACME/U0ADA", workspace: "T0ACME", list: "mine", page: 0 },
    ]);
    expect(notesOf(run, "U0GRACE")).toEqual([]);
    const note = run.slack.stored.ephemerals.at(-1);
    expect(JSON.stringify(note?.blocks)).toContain("Settle invoice INV-42");
  });

  it("lists everything to who asks for all, and says what there is to who asks for more", async () => {
    const run = await running();
    await ask(run, "all");
    expect(run.inbound.lists).toMatchObject([{ list: "all", page: 0 }]);
    expect((await ask(run, "yours")).shown).toContain("/pending all everything that waits");
    expect(run.inbound.lists).toHaveLength(1);
  });

  it("shows the next page below, on a press of Show more", async () => {
    const run = await running();
    const next = { list: "all", page: 1 } as const;
    run.inbound.listing = { heading: "11 things wait", lines: [LINE], next };
    await ask(run, "all");
    const list = run.slack.stored.ephemerals.at(-1)?.ts ?? "";
    run.inbound.listing = { heading: "11 things wait", lines: [LINE], place: "11 to 11 of 11" };
    const ada = run.slack.people("U0ADA");
    await ada.press({ place: PLACE, message: list, action: "parley:show-more" });
    await run.slack.until(() => run.slack.stored.ephemerals.length === 2);
    expect(run.inbound.lists.at(-1)).toMatchObject(next);
    expect(json(run.slack.stored.ephemerals.at(-1)?.blocks)).toContain("11 to 11 of 11");
  });

  it("opens a line as a card that can be read and not decided", async () => {
    const run = await running();
    run.inbound.payload = approval();
    run.inbound.listing = { heading: "1 thing waits for you", lines: [LINE] };
    await ask(run);
    const list = run.slack.stored.ephemerals.at(-1)?.ts ?? "";
    const ada = run.slack.people("U0ADA");
    await ada.press({ place: PLACE, message: list, action: "parley:open-card-0" });
    await run.slack.until(() => ada.view().modal);
    expect(run.inbound.opened).toMatchObject([{ purpose: "card" }]);
    const shown = json(ada.view().modal?.view);
    expect(shown).toContain("Settle invoice INV-42");
    expect(shown).not.toContain('"parley:accept"');
    expect(run.inbound.presses).toEqual([]);
  });

  it("says why it cannot be read", async () => {
    const run = await running();
    run.inbound.listing = ["The list cannot be read just now."];
    expect((await ask(run)).shown).toBe("The list cannot be read just now.");
  });
});

describe("the connection to Slack", () => {
  it("refuses a bad token in words", async () => {
    const slack = await localSlack();
    const platform = slackPlatform(
      {
        botTokens: ["xoxb-wrong"],
        apiUrl: slack.apiUrl,
        mode: { kind: "socket", appToken: slack.appToken },
      },
      { log: logTo([]) },
    );
    await expect(platform.start(new FakeInbound())).rejects.toThrow(
      /invalid_auth.*Copy the bot token/,
    );
  });

  it("refuses a bad app token as a Fault", async () => {
    const slack = await localSlack();
    const platform = slackPlatform(
      {
        botTokens: [slack.botToken],
        apiUrl: slack.apiUrl,
        mode: { kind: "socket", appToken: "xapp-wrong" },
      },
      { log: logTo([]) },
    );
    await expect(platform.start(new FakeInbound())).rejects.toMatchObject({
      code: "platform-refused",
    });
  });

  const isDecided = async (run: Running, id: string) => {
    const press = { place: PLACE, message: id, action: "parley:accept" };
    return (await run.slack.people("U0ADA").press(press)).ok;
  };

  it.each(["warning", "refresh_requested", "link_disabled"] as const)(
    "comes back at once when Slack says %s",
    async (reason) => {
      const run = await running();
      const id = await posted(run);
      run.slack.socketMode.disconnect(reason);
      await expect.poll(() => calls(run, "apps.connections.open").length).toBe(2);
      await expect.poll(() => run.platform.openSockets()).toBe(1);
      expect(await isDecided(run, id)).toBe(true);
    },
  );

  it("comes back when the network breaks and Slack refuses the first try", async () => {
    const run = await running();
    const id = await posted(run);
    run.slack.faults.next({ method: "apps.connections.open" }, { status: 500 });
    run.slack.socketMode.breakAll();
    await expect.poll(() => calls(run, "apps.connections.open").length).toBe(3);
    await expect.poll(() => run.platform.openSockets()).toBe(1);
    expect(await isDecided(run, id)).toBe(true);
  });

  it("keeps as many sockets as it is told, and any of them takes presses", async () => {
    const next = { socket: 0 };
    const run = await running({ random: () => next.socket }, { sockets: 2 });
    await expect.poll(() => run.slack.socketMode.connected).toBe(2);
    const id = await posted(run);
    expect(await isDecided(run, id)).toBe(true);
    next.socket = 0.9;
    expect(await isDecided(run, id)).toBe(true);
    expect(run.inbound.presses).toHaveLength(2);
  });

  it("gets its second socket although Slack refuses the first try for it", async () => {
    const pause = new SteppedPause();
    let tries = 0;
    const isSecond = () => (tries += 1) === 2;
    const first = (slack: LocalSlack) => {
      slack.faults.next({ method: "apps.connections.open", where: isSecond }, { status: 500 });
    };
    const run = await running({}, { sockets: 2, pause, first });
    // The first pause between two tries is a second.
    await expect.poll(() => pause.waits(0, 1000)).toBe(true);
    expect(run.platform.openSockets()).toBe(1);
    pause.pass(1000);
    await expect.poll(() => run.platform.openSockets()).toBe(2);
  });

  it("outlives a socket that breaks between a press and its acknowledgement", async () => {
    const run = await running();
    const id = await posted(run);
    run.slack.faults.next({ delivery: "block_actions" }, "close");
    void isDecided(run, id);
    await expect.poll(() => run.inbound.presses.length).toBe(1);
    // Until the break is noticed the broken socket counts as open.
    await expect.poll(() => calls(run, "apps.connections.open").length).toBe(2);
    await expect.poll(() => run.platform.openSockets()).toBe(1);
    expect(await isDecided(run, id)).toBe(true);
  });

  it("takes no more presses when stopping, and answers those in hand first", async () => {
    const run = await running();
    const id = await posted(run);
    let record: (taken: Taken) => void = () => undefined;
    run.inbound.taken = () => new Promise((resolve) => (record = resolve));
    const first = run.slack
      .people("U0ADA")
      .press({ place: PLACE, message: id, action: "parley:accept" });
    await expect.poll(() => run.inbound.presses.length).toBe(1);
    let isStopped = false;
    const stopped = run.platform.stop().finally(() => (isStopped = true));
    await run.slack.people("U0GRACE").press({ place: PLACE, message: id, action: "parley:reject" });
    await expect.poll(() => notesOf(run, "U0GRACE").join()).toContain("Press again in a minute");
    expect(isStopped).toBe(false);
    record(recorded({ ok: true }));
    expect(await first).toEqual({ ok: true });
    await stopped;
    expect(run.inbound.presses).toHaveLength(1);
    expect(run.platform.openSockets()).toBe(0);
  });
});

describe("Slack over HTTP", () => {
  const SECRET = "signing-secret";

  async function overHttp(): Promise<Running & { send: Sender; sendBody: BodySender }> {
    let platform: SlackPlatform | undefined;
    const server: Server = createServer((request, response) => {
      platform?.listener?.(request, response);
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    closeAfterwards(() => new Promise((resolve) => server.close(resolve)));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`;
    const slack = await localSlack({ delivery: { url }, signingSecret: SECRET });
    const inbound = new FakeInbound();
    const warnings: string[] = [];
    platform = slackPlatform(
      {
        botTokens: [slack.botToken],
        apiUrl: slack.apiUrl,
        mode: { kind: "http", signingSecret: SECRET },
      },
      { log: logTo(warnings) },
    );
    const run = { slack, platform, inbound, warnings };
    await run.platform.start(inbound);
    closeAfterwards(() => run.platform.stop());
    return {
      ...run,
      send: (at, secret, path) =>
        signed(url.replace("/slack/events", path ?? "/slack/events"), at, { secret }),
      sendBody: (body, type) => signed(url, Date.now(), { body, type }),
    };
  }

  type Sender = (at: number, secret?: string, path?: string) => Promise<number>;
  type BodySender = (body: string, type: string) => Promise<number>;

  interface What {
    readonly secret?: string | undefined;
    readonly body?: string;
    readonly type?: string;
  }

  async function signed(url: string, atMs: number, what: What): Promise<number> {
    const { secret = SECRET, type = "application/json" } = what;
    const at = Math.floor(atMs / 1000);
    const body = what.body ?? JSON.stringify({ type: "url_verification", challenge: "c" });
    const mac = createHmac("sha256", secret).update(`v0:${at}:${body}`).digest("hex");
    const headers = {
      "content-type": type,
      "x-slack-request-timestamp": String(at),
      "x-slack-signature": `v0=${mac}`,
    };
    return (await fetch(url, { method: "POST", headers, body })).status;
  }

  it("takes presses and answers in the acknowledgement", async () => {
    const run = await overHttp();
    const id = await posted(run);
    const press = { place: PLACE, message: id, action: "parley:accept" };
    expect(await run.slack.people("U0ADA").press(press)).toEqual({ ok: true });
    expect(run.inbound.presses).toHaveLength(1);
  });

  it("refuses what Slack did not sign now: wrong secret, six minutes ago, six minutes ahead", async () => {
    const { send } = await overHttp();
    const now = Date.now();
    const far = 6 * 60_000;
    expect(await send(now)).toBe(200);
    expect(await send(now, "another secret")).toBe(401);
    expect(await send(now - far)).toBe(401);
    expect(await send(now + far)).toBe(401);
  });

  const FORM = "application/x-www-form-urlencoded";

  it.each([
    ["null", "application/json"],
    ["payload=null", FORM],
    ["[]", "application/json"],
    ["[null]", "application/json"],
    ["7", "application/json"],
    ["payload=7", FORM],
    ['"text"', "application/json"],
    ["payload={", FORM],
    ["", "application/json"],
  ])("refuses a signed body that is no delivery, and lives on: %s as %s", async (body, type) => {
    // An unhandled rejection would fail the whole run.
    const { send, sendBody } = await overHttp();
    expect(await sendBody(body, type)).toBe(400);
    expect(await send(Date.now())).toBe(200);
  });

  it.each(['{"type":"event_callback","event":null}', '{"actions":[null]}'])(
    "ends a signed delivery that nobody understands: %s",
    async (body) => {
      const { send, sendBody } = await overHttp();
      expect(await sendBody(body, "application/json")).toBeGreaterThanOrEqual(400);
      expect(await send(Date.now())).toBe(200);
    },
  );

  it("refuses more than a delivery can be", async () => {
    const { sendBody } = await overHttp();
    // Bolt's limit is 4 MiB.
    expect(await sendBody(" ".repeat(4 * 1024 * 1024 + 1), "application/json")).toBe(413);
  });

  it("answers only its own path, and nothing once stopped", async () => {
    const { send, platform } = await overHttp();
    expect(await send(Date.now(), SECRET, "/other")).toBe(404);
    await platform.stop();
    expect(await send(Date.now())).toBe(503);
  });
});

describe("the doctor", () => {
  it("finds everything well, and changes nothing", async () => {
    const slack = await localSlack();
    const config = {
      botTokens: [slack.botToken],
      apiUrl: slack.apiUrl,
      mode: { kind: "socket" as const, appToken: slack.appToken },
    };
    const checks = await checkSlack(config, {
      workspaces: [{ team: "T0ACME", tenants: ["acme"] }],
      channels: [{ workspace: "T0ACME", id: PLACE }],
    });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(slack.stored.messages).toEqual([]);
  });

  it("says what is not there without a scope that an app may be made without", async () => {
    const needed = ["chat:write", "commands", "channels:read", "groups:read"];
    const slack = await localSlack({ scopes: [...needed, "channels:history", "groups:history"] });
    const mode = { kind: "socket" as const, appToken: slack.appToken };
    const config = { botTokens: [slack.botToken], apiUrl: slack.apiUrl, mode };
    const checks = await checkSlack(config, { workspaces: [], channels: [] });
    expect(checks.find(({ name }) => name === "Slack scopes")).toEqual({
      name: "Slack scopes",
      ok: true,
      detail:
        "all that are needed; without files:write, long texts are shown in pages and not sent as files",
    });
  });

  it("says how to mend a bad token, a missing scope and a channel that is not there", async () => {
    const slack = await localSlack({ scopes: ["chat:write", "channels:read", "groups:read"] });
    const mode = { kind: "socket" as const, appToken: "xapp-wrong" };
    const config = { botTokens: [slack.botToken], apiUrl: slack.apiUrl, mode };
    const checks = await checkSlack(config, {
      workspaces: [{ team: "T0OTHER", tenants: ["other"] }],
      channels: [{ workspace: "T0ACME", id: "C0NONE" }],
    });
    const wrong = checks.filter(({ ok }) => !ok);
    expect(wrong.map(({ name }) => name)).toEqual([
      "Slack scopes",
      "Slack workspace",
      "Slack app token",
      "Slack channel C0NONE",
    ]);
    expect(wrong.every(({ mend }) => mend !== undefined)).toBe(true);
    const [token] = await checkSlack(
      { ...config, botTokens: ["xoxb-wrong"] },
      { workspaces: [], channels: [] },
    );
    expect(token).toMatchObject({ name: "Slack bot token", ok: false });
  });
});
