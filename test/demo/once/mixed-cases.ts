import { ADA, GRACE } from "../world.ts";
import { type DoorStage, expectRefused, expectTaken, tokenFor } from "./door-stage.ts";
import { expectSame, expectWords } from "./expectation.ts";
import { approval, ballot, pressedApproval } from "./questions.ts";
import type { Case } from "./runner.ts";
import { buttonOf, type Seat } from "./seat.ts";
import {
  ask,
  cardOf,
  expectEnded,
  expectOpen,
  expectResolved,
  expectTold,
  newNote,
  resolutionsOf,
  seatsOf,
} from "./stage.ts";

const ROUNDS = 6;
const ACCEPT = { action: "accept" };
const REJECT = { action: "reject" };

/** Presses and requests about one question: one truth, whatever the door. */
export function mixedCases(stage: DoorStage): readonly Case[] {
  return [
    ...seatsOf(stage).flatMap((seat) => [
      {
        name: `${seat.platform} and http votes of one principal are one voice`,
        run: () => oneVoice(stage, seat),
      },
      {
        name: `${seat.platform} press decides, and the question's token comes too late`,
        run: () => tokenTooLate(stage, seat),
      },
    ]),
    { name: "slack and discord presses make a quorum of two", run: () => bothPlatforms(stage) },
    ...Array.from({ length: ROUNDS }, (_, round) => ({
      name: `http race ${round + 1} of ${ROUNDS}: a press and a request, one decision`,
      run: () => race(stage, seatsOf(stage)[round % 2] ?? stage.slack),
    })),
  ];
}

async function oneVoice(stage: DoorStage, seat: Seat) {
  const asked = await ask(stage, ballot(2));
  const card = await cardOf(seat, asked.mark);
  const before = await seat.privateNotes(ADA);
  await seat.press(ADA, card, buttonOf(card, "Accept"));
  const told = { action: "accept", by: "ada", grants: 1, rejects: 0, refines: 0, needed: 2 };
  await expectTold(stage, asked, "parley.interrupt.voted", told);
  const note = await newNote(seat, ADA, before);
  expectWords("the note for Ada", note, ["Your approval counts", "1 of 2"]);
  const again = await stage.doors.byRun(await stage.keyOf("ada"), asked.raised, ACCEPT);
  expectTaken(again, asked.raised, "waiting-approval");
  await expectOpen(stage, asked, ["1 of 2 approved", "Ada Lovelace"]);
  const last = await stage.doors.byRun(await stage.keyOf("grace"), asked.raised, ACCEPT);
  expectTaken(last, asked.raised, "running");
  await expectResolved(stage, asked, { ...ACCEPT, decidedBy: "grace" });
  await expectTold(stage, asked, "parley.interrupt.voted", told);
  await expectEnded(stage, asked, ["Accepted by Ada Lovelace and Grace Hopper"]);
}

async function tokenTooLate(stage: DoorStage, seat: Seat) {
  const asked = await ask(stage, pressedApproval());
  const token = await tokenFor(stage, asked.raised, "--principal", "grace");
  const card = await cardOf(seat, asked.mark);
  await seat.press(ADA, card, buttonOf(card, "Reject"));
  await expectResolved(stage, asked, { ...REJECT, decidedBy: "ada" });
  expectRefused(await stage.doors.byToken(token, ACCEPT), 409, "interrupt_already_resolved");
  await expectEnded(stage, asked, ["Rejected by Ada"]);
  expectSame("events that resolve it", resolutionsOf(stage, asked.raised).length, 1);
}

async function bothPlatforms(stage: DoorStage) {
  const asked = await ask(stage, ballot(2));
  const onSlack = await cardOf(stage.slack, asked.mark);
  await stage.slack.press(ADA, onSlack, buttonOf(onSlack, "Accept"));
  await expectOpen(stage, asked, ["1 of 2 approved", "Ada Lovelace"]);
  const onDiscord = await cardOf(stage.discord, asked.mark);
  await stage.discord.press(GRACE, onDiscord, buttonOf(onDiscord, "Accept"));
  await expectResolved(stage, asked, { ...ACCEPT, decidedBy: "grace" });
  await expectEnded(stage, asked, ["Accepted by Ada Lovelace and Grace Hopper", "from Discord"]);
}

async function race(stage: DoorStage, seat: Seat) {
  const asked = await ask(stage, approval());
  const key = await stage.keyOf("grace");
  const card = await cardOf(seat, asked.mark);
  const button = buttonOf(card, "Accept");
  const before = await seat.privateNotes(ADA);
  const [answer, pressed] = await Promise.all([
    stage.doors.byRun(key, asked.raised, REJECT),
    seat.press(ADA, card, button),
  ]);
  if (answer.status === 200) {
    expectTaken(answer, asked.raised, "running");
    await expectResolved(stage, asked, { ...REJECT, decidedBy: "grace" });
    // The card may have lost its buttons before the finger came down: then there was no press.
    if (pressed.ok) {
      const note = await newNote(seat, ADA, before);
      expectWords("the note for Ada", note, [/Grace[^.]* rejected/, /changed nothing/i]);
    }
    await expectEnded(stage, asked, ["Rejected by Grace", "over HTTP"]);
  } else {
    expectRefused(answer, 409, "interrupt_already_resolved");
    await expectResolved(stage, asked, { ...ACCEPT, decidedBy: "ada" });
    await expectEnded(stage, asked, ["Accepted by Ada"]);
  }
}
