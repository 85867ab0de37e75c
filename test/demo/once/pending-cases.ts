import { ADA, EVE, GRACE, type Person } from "../world.ts";
import { expectNone, expectWords } from "./expectation.ts";
import { digestOf } from "./payload-digest.ts";
import { approval } from "./questions.ts";
import type { Case } from "./runner.ts";
import type { Seat } from "./seat.ts";
import { ask, newNote, seatsOf, type Stage } from "./stage.ts";

const TEN_MINUTES_MS = 600_000;

/** The listing says what waits and shows a digest of what would be decided, never a value out of it. */
export function pendingCases(stage: Stage): readonly Case[] {
  return seatsOf(stage).flatMap((seat) => [
    { name: `${seat.platform} /pending lists what waits for Ada`, run: () => ada(stage, seat) },
    {
      name: `${seat.platform} /pending tells Eve that she is not linked`,
      run: () =>
        expectPending(
          seat,
          EVE,
          /not linked to anyone on the roster, so what waits cannot be listed/i,
        ),
    },
  ]);
}

/** Played before anything is asked: later there is always something. */
export function nothingPendingCases(stage: Stage): readonly Case[] {
  return seatsOf(stage).map((seat) => ({
    name: `${seat.platform} /pending has nothing for Grace before anything is asked`,
    run: () => expectPending(seat, GRACE, "Nothing waits for you."),
  }));
}

async function ada(stage: Stage, seat: Seat) {
  const secret = "NL91ABNA0417164300";
  // The listing begins with what is due first; with a deadline this is on its first page.
  const asked = await ask(
    stage,
    approval({ artifactData: { iban: secret }, timeoutMs: TEN_MINUTES_MS }),
  );
  const note = await pending(seat, ADA);
  const digest = digestOf(asked.raised.event.payload).slice(0, 12);
  expectWords("the listing", note, [/waits? for you/, asked.mark, digest]);
  expectNone("the listing", note, [secret, "iban"]);
}

async function expectPending(seat: Seat, person: Person, words: string | RegExp) {
  expectWords("the listing", await pending(seat, person), [words]);
}

async function pending(seat: Seat, person: Person): Promise<string> {
  const before = await seat.privateNotes(person);
  await seat.command(person, "pending");
  return newNote(seat, person, before);
}
