import type { Case } from "../case.ts";

const ADAPTER = "test/integration/slack-adapter.test.ts";
const THREADS = "test/integration/slack-threads.test.ts";
const RECEIVE = "test/unit/slack/receive.test.ts";
const PEOPLE = "test/unit/identity/people.test.ts";
const PLACES = "test/contract/places.ts";

/** Threads, channels, direct messages, workspaces, and who somebody is there. */
export const places: readonly Case[] = [
  {
    id: "thr-02",
    fault: "The thread of a press is lost where only the message names it.",
    tests: [`${RECEIVE} > in a thread is answered in the thread, wherever Slack says which`],
  },
  {
    id: "thr-03",
    fault: "A reply that is shown in the channel as well is not seen.",
    tests: [
      `${THREADS} > counts when it is shown in the channel, too, and when it comes with a file`,
    ],
  },
  {
    id: "thr-05",
    fault: "In a thread there are no slash commands, and nothing says what there is.",
    tests: [
      "test/unit/presentation/thread-lines.test.ts > begin with how to answer where answers are typed, as long as it waits",
    ],
  },
  {
    id: "thr-06",
    fault: "A message goes out with the token of another workspace.",
    tests: [
      "test/integration/slack-workspaces.test.ts > each get the cards of their own tenant, and decide them",
      "test/integration/slack-workspaces.test.ts > do not decide for each other, not even with the other one's button",
    ],
  },
  {
    id: "thr-07",
    fault: "The team is not where it is looked for.",
    tests: [`${RECEIVE} > is understood %s`],
  },
  {
    id: "thr-08",
    fault: "People of another organisation are treated like one's own.",
    tests: [
      `${RECEIVE} > by somebody of another workspace is theirs, in ours`,
      `${PEOPLE} > is a guest, and somebody of another workspace, even where the roster has the account`,
      `${THREADS} > is none %s`,
    ],
  },
  {
    id: "thr-09",
    fault: "Somebody cannot be written to, and the request waits for that.",
    tests: [
      `${PLACES} > costs one try, and no other, where somebody takes no direct messages`,
      "test/integration/flows/unreached.test.ts > goes there when nobody takes the direct message that it was to be",
    ],
  },
  {
    id: "thr-11",
    fault: "Bots and people who have left are asked, too.",
    tests: [
      "test/unit/slack/directory.test.ts > is no full member: %s",
      `${PLACES} > costs one try, and no other, where somebody takes no direct messages`,
    ],
  },
  {
    id: "thr-12",
    fault: "The bot is not in the channel, and nobody is told how to mend that.",
    tests: [
      `${ADAPTER} > says how to mend a bad token, a missing scope and a channel that is not there`,
      "test/integration/flows/cards.test.ts > keeps being tried while access is missing, and is given up when it was deleted",
    ],
  },
  {
    id: "thr-16",
    fault: "An app cannot be run against a Slack of one's own.",
    tests: [`${ADAPTER} > is posted once, with a link, and is found again by its metadata`],
  },
];
