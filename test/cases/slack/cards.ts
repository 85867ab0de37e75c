import type { Case } from "../case.ts";

const ADAPTER = "test/integration/slack-adapter.test.ts";
const CARDS = "test/integration/flows/cards.test.ts";
const UNREACHED = "test/integration/flows/unreached.test.ts";
const ENDING = "test/contract/ending.ts";
const RENDER = "test/unit/slack/render.test.ts";
const NEWEST = `${CARDS} > is posted once and edited to the newest state, whatever was skipped`;
const ENDED = `${ENDING} > after $what`;
const BARE = `${ADAPTER} > is shown without its preview when Slack refuses it, and says so to the operator`;
const REFUSED = `${ADAPTER} > that Slack refuses even without its preview is a Fault, and is said to the operator`;
const TRIED = `${CARDS} > keeps being tried while access is missing, and is given up when it was deleted`;

/** Cards that say something else than the record, and cards that never come. */
export const cards: readonly Case[] = [
  {
    id: "upd-04",
    fault: "A new version does not find the cards of the old one.",
    tests: [
      "test/integration/redis/commit.test.ts > reads what layout 1 wrote, and writes what becomes of it as the present layout",
      "test/unit/redis/layouts.test.ts > that is open has no votes and no questions",
    ],
  },
  {
    id: "upd-06",
    fault: "Two writers of one card overwrite each other, and the name of who decided is lost.",
    tests: [NEWEST, ENDED],
  },
  {
    id: "upd-08",
    fault: "A press on an old card does nothing that can be seen.",
    tests: [
      `${CARDS} > that nobody knows of is put right by whoever presses on it`,
      "test/contract/twice.ts > by one person decides once, and the second press hears that it is done",
    ],
  },
  {
    id: "upd-11",
    fault: "An answer to a slash command is asked to replace a message that there is not.",
    tests: [`${ADAPTER} > shows the next page below, on a press of Show more`],
  },
  {
    id: "upd-15",
    fault: "A card is edited by another bot than the one that posted it.",
    tests: [
      "test/platforms/slack/web-api-messages.test.ts > finds the app's own messages only, in their own conversation",
      TRIED,
      `${CARDS} > that nobody knows of is put right by whoever presses on it`,
    ],
  },
  {
    id: "upd-16",
    fault: "A direct message is edited by the person's id.",
    tests: [
      "test/contract/places.ts > in direct messages, on which everything can be decided, and edits it at the end",
    ],
  },
  {
    id: "upd-19",
    fault: "After a dialog the wrong message is edited, or none.",
    tests: [
      ENDED,
      `${ADAPTER} > opens in the place of a form that lacked it, where words are said in the card's channel`,
      "test/unit/slack/receive.test.ts > is nothing %s",
    ],
  },
  {
    id: "upd-21",
    fault: "A process that is stopped leaves cards half done.",
    tests: [
      "test/e2e/replicas.test.ts > SIGTERM in the middle of presses ends with 0, and every press is decided or told to press again",
      `${ADAPTER} > takes no more presses when stopping, and answers those in hand first`,
    ],
  },
  {
    id: "upd-22",
    fault: "A question whose time is over says so only after somebody presses.",
    tests: [
      "test/contract/twice.ts > a question that nobody answered says so by itself when its time is over",
    ],
  },
  {
    id: "upd-23",
    fault: "A request whose card cannot be delivered waits without a word.",
    tests: [
      TRIED,
      REFUSED,
      `${CARDS} > that is a direct message nobody takes is not tried again`,
      `${UNREACHED} > goes to the usual channels once, and one line says who, where and why`,
      `${UNREACHED} > is told to the operator, once, as asked of nobody where the usual channels refuse, too`,
      `${UNREACHED} > is posted again while its question is open, in %s`,
      "test/contract/places.ts > whose card somebody deleted while it waits: it is posted again, and decided there",
      "test/contract/places.ts > that began where nothing can be posted: the tenant's channel gets it, and an operator hears why",
    ],
  },
  {
    id: "dec-23",
    fault: "A card does not say who decided.",
    tests: [ENDED],
  },
  {
    id: "lim-03",
    fault: "A question is lost when Slack refuses its blocks.",
    tests: [BARE],
  },
  {
    id: "lim-04",
    fault: "Slack's refusal is taken for success.",
    tests: [REFUSED, `${ADAPTER} > that cannot be posted (%j) is one Fault after one call`],
  },
  {
    id: "lim-07",
    fault: "Nothing is delivered any more, in silence, once something has grown too large.",
    tests: [REFUSED, TRIED],
  },
  {
    id: "thr-13",
    fault: "A notification has nothing to say, because there are only blocks.",
    tests: [
      `${RENDER} > is taken by Slack's rules: %s`,
      `${RENDER} > says state and title first, in the header and in the notification`,
    ],
  },
  {
    id: "thr-14",
    fault: "The same where a library fills blocks alone.",
    tests: [`${RENDER} > is taken by Slack's rules: %s`],
  },
];
