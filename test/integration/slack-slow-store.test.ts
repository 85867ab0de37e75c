import { describe, expect, it } from "vitest";
import { plainWords } from "../../src/presentation/words.ts";
import { LOADING, NOT_OPENED } from "../../src/presentation/wording.ts";
import { SteppedPause } from "../support/stepped-pause.ts";
import { REFERENCE } from "../unit/slack/card.ts";
import { calls, modalOf, notesOf, opened, type Running, running, shownTo } from "./slack-stage.ts";

/** A trigger lives for three seconds: a store that takes longer must not cost the person the form. */

const LINE = {
  kind: "Approval",
  title: "Settle invoice INV-42",
  facts: ["asked 2 min ago"],
  reference: REFERENCE,
};

/** The adapter before a store that answers when it is told to. */
async function slowly() {
  const pause = new SteppedPause();
  const run = await running({}, { pause });
  let answer: () => void = () => undefined;
  run.inbound.slow = new Promise((resolve) => (answer = resolve));
  return { run, pause, answer: () => answer() };
}

/** Presses while the store is slow; resolves when the view that says so is up. */
async function pressed(run: Running, pause: SteppedPause, action?: "show-all"): Promise<void> {
  const pressing = opened(run, action);
  await expect.poll(() => run.inbound.opened.length).toBe(1);
  pause.pass(700);
  await pressing;
  await modalOf(run);
  expect(shownTo(run)).toContain(plainWords(LOADING));
}

describe("A view whose content comes late", () => {
  it("is up in time, decides nothing, and becomes the form", async () => {
    const { run, pause, answer } = await slowly();
    await pressed(run, pause);
    expect(run.slack.people("U0ADA").view().modal?.view["submit"]).toBeNull();
    answer();
    await expect.poll(() => shownTo(run)).toContain("Which evening?");
    const modal = (await modalOf(run)).id;
    const outcome = await run.slack.people("U0ADA").submit({ modal, values: { f0: "Friday" } });
    expect(outcome).toEqual({ ok: true });
    expect(run.inbound.presses).toMatchObject([
      { response: { resumeValue: { answers: { q: "Friday" } } } },
    ]);
    expect(calls(run, "views.open")).toHaveLength(1);
  });

  it("becomes the whole artifact, whose pages turn", async () => {
    const { run, pause, answer } = await slowly();
    run.inbound.whole = "x".repeat(70_000);
    await pressed(run, pause, "show-all");
    answer();
    await expect.poll(() => shownTo(run)).toContain("parley:page-on");
  });

  it("says in its place why there is none", async () => {
    const { run, pause, answer } = await slowly();
    run.inbound.refusal = ["Only the finance group can decide this."];
    await pressed(run, pause);
    answer();
    await expect.poll(() => shownTo(run)).toContain("Only the finance group can decide this.");
    expect(notesOf(run, "U0ADA")).toEqual([]);
  });

  it("that somebody closed meanwhile stays closed, without a word", async () => {
    const { run, pause, answer } = await slowly();
    await pressed(run, pause);
    await run.slack.people("U0ADA").close({ modal: (await modalOf(run)).id });
    answer();
    await expect.poll(() => calls(run, "views.update").length).toBe(1);
    await run.platform.stop();
    expect(run.slack.people("U0ADA").view().modal).toBeNull();
    expect(notesOf(run, "U0ADA")).toEqual([]);
  });

  it("promises nothing any more when Slack does not fill it in", async () => {
    const { run, pause, answer } = await slowly();
    await pressed(run, pause);
    run.slack.faults.next({ method: "views.update" }, { error: "internal_error" });
    answer();
    await expect.poll(() => shownTo(run)).toContain(plainWords(NOT_OPENED));
    expect(shownTo(run)).not.toContain(plainWords(LOADING));
  });

  it("shows a card of the Home tab, too", async () => {
    const { run, pause, answer } = await slowly();
    run.inbound.listing = { heading: "1 thing waits for you", lines: [LINE] };
    run.slack.openHome("U0ADA");
    const home = await run.slack.until(() => run.slack.homeOf("U0ADA"));
    const ada = run.slack.people("U0ADA");
    const pressing = ada.press({ place: "", message: home.id, action: "parley:open-card-0" });
    await expect.poll(() => run.inbound.opened.length).toBe(1);
    pause.pass(700);
    await pressing;
    await modalOf(run);
    answer();
    await expect.poll(() => shownTo(run)).toContain("Settle invoice INV-42");
  });
});
