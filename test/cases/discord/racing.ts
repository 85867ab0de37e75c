import type { Case } from "../case.ts";

/** Several at once, and everything twice. */
export const racing: readonly Case[] = [
  {
    id: "DC-057",
    fault: "Yes and no at the same moment both happen.",
    tests: [
      "test/contract/refusing.ts > with a press at the same moment, who was first",
      "test/e2e/replicas.test.ts > two replicas show one card each place and make one decision of two presses",
      "test/integration/redis/commit.test.ts > of two made on the same version lets one through and leaves no trace of the other",
    ],
  },
  {
    id: "DC-058",
    fault: "A double press has its effect twice.",
    tests: [
      "test/contract/deciding.ts > thirty presses of one person at once, for and against, are one decision, and each of the others hears once that it came too late",
    ],
  },
  {
    id: "DC-060",
    fault: "Somebody who presses one thing and then the other is taken at both.",
    tests: [
      "test/contract/deciding.ts > thirty presses of one person at once, for and against, are one decision, and each of the others hears once that it came too late",
    ],
  },
  {
    id: "DC-061",
    fault: "What is delivered again after a connection broke is handled again.",
    tests: [
      "test/integration/discord-adapter.test.ts > that is delivered twice is recorded once and answered once",
      "test/integration/discord-replicas.test.ts > is read after a session that could not be resumed, and by nobody twice",
      "test/integration/discord-replicas.test.ts > is not passed by what comes before it is read, although whoever hears that dies then",
      "test/integration/discord-replicas.test.ts > is not passed by what a new session brings before the library calls it ready",
    ],
  },
  {
    id: "DC-065",
    fault: "A message whose answer was lost is posted twice.",
    tests: [
      "test/integration/discord-adapter.test.ts > is one, even when Discord posts it and then answers with an error",
      "test/contract/showing.ts > where the platform took the message and its answer was lost",
      "test/integration/discord-threads.test.ts > keeps a line one whose answer was lost, also when it is looked for long afterwards",
    ],
  },
  {
    id: "DC-066",
    fault:
      "Two messages share what keeps one from being posted twice, so that the second never appears.",
    tests: [
      "test/unit/flows/copy.test.ts > A nonce names one message: the same at every try, and no other card, place or line has it",
    ],
  },
  {
    id: "DC-067",
    fault:
      "A card is posted again after it was deleted, and Discord gives back the one that is gone.",
    cannot:
      "A card that somebody deleted is not posted again (src/flows/copy-work.ts), so that no nonce is used for a second message.",
  },
  {
    id: "DC-068",
    fault: "The library sends again by itself what Discord has done already.",
    tests: [
      "test/integration/discord-adapter.test.ts > is one try when Discord is %s",
      "test/integration/discord-adapter.test.ts > is one, even when Discord posts it and then answers with an error",
    ],
  },
];
