import type { Case } from "../case.ts";

/** Cards that are edited, long after they were posted too. */
export const editing: readonly Case[] = [
  {
    id: "DC-111",
    fault: "Old messages may be edited seldom, and every change is an edit.",
    tests: [
      "test/integration/flows/cards.test.ts > is posted once and edited to the newest state, whatever was skipped",
      "test/integration/discord-adapter.test.ts > is edited later where Discord asks to wait, which is one request",
    ],
  },
  {
    id: "DC-113",
    fault: "Files of a message vanish when it is edited.",
    cannot:
      "Cards carry no files: what is attached goes with a private note that is never edited again (adapters/discord/opening.ts, adapters/discord/hand-back.ts).",
  },
  {
    id: "DC-116",
    fault: "A card that was deleted is taken for a failure of the request.",
    tests: [
      "test/integration/flows/cards.test.ts > keeps being tried while access is missing, and is given up when it was deleted",
      "test/integration/flows/unreached.test.ts > is posted again while its question is open, in %s",
      "test/integration/flows/unreached.test.ts > is left alone when it is deleted a second time, and the log says so once",
      "test/contract/places.ts > whose card somebody deleted while it waits: it is posted again, and decided there",
      "test/contract/places.ts > whose card was deleted when it had ended: that stays gone",
    ],
  },
  {
    id: "DC-117",
    fault: "AutoMod stops an edit, and the card keeps saying what is no longer so.",
    tests: [
      "test/integration/discord-adapter.test.ts > is reduced to what cannot be refused when Discord %s",
    ],
  },
  {
    id: "DC-118",
    fault: "Discord fails at an edit for reasons of its own, and the card stays as it was.",
    tests: [
      "test/integration/discord-adapter.test.ts > is one try when Discord is %s",
      "test/integration/flows/cards.test.ts > is posted once and edited to the newest state, whatever was skipped",
    ],
  },
];
