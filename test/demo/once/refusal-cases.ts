import { ADA, EVE, type Person } from "../world.ts";
import { expectSame, expectWords } from "./expectation.ts";
import { approval } from "./questions.ts";
import type { Case } from "./runner.ts";
import { buttonOf, type Seat } from "./seat.ts";
import {
  ask,
  type Asked,
  cardOf,
  expectEnded,
  expectResolved,
  expectWaiting,
  newNote,
  resolutionsOf,
  seatsOf,
  type Stage,
} from "./stage.ts";

/** A press that the rules refuse changes nothing, and only who pressed hears why. */
export function refusalCases(stage: Stage): readonly Case[] {
  return seatsOf(stage).flatMap((seat) => [
    {
      name: `${seat.platform} outsider refused, then Ada accepts`,
      run: () => outsider(stage, seat),
    },
    {
      name: `${seat.platform} person not on the approvers list refused`,
      run: () => notOnTheList(stage, seat),
    },
  ]);
}

async function outsider(stage: Stage, seat: Seat) {
  const asked = await ask(stage, approval());
  await refused(stage, seat, EVE, asked, [/not linked/i, /nothing changed/i]);
  const card = await cardOf(seat, asked.mark);
  await seat.press(ADA, card, buttonOf(card, "Accept"));
  await expectResolved(stage, asked, { action: "accept", decidedBy: "ada" });
  await expectEnded(stage, asked, ["Accepted", "Ada"]);
}

async function notOnTheList(stage: Stage, seat: Seat) {
  const asked = await ask(stage, approval({ approversList: ["grace"] }));
  await refused(stage, seat, ADA, asked, [/only/i, /nothing changed/i]);
}

async function refused(
  stage: Stage,
  seat: Seat,
  person: Person,
  asked: Asked,
  words: readonly RegExp[],
) {
  const card = await cardOf(seat, asked.mark);
  const before = await seat.privateNotes(person);
  await seat.press(person, card, buttonOf(card, "Accept"));
  const note = await newNote(seat, person, before);
  expectWords(`the note for ${person.name}`, note, words);
  expectSame("one note for one press", (await seat.privateNotes(person)).length, before.length + 1);
  await expectWaiting(stage, asked);
  expectSame("the card is as it was", (await cardOf(seat, asked.mark)).text, card.text);
  expectSame("events that resolve it", resolutionsOf(stage, asked.raised).length, 0);
}
