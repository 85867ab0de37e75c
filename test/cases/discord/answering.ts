import type { Case } from "../case.ts";

/** Answers that are typed. */
export const answering: readonly Case[] = [
  {
    id: "DC-038",
    fault: "An answer in words is passed over in silence.",
    tests: [
      "test/integration/threads-through.test.ts > lives in one thread on each platform, is answered there in words, and is put away at its end",
      "test/integration/discord-adapter.test.ts > is told when it cannot even be looked up, in threads of ours",
      "test/integration/discord-typed.test.ts > is told so, and recorded without being written again; it %s",
      "test/integration/threads-through.test.ts > says on each platform that a turn which a form answers is not answered in words",
    ],
  },
  {
    id: "DC-039",
    fault:
      "An answer goes to the question that was asked last, and not to the one it was written to.",
    tests: [
      "test/integration/discord-typed.test.ts > each gets what was typed in its own, whichever is answered first",
      "test/integration/flows/thread-lines.test.ts > the latest that waits, of those asked before it",
    ],
  },
  {
    id: "DC-040",
    fault: "A reply to the question counts for nothing.",
    tests: [
      "test/integration/discord-typed.test.ts > is an answer, since it notifies the bot; content may be read: %s",
      "test/unit/discord/receive.test.ts > of a person in a thread may be an answer, as may a reply",
    ],
  },
  {
    id: "DC-041",
    fault: "The bot takes part in threads of people's own.",
    tests: [
      "test/integration/discord-typed.test.ts > neither gets what is typed in a thread of people's own, and nobody hears anything there",
    ],
  },
  {
    id: "DC-043",
    fault: "Where content may not be read no answer can be typed.",
    tests: [
      "test/integration/discord-adapter.test.ts > is a message that mentions the bot where content may not be read",
      "test/integration/discord-typed.test.ts > to the bot is an answer where content may not be read, without naming the bot",
      "test/integration/discord-threads.test.ts > says how to answer; content may be read: %s",
    ],
  },
  {
    id: "DC-044",
    fault: "The message with which a thread begins is taken for an empty answer.",
    tests: [
      "test/unit/discord/receive.test.ts > of the system",
      "test/unit/discord/receive.test.ts > %s answers nothing",
    ],
  },
  {
    id: "DC-045",
    fault: "Naming a role is thought to bring its people into a thread.",
    cannot:
      "Threads hang on the card, open to everybody who sees its channel, and nobody has to be brought in; a reminder that names a role does so to notify whoever has it (adapters/discord/render-reminder.ts).",
  },
];
