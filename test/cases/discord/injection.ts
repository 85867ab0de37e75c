import type { Case } from "../case.ts";

/** Texts of agents and people. */
export const injection: readonly Case[] = [
  {
    id: "DC-090",
    fault:
      "What an agent wrote notifies a whole server, if not when it is posted, then when it is edited.",
    tests: [
      "test/integration/discord-adapter.test.ts > pings nobody, on posting and on editing",
      "test/integration/discord-first-answer.test.ts > says that it pings nobody, whatever it is",
    ],
  },
  {
    id: "DC-091",
    fault: "One of many ways to send forgets to say that nobody is to be notified.",
    tests: [
      "test/integration/discord-first-answer.test.ts > says that it pings nobody, whatever it is",
    ],
  },
  {
    id: "DC-092",
    fault: "A text ends its own block of code and goes on as if the bot had written it.",
    tests: [
      "test/unit/discord/markdown.test.ts > cannot close its own code block",
      "test/contract/hostility.ts > on the card of a $kind, in its forms and its thread (sample $index)",
    ],
  },
  {
    id: "DC-093",
    fault: "Only three back-ticks in a row are kept from ending a block.",
    tests: ["test/unit/discord/markdown.test.ts > cannot close its own code block"],
  },
  {
    id: "DC-094",
    fault: "Escapes are used where they do not work.",
    tests: [
      "test/unit/discord/markdown.test.ts > reads as it was written, with nothing left that Discord would interpret",
      "test/unit/discord/markdown.test.ts > cannot close its own code block",
    ],
  },
  {
    id: "DC-096",
    fault: "People who have nothing to do with it are notified, and brought into a thread.",
    tests: [
      "test/contract/waiting.ts > reminds those who have not, once, and shows it elsewhere besides; after the end, nothing",
      "test/integration/discord-threads.test.ts > shows what people wrote as text, in a quote, and pings nobody",
    ],
  },
];
