import { describe, expect, it } from "vitest";
import { plainWords } from "../../src/presentation/words.ts";
import { NOT_OPENED, UNKNOWN_BUTTON } from "../../src/presentation/wording.ts";
import type { Inbound, PressResult, Taken } from "../../src/presentation/platform.ts";
import { ManualClock } from "../platforms/slack/clock.ts";
import { rawCall } from "../platforms/slack/raw-call.ts";
import { SteppedPause } from "../support/stepped-pause.ts";
import { aCard } from "../unit/slack/card.ts";
import {
  calls,
  modalOf,
  notesOf,
  opened,
  PLACE,
  posted,
  recorded,
  type Running,
  running,
} from "./slack-stage.ts";

/** Slack waits three seconds, whatever happens meanwhile; a view may change under whoever changes it. */

const accept = async ({ slack }: Running, message: string, who = "U0ADA") =>
  slack.people(who).press({ place: PLACE, message, action: "parley:accept" });

/** Something that is still to come, and how it comes. */
function later<Value>() {
  let come: (value: Value) => void = () => undefined;
  const coming = new Promise<Value>((resolve) => (come = resolve));
  return { coming, come };
}

describe("A press", () => {
  it("is acknowledged while another one is still in hand", async () => {
    const run = await running();
    const id = await posted(run);
    const slow = later<Taken>();
    run.inbound.taken = (press) =>
      press.account.endsWith("ADA") ? slow.coming : Promise.resolve(recorded({ ok: true }));
    const first = accept(run, id);
    await expect.poll(() => run.inbound.presses.length).toBe(1);
    expect(await accept(run, id, "U0GRACE")).toEqual({ ok: true });
    slow.come(recorded({ ok: true }));
    expect(await first).toEqual({ ok: true });
  });

  it.each(["socket", "http"] as const)(
    "is acknowledged once it is recorded, and told later what became of it, once",
    async (by) => {
      const run = await running({}, { by });
      const id = await posted(run);
      const outcome = later<PressResult>();
      run.inbound.taken = () => Promise.resolve({ state: "recorded", result: outcome.coming });
      expect(await accept(run, id)).toEqual({ ok: true });
      expect(notesOf(run, "U0ADA")).toEqual([]);
      outcome.come({ ok: false, words: ["Grace was first."], correctable: false });
      await expect.poll(() => notesOf(run, "U0ADA")).toEqual(["Grace was first."]);
      await run.platform.stop();
      expect(notesOf(run, "U0ADA")).toHaveLength(1);
    },
  );

  it.each(["socket", "http"] as const)(
    "that breaks in our hands ends only itself: the next one is taken",
    async (by) => {
      const pause = new SteppedPause();
      const run = await running({}, { by, pause });
      const id = await posted(run);
      // A rejection that nobody handles would fail the whole run.
      run.inbound.taken = () => Promise.reject(new TypeError("a bug"));
      const broken = accept(run, id);
      await expect.poll(() => run.warnings.join()).toContain("could not be handled");
      pause.pass(2_600);
      await broken;
      run.inbound.taken = () => Promise.resolve(recorded({ ok: true }));
      expect(await accept(run, id, "U0GRACE")).toEqual({ ok: true });
    },
  );

  it.each(["socket", "http"] as const)(
    "that is none of parley's is acknowledged and changes nothing",
    async (by) => {
      const run = await running({}, { by });
      const text = { type: "plain_text", text: "Go" };
      const elements = [
        { type: "button", action_id: "approve", value: "1", text },
        { type: "button", action_id: "link", url: "https://example.invalid/?a=1&b=2", text },
      ];
      const blocks = [{ type: "actions", elements }];
      await rawCall(run.slack, "chat.postMessage", { channel: PLACE, blocks });
      const message = run.slack.stored.inChannel(PLACE).at(-1)?.ts ?? "";
      for (const action of ["approve", "link"]) {
        const press = { place: PLACE, message, action };
        expect(await run.slack.people("U0ADA").press(press)).toMatchObject({ ok: true });
      }
      await expect
        .poll(() => notesOf(run, "U0ADA"))
        .toEqual([plainWords(UNKNOWN_BUTTON), plainWords(UNKNOWN_BUTTON)]);
      expect(run.inbound.presses).toEqual([]);
      expect(run.inbound.opened).toEqual([]);
    },
  );
});

describe("A command", () => {
  it("that takes longer is acknowledged in time and answered later, to the asker alone", async () => {
    const pause = new SteppedPause();
    const run = await running({}, { pause });
    const list = later<Awaited<ReturnType<Inbound["pending"]>>>();
    run.inbound.pending = () => list.coming;
    const asked = run.slack
      .people("U0ADA")
      .command({ place: PLACE, command: "/pending", text: "" });
    await expect.poll(() => pause.waits(1_999, 2_000)).toBe(true);
    pause.pass(2_000);
    expect(await asked).toEqual({ ok: true });
    list.come({ heading: "Nothing waits for you.", lines: [] });
    await expect.poll(() => notesOf(run, "U0ADA")).toEqual(["Nothing waits for you."]);
    expect(notesOf(run, "U0GRACE")).toEqual([]);
  });
});

/** What is read for a form or a page comes when the test says so. */
function readingLater({ inbound }: Running) {
  const gate = later<undefined>();
  const open = inbound.open.bind(inbound);
  let asked = 0;
  inbound.open = async (request) => {
    asked += 1;
    await gate.coming;
    return open(request);
  };
  return { come: () => gate.come(undefined), asked: () => asked };
}

describe("A form", () => {
  it("that comes too late for Slack's own clock says so, and can be opened again", async () => {
    const clock = new ManualClock();
    // Stepped by nobody: the view that says to wait does not come either.
    const run = await running({ clock }, { pause: new SteppedPause() });
    const reading = readingLater(run);
    const pressed = opened(run);
    await expect.poll(() => reading.asked()).toBe(1);
    // Counted from when Slack sent it.
    await clock.advance(3_001);
    reading.come();
    const message = await pressed;
    await expect.poll(() => notesOf(run, "U0ADA")).toEqual([plainWords(NOT_OPENED)]);
    expect(run.slack.people("U0ADA").view().modal).toBeNull();
    await run.slack.people("U0ADA").press({ place: PLACE, message, action: "parley:answer" });
    expect((await modalOf(run)).depth).toBe(0);
  });

  it("that is delivered twice opens once, in silence", async () => {
    const run = await running();
    run.slack.faults.next({ delivery: "block_actions" }, "twice");
    await opened(run);
    await expect.poll(() => calls(run, "views.open").length).toBe(2);
    await run.platform.stop();
    expect((await modalOf(run)).depth).toBe(0);
    expect(notesOf(run, "U0ADA")).toEqual([]);
    expect(run.warnings).toEqual([]);
  });

  it("that is sent opens no other by its own trigger, however it ends", async () => {
    const offer = { purpose: "override", label: "Give a reason" } as const;
    const ends: readonly PressResult[] = [
      { ok: true },
      { ok: true, words: ["It counts."] },
      { ok: false, words: ["Grace was first."], correctable: false },
      { ok: false, words: ["Write a day."], correctable: true },
      { ok: false, words: ["That needs a reason."], correctable: false, offer },
    ];
    for (const end of ends) {
      const run = await running();
      run.inbound.taken = () => Promise.resolve(recorded(end));
      await opened(run);
      const modal = (await modalOf(run)).id;
      await run.slack.people("U0ADA").submit({ modal, values: { f0: "Tuesday" } });
      await run.platform.stop();
      expect(calls(run, "views.open")).toHaveLength(1);
      expect(calls(run, "views.push")).toEqual([]);
    }
  });
});

describe("A page of Show all", () => {
  async function shown(run: Running) {
    run.inbound.whole = Array.from({ length: 9_000 }, (_, line) => `line ${line}`).join("\n");
    const buttons = [{ action: "show-all", label: "Show all", style: "plain" }] as const;
    const message = await posted(run, aCard({ buttons }));
    const ada = run.slack.people("U0ADA");
    await ada.press({ place: PLACE, message, action: "parley:show-all" });
    const modal = await modalOf(run);
    const turn = async () => ada.press({ place: "", message: modal.id, action: "parley:page-on" });
    return { ada, modal, turn };
  }

  it("that is turned by two presses at once is turned once, and nobody is alarmed", async () => {
    const run = await running();
    const { ada, turn } = await shown(run);
    await Promise.all([turn(), turn()]);
    await run.platform.stop();
    const errors = calls(run, "views.update").map(({ error }) => error);
    expect(errors).toHaveLength(2);
    expect(errors).toEqual(expect.arrayContaining(["hash_conflict", undefined]));
    const view = JSON.stringify(ada.view().modal?.view);
    expect(view).toContain("parley:page-back");
    expect(run.warnings).toEqual([]);
    expect(notesOf(run, "U0ADA")).toEqual([]);
  });

  it("that was closed while it was being turned stays closed, and nobody is alarmed", async () => {
    const run = await running();
    const { ada, modal, turn } = await shown(run);
    const reading = readingLater(run);
    const turned = turn();
    await expect.poll(() => reading.asked()).toBe(1);
    await ada.close({ modal: modal.id, all: true });
    reading.come();
    await turned;
    await expect
      .poll(() => calls(run, "views.update").map(({ error }) => error))
      .toEqual(["not_found"]);
    await run.platform.stop();
    expect(ada.view().modal).toBeNull();
    expect(run.warnings).toEqual([]);
  });
});
