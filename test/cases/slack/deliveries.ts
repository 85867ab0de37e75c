import type { Case } from "../case.ts";

const ADAPTER = "test/integration/slack-adapter.test.ts";
const THREADS = "test/integration/slack-threads.test.ts";
const CARDS = "test/integration/flows/cards.test.ts";
const PRESSES = "test/integration/flows/presses.test.ts";
const COMMIT = "test/integration/redis/commit.test.ts";
const ONE_ANSWER = `${THREADS} > delivered twice is one press, and the second is acknowledged in silence`;
const ONE_PRESS = `${ADAPTER} > delivered twice has one id, and the second is acknowledged in silence`;
const DECIDED_ONCE = `${PRESSES} > delivered twice is decided once, and told once`;
const BROUGHT_AGAIN = `${THREADS} > that could not be recorded is brought again by Slack, said so once, and then counts`;
const ONE_POST = `${ADAPTER} > is posted by exactly one call when the answer is lost after Slack took it, and is found`;
const ONE_CARD =
  "test/contract/showing.ts > where the platform took the message and its answer was lost";

/** Deliveries that come again, and posts whose answer is lost: all of it is done once. */
export const deliveries: readonly Case[] = [
  {
    id: "dup-01",
    fault: "A delivery that comes again is told apart by the counter of retries.",
    tests: [ONE_ANSWER, ONE_PRESS, DECIDED_ONCE],
  },
  {
    id: "dup-02",
    fault: "Three deliveries of one event get three answers.",
    tests: [ONE_ANSWER, DECIDED_ONCE],
  },
  {
    id: "dup-03",
    fault: "A delivery comes again hours later, or to another process, and counts again.",
    tests: [
      `${COMMIT} > for a press that was committed before answers so, even after the version moved on`,
      "test/integration/redis/streams.test.ts > is recorded once, taken by its recorder, and forgotten with its secret when it is done",
    ],
  },
  {
    id: "dup-04",
    fault: "Deliveries are never acknowledged, so that all of them come again.",
    tests: [`${THREADS} > is acknowledged only after it was recorded`],
  },
  {
    id: "dup-05",
    fault: "A retry is thrown away although it is the first that the app sees.",
    tests: [
      BROUGHT_AGAIN,
      `${THREADS} > whose thread cannot be looked up is brought again by Slack where it is below a card of ours`,
    ],
  },
  {
    id: "dup-06",
    fault: "Two processes handle the same event at the same moment.",
    tests: [
      "test/integration/flows/votes.test.ts > is filled by three at the same moment on two replicas, each press delivered twice",
    ],
  },
  {
    id: "dup-07",
    fault: "A bot depends on fields about retries that its library drops.",
    cannot:
      "Nothing reads them: adapters/slack/receive-reply.ts names an answer by its channel and ts, so that every delivery of it has the same id.",
  },
  {
    id: "dup-08",
    fault: "A client that repeats a post whose answer was lost shows it twice.",
    tests: [ONE_POST, ONE_CARD],
  },
  {
    id: "dup-10",
    fault: "A post to an address of a press is repeated blindly.",
    cannot:
      "A response_url is asked once; after that a card is edited by chat.update, which does nothing twice, and a private note is sent once more at most, since one that nobody sees would be worse than one seen twice.",
  },
  {
    id: "dup-11",
    fault: "The same message is handed over again after a timeout, and posted again.",
    tests: [
      ONE_CARD,
      `${CARDS} > whose post was done in silence is looked for later, and not posted twice`,
      `${CARDS} > whose search was refused is looked for again, and not posted blindly`,
    ],
  },
  {
    id: "dup-12",
    fault: "An event comes again while the first is still handled, and both post.",
    tests: [
      DECIDED_ONCE,
      "test/integration/flows/thread-lines.test.ts > hears each line once of two replicas that work at the same moment",
    ],
  },
  {
    id: "dup-13",
    fault:
      "The first delivery is slow because the process has just started, and the retry is handled, too.",
    tests: [ONE_ANSWER, DECIDED_ONCE],
  },
];
