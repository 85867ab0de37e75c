import type { Case } from "../case.ts";

const ADAPTER = "test/integration/slack-adapter.test.ts";
const HOSTILITY = "test/contract/hostility.ts";
const RENDER = "test/unit/slack/render.test.ts";
const REFUSALS = "test/integration/slack-refusals.test.ts";
const TAME = `${HOSTILITY} > on the card of a $kind, in its forms and its thread (sample $index)`;
const NOTHING_LIVE = `${RENDER} > has nothing live in it but our own dates: %s`;
const REFUSED = `${REFUSALS} > A request %s is refused, and the log says why, once a minute at most`;
const SIGNED_NOW = `${ADAPTER} > refuses what Slack did not sign now: wrong secret, six minutes ago, six minutes ahead`;

/** Texts that are more than text, and requests that are not Slack's. */
export const safety: readonly Case[] = [
  {
    id: "sec-01",
    fault: "What is asked can place a link in the card.",
    tests: [TAME, NOTHING_LIVE],
  },
  {
    id: "sec-03",
    fault: "An address in a text becomes a link although it was escaped.",
    tests: [
      TAME,
      "test/platforms/slack/mentions.test.ts > about everything in plain_text and in rich text's own text",
      `${RENDER} > lets Slack make no links of its own: %s`,
    ],
  },
  {
    id: "sec-04",
    fault: "A line break in a name fakes a line of the card.",
    tests: [
      TAME,
      `${HOSTILITY} > in what people wrote: votes, questions back and their answers, outcomes`,
      "test/unit/presentation/text.test.ts > leaves one line that cannot pass for two",
    ],
  },
  {
    id: "sec-05",
    fault: "Some of what is live is escaped, and some is not; or an address is escaped, too.",
    tests: [
      NOTHING_LIVE,
      "test/unit/slack/render-listing.test.ts > can be read and not decided, and leads to the message",
    ],
  },
  {
    id: "sec-06",
    fault: "What was escaped comes alive again, or is escaped twice.",
    tests: [
      "test/platforms/slack/mentions.test.ts > is text, whatever it looks like, but for names and addresses",
      `${RENDER} > is a sentence, safe in the notification, too`,
    ],
  },
  {
    id: "sec-08",
    fault: "The signature is checked over another body than the one that was sent.",
    tests: [`${REFUSALS} > A body is checked as it was sent, to the byte`],
  },
  {
    id: "sec-09",
    fault: "A request is refused, and nobody can say why.",
    tests: [REFUSED],
  },
  {
    id: "sec-11",
    fault: "A request from long ago, or from the future, is taken.",
    tests: [SIGNED_NOW, REFUSED],
  },
  {
    id: "sec-12",
    fault: "The Slack of the tests signs nothing, and hides that nothing is checked.",
    tests: [
      "test/platforms/slack/bolt-over-http.test.ts > is signed over its raw body and says what it is, without a charset",
      "test/platforms/slack/bolt-over-http.test.ts > with another signing secret refuses everything",
    ],
  },
];
