import { type Sample, SAMPLES } from "../samples.ts";
import { type Way, waysToAnswer } from "../ways.ts";
import { ADA } from "../world.ts";
import { expectSame } from "./expectation.ts";
import { marked } from "./marking.ts";
import type { Case } from "./runner.ts";
import { buttonOf, type Seat } from "./seat.ts";
import {
  ask,
  cardOf,
  expectEnded,
  expectResolved,
  isWaiting,
  seatsOf,
  type Stage,
} from "./stage.ts";

/** Every way of answering every sample, on each platform. */
export function answerCases(stage: Stage): readonly Case[] {
  return SAMPLES.filter(({ answerable }) => answerable).flatMap((sample) =>
    seatsOf(stage).flatMap((seat) =>
      waysToAnswer(sample).map((way) => ({
        name: `${seat.platform} ${sample.question.kind} ${way.toLowerCase()} (${sample.name})`,
        run: () =>
          way === "answer" ? answer(stage, seat, sample) : press(stage, seat, sample, way),
      })),
    ),
  );
}

type Pressed = Exclude<Way, "answer">;

/** What one press gives the engine, and what the cards then say. */
const MEANING: Readonly<Record<Pressed, { resumeValue: unknown; words: readonly string[] }>> = {
  Accept: { resumeValue: { action: "accept", decidedBy: "ada" }, words: ["Accepted"] },
  Reject: {
    resumeValue: { action: "reject", feedback: "Not now", decidedBy: "ada" },
    words: ["Rejected", "Not now"],
  },
  "Go ahead": { resumeValue: true, words: ["Told to go ahead"] },
  Stop: { resumeValue: false, words: ["Stopped"] },
};

async function press(stage: Stage, seat: Seat, sample: Sample, way: Pressed) {
  const asked = await ask(stage, marked(sample));
  const card = await cardOf(seat, asked.mark);
  // Turning something down asks for a reason.
  if (way === "Reject") await (await seat.openForm(ADA, card, way)).send({ Reason: "Not now" });
  else {
    const pressed = await seat.press(ADA, card, buttonOf(card, way));
    expectSame("the press was acknowledged", pressed.ok, true);
  }
  const { resumeValue, words } = MEANING[way];
  await expectResolved(stage, asked, resumeValue);
  await expectEnded(stage, asked, [...words, "Ada"]);
}

async function answer(stage: Stage, seat: Seat, sample: Sample) {
  const asked = await ask(stage, marked(sample));
  const text = `Thursday evening, and yes: after 22:00. ${asked.mark}`;
  await seat.answer(ADA, await cardOf(seat, asked.mark), text);
  await expectResolved(stage, asked, answered(sample, text));
  await expectEnded(stage, asked, ["Answered", "Ada"]);
}

/** A question's answer stands under its id; a turn of a conversation is answered by the text itself. */
function answered({ question }: Sample, text: string): unknown {
  if (question.kind !== "clarification") return text;
  const [first] = question.data.questions;
  return { answers: { [first?.id ?? ""]: text } };
}

/** What nobody can answer from a card still arrives, and says so by having nothing to press. */
export function shownOnlyCases(stage: Stage): readonly Case[] {
  return SAMPLES.filter(({ answerable }) => !answerable).map((sample) => ({
    name: `slack and discord ${sample.question.kind} shown only (${sample.name})`,
    run: async () => {
      const asked = await ask(stage, marked(sample));
      for (const seat of seatsOf(stage)) {
        const card = await cardOf(seat, asked.mark);
        expectSame(`something on ${seat.platform} can decide`, isWaiting(card), false);
      }
    },
  }));
}
