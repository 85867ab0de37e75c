import type { Case } from "../case.ts";

/** Threads: put away, locked, there already. */
export const threads: readonly Case[] = [
  {
    id: "DC-097",
    fault: "A thread that is there already is taken for a failure.",
    tests: [
      "test/integration/discord-threads.test.ts > has the card's title and its id, and is one however often it is opened",
    ],
  },
  {
    id: "DC-098",
    fault: "Whatever was to be said is dropped because the thread is there already.",
    tests: [
      "test/integration/discord-threads.test.ts > has the card's title and its id, and is one however often it is opened",
      "test/integration/flows/thread-lines.test.ts > is pointed at already when opening the thread got no answer",
    ],
  },
  {
    id: "DC-099",
    fault: "Of several who open a thread at once, all but one give up.",
    tests: [
      "test/integration/discord-threads.test.ts > has the card's title and its id, and is one however often it is opened",
      "test/integration/flows/thread-lines.test.ts > hears each line once of two replicas that work at the same moment",
    ],
  },
  {
    id: "DC-100",
    fault: "A thread that was put away cannot be locked.",
    cannot:
      "parley locks no thread: of a thread it only asks that it be put away or taken out again (adapters/discord/threads.ts).",
  },
  {
    id: "DC-101",
    fault: "In a locked thread not even the own card can be edited.",
    tests: [
      "test/integration/discord-threads.test.ts > is refused for good in one that was %s",
      "test/integration/discord-threads.test.ts > that was put away comes back by a line; once locked or deleted it refuses for good, at one request",
    ],
  },
  {
    id: "DC-102",
    fault: "A thread that was put away meanwhile keeps its card from being edited.",
    tests: [
      "test/integration/discord-threads.test.ts > is edited in a thread that was put away, which %s",
    ],
  },
  {
    id: "DC-104",
    fault: "Buttons work for nobody in a thread that the bot itself has locked.",
    cannot:
      "parley locks no thread: of a thread it only asks that it be put away or taken out again (adapters/discord/threads.ts).",
  },
  {
    id: "DC-105",
    fault:
      "Names of threads say how a request stands, until Discord makes them wait for ten minutes.",
    cannot:
      "A thread is named once, when it is opened, and never again (adapters/discord/threads.ts); what Discord would make wait for longer than a second is given back to be planned (adapters/discord/rest.ts).",
  },
  {
    id: "DC-107",
    fault: "Whether the bot may write in threads is read from another permission.",
    tests: [
      "test/unit/discord/manifests.test.ts > ask for the permissions that are checked, each with its reason",
      "test/platforms/discord/threads.test.ts > needs its own right to write in it",
      "test/contract/deciding.ts > from $what",
    ],
  },
  {
    id: "DC-109",
    fault: "In a private thread that the bot is not in, nothing arrives and nobody hears why.",
    tests: [
      "test/integration/discord-threads.test.ts > is refused for good in a private thread that the bot is not in",
      "test/integration/flows/unreached.test.ts > goes to the usual channels once, and one line says who, where and why",
      "test/integration/flows/unreached.test.ts > is told to the operator, once, as asked of nobody where the usual channels refuse, too",
      "test/contract/places.ts > that began where nothing can be posted: the tenant's channel gets it, and an operator hears why",
    ],
  },
];
