import { SAMPLES, waysToAnswer, type Sample } from "../samples.ts";
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
        name: `${seat.platform} ${sample.question.kind} ${way} (${sample.name})`,
        run: () =>
          way === "answer" ? answer(stage, seat, sample) : decide(stage, seat, sample, way),
      })),
    ),
  );
}

async function decide(stage: Stage, seat: Seat, sample: Sample, action: "accept" | "reject") {
  const asked = await ask(stage, marked(sample));
  const card = await cardOf(seat, asked.mark);
  const pressed = await seat.press(ADA, card, buttonOf(card, labelOf(action)));
  expectSame("the press was acknowledged", pressed.ok, true);
  await expectResolved(stage, asked, { action, decidedBy: "ada" });
  await expectEnded(stage, asked, [`${labelOf(action)}ed`, "Ada"]);
}

async function answer(stage: Stage, seat: Seat, sample: Sample) {
  const asked = await ask(stage, marked(sample));
  const text = `Thursday evening, and yes: after 22:00. ${asked.mark}`;
  await seat.answer(ADA, await cardOf(seat, asked.mark), text);
  if (asked.question.kind !== "clarification") throw new Error("Only questions have answers.");
  const [first] = asked.question.data.questions;
  await expectResolved(stage, asked, { answers: { [first?.id ?? ""]: text } });
  await expectEnded(stage, asked, ["Answered", "Ada"]);
}

function labelOf(action: "accept" | "reject"): string {
  return action === "accept" ? "Accept" : "Reject";
}

/** The samples that nobody can answer from a card yet still arrive, and say so by having nothing to press. */
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
