import type { Case } from "../case.ts";

/** Tokens of interactions live for fifteen minutes, requests for days. */
export const lasting: readonly Case[] = [
  {
    id: "DC-022",
    fault: "A card can no longer be edited once the token of a press is over.",
    tests: [
      "test/integration/discord-first-answer.test.ts > a decision that took longer changes the card by the bot's own right",
    ],
  },
  {
    id: "DC-023",
    fault: "A result that comes after a quarter of an hour is never shown.",
    tests: [
      "test/integration/discord-first-answer.test.ts > a decision that took longer changes the card by the bot's own right",
    ],
  },
  {
    id: "DC-024",
    fault: "What is kept of a message is the library's object, which knows only a way that ends.",
    tests: [
      "test/contract/showing.ts > for each request while two replicas work and one of them is stopped and started again",
      "test/integration/discord-adapter.test.ts > is posted, found again by its buttons or what it says of itself, and edited in place",
    ],
  },
  {
    id: "DC-026",
    fault: "How a request stands is kept in a private message, which cannot be changed later.",
    cannot:
      "A card is a message of a channel, a thread or direct messages, posted and edited by the bot itself (adapters/discord/cards.ts); private notes only repeat what the record says.",
  },
  {
    id: "DC-028",
    fault: "A private answer that was promised becomes one that everybody sees.",
    tests: [
      "test/integration/discord-adapter.test.ts > that takes long is promised and follows",
      "test/platforms/discord/interactions.test.ts > stay as private as the deferral was, whatever the first follow-up says",
    ],
  },
  {
    id: "DC-030",
    fault: "Old cards look as if they could be pressed, and nobody hears why nothing happens.",
    tests: [
      "test/contract/ending.ts > after $what",
      "test/contract/refusing.ts > with a form, that the deadline passed and what that means",
    ],
  },
  {
    id: "DC-031",
    fault: "Buttons die sooner than the request that they are for.",
    tests: [
      "test/integration/discord-first-answer.test.ts > and for as long as the request waits, its buttons work",
    ],
  },
  {
    id: "DC-032",
    fault: "A deadline changes the card, and whoever waits for the answer hears nothing.",
    tests: [
      "test/integration/flows/presses.test.ts > that nobody met ends the question, once, by any number of sweeps",
      "test/contract/ending.ts > after $what",
    ],
  },
  {
    id: "DC-033",
    fault:
      "A card is shown of what was decided meanwhile, and one press on it brings several notes.",
    tests: [
      "test/integration/flows/cards.test.ts > of a question that ended before it was shown is not shown at all",
      "test/integration/redis/streams.test.ts > stays due when the interrupt moved on while it was drawn",
      "test/contract/refusing.ts > with a press at the same moment, who was first",
    ],
  },
  {
    id: "DC-034",
    fault: "Buttons are known only to the part of the process that posted them.",
    tests: [
      "test/integration/discord-adapter.test.ts > on a card of before a restart works, and is told by its own reply",
    ],
  },
  {
    id: "DC-035",
    fault: "A request waits for seconds where people need days.",
    tests: [
      "test/integration/discord-first-answer.test.ts > and for as long as the request waits, its buttons work",
      "test/e2e/readme.test.ts > README's program waits and prints what was answered meanwhile",
    ],
  },
];
