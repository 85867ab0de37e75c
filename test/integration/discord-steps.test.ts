import { describe, expect, it } from "vitest";
import type { Interrupt } from "../../src/core/interrupt.ts";
import { NO_ANSWERS } from "../../src/core/interview.ts";
import type { Json } from "../../src/core/json.ts";
import type { Payload } from "../../src/core/payload.ts";
import { parseReference } from "../../src/core/reference.ts";
import { present } from "../../src/presentation/card.ts";
import { interviewForm, stepOf } from "../../src/presentation/interview.ts";
import { stepLineName } from "../../src/presentation/thread-lines.ts";
import { nameOf } from "../support/names.ts";
import { interruptOf } from "../unit/discord/samples.ts";
import {
  ADA,
  ADDRESS,
  CHANNEL,
  notesOf,
  post,
  recorded,
  setUp,
  type Setup,
} from "./discord-stage.ts";

/** Questions in a thread, through the real discord.js and a Discord that refuses what Discord refuses. */

const NONCE = "a-line-of-22-characters";

const asking = (...schemas: readonly Json[]): Interrupt =>
  interruptOf({
    kind: "clarification",
    key: "k",
    data: {
      questions: schemas.map((schema, index) => ({
        id: `q${index}`,
        question: `Question ${index}?`,
        ...(schema === null ? {} : { schema }),
      })),
    },
  } as Payload);

/** The thread of a card, in which a step was asked; the message of the step. */
async function asked(setup: Setup, interrupt: Interrupt, interview = NO_ANSWERS) {
  const { platform, inbound, discord } = setup;
  const card = present(interrupt, nameOf);
  const { id: thread } = await post(platform, card, interrupt.ref);
  await platform.cards.threads?.open(ADDRESS, { id: thread }, card);
  const reference = parseReference(card.reference);
  const form = interviewForm(interrupt.payload);
  if (reference === undefined || form === undefined) throw new Error("nothing is asked");
  inbound.threads.set(thread, reference);
  const step = stepOf(form, interview);
  const line = { name: stepLineName(step.step), step, reference: card.reference };
  const message = await platform.cards.threads?.say(thread, line, NONCE);
  if (message === undefined) throw new Error("nothing was said");
  const shown = () => JSON.stringify(discord.stored.message(message));
  const press = (action: string, values?: readonly string[]) =>
    discord
      .people(ADA)
      .press({ place: thread, message, action, ...(values === undefined ? {} : { values }) });
  const id = (act: string) => `parley:step:${act}:${card.reference}`;
  return { thread, message, shown, press, id };
}

describe("A question in a thread on Discord", () => {
  it("has a button for each of few options, and what was chosen stands in its place", async () => {
    const setup = await setUp({ content: true });
    setup.inbound.hearing = () => ({ state: "heard", words: ["Question 0?\nEU · Ada"] });
    const { thread, press, shown, id } = await asked(setup, asking({ enum: ["EU", "US"] }, null));
    expect(shown()).toContain("1 of 2");
    expect(await press(id("pick:0:o1"))).toMatchObject({ ok: true });
    expect(setup.inbound.heard).toMatchObject([
      { thread, workspace: expect.any(String), did: { type: "picked", step: 0, given: "o1" } },
    ]);
    await expect.poll(shown).toContain("EU · Ada");
    expect(shown()).not.toContain("parley:step");
  });

  it("has a menu for many, and for several at once", async () => {
    const setup = await setUp({ content: true });
    const many = Array.from({ length: 25 }, (_, index) => `Option ${index}`);
    setup.inbound.hearing = () => ({ state: "heard", words: undefined });
    const several = { type: "array", items: { enum: many }, minItems: 2 };
    const { press, id } = await asked(setup, asking(several, null));
    expect(await press(id("pick:0:"), ["o0", "o24"])).toMatchObject({ ok: true });
    expect(setup.inbound.heard).toMatchObject([
      { did: { type: "picked", step: 0, given: ["o0", "o24"] } },
    ]);
    setup.inbound.hearing = () => ({ state: "refused", words: ["Not that one."] });
    await press(id("pick:0:"), ["o0", "o1"]);
    expect(notesOf(setup.discord)).toContain("Not that one.");
  });

  it("is answered by a message, and one that does not fit is answered in the thread", async () => {
    const setup = await setUp({ content: true });
    const { thread } = await asked(setup, asking({ type: "integer" }, null));
    setup.inbound.hearing = () => ({ state: "refused", words: ["This is not a whole number."] });
    setup.discord.people(ADA).say({ place: CHANNEL, thread, text: "many" });
    await expect
      .poll(() => setup.inbound.heard.map(({ did }) => did))
      .toMatchObject([{ type: "typed", text: "many" }]);
    const texts = () =>
      JSON.stringify(
        setup.discord
          .people(ADA)
          .view()
          .places.flatMap(({ messages }) => messages),
      );
    await expect.poll(texts).toContain("This is not a whole number.");
    // Nothing of it is a decision.
    expect(setup.inbound.presses).toEqual([]);
  });

  it("sends its answers by a press that is recorded before Discord hears of it", async () => {
    const setup = await setUp({ content: true });
    const answers = { f0: { given: "1", by: "Ada" } };
    const { thread, press, shown, id } = await asked(setup, asking({ type: "integer" }), {
      step: 1,
      answers,
    });
    setup.inbound.taken = () => recorded({ ok: true });
    expect(shown()).toContain("Everything is answered by Ada");
    expect(await press(id("send:1:"))).toMatchObject({ ok: true });
    expect(setup.inbound.sentAnswers).toEqual([{ thread, step: 1 }]);
    await expect.poll(shown).toContain("The answers were sent.");
    expect(shown()).not.toContain("parley:step");
  });

  it("is asked once more where somebody changes its answer before it is sent", async () => {
    const setup = await setUp({ content: true });
    const answers = { f0: { given: "1", by: "Ada" } };
    const at = await asked(setup, asking({ type: "integer" }), { step: 1, answers });
    setup.inbound.hearing = () => ({
      state: "heard",
      words: ["“Question 0?” is asked again below."],
    });
    expect(at.shown()).toContain("Question 0? **1**");
    expect(await at.press(at.id("change:1:"), ["f0"])).toMatchObject({ ok: true });
    expect(setup.inbound.heard).toMatchObject([{ did: { type: "change", step: 1, field: "f0" } }]);
    await expect.poll(at.shown).toContain("asked again below");
  });

  it("has no buttons once it says what became of it", async () => {
    const setup = await setUp();
    const { thread, message, shown } = await asked(setup, asking({ enum: ["EU", "US"] }, null));
    expect(shown()).toContain("parley:step");
    const words = ["Question 0?\n@everyone **EU** · Ada"];
    await setup.platform.cards.threads?.rewrite?.(thread, message, words);
    // Text that people wrote stays text.
    expect(setup.discord.stored.message(message)).toMatchObject({
      content: expect.stringContaining("\\*\\*EU\\*\\*"),
      components: [],
    });
  });

  it("is one that Discord takes, however long and hostile", async () => {
    const setup = await setUp();
    const hostile = `@everyone <@${ADA}> [x](https://evil.example) \u202e${"*_`~|>".repeat(300)}`;
    const options = Array.from({ length: 25 }, (_, index) => `${hostile.slice(0, 200)} ${index}`);
    const questions = Array.from({ length: 25 }, (_, index) => ({
      id: `q${index}`,
      question: `${hostile} ${index}?`,
      schema: { enum: options },
    }));
    const data = { questions };
    const interrupt = interruptOf({ kind: "clarification", key: "k", data });
    const first = await asked(setup, interrupt);
    expect(first.shown()).toContain("1 of 25");
    const answers = Object.fromEntries(
      questions.map((_, index) => [`f${index}`, { given: `o${index}`, by: hostile }]),
    );
    const card = present(interrupt, nameOf);
    const form = interviewForm(interrupt.payload);
    if (form === undefined) throw new Error("nothing is asked");
    const step = stepOf(form, { step: 25, answers });
    const line = { name: "step-25", step, reference: card.reference };
    const said = await setup.platform.cards.threads?.say(first.thread, line, `${NONCE}2`.slice(1));
    expect(said).toEqual(expect.any(String));
    expect(setup.discord.people(ADA).view().notices).toEqual([]);
  });
});
