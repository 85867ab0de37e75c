import type { Case } from "../case.ts";

const REFUSING = "test/contract/refusing.ts";
const FAULTS = "test/faults/presses.test.ts";
const DECIDE = "test/unit/core/decide.test.ts";
const RENDER = "test/unit/slack/render.test.ts";
const TOKENS = "test/integration/http/tokens.test.ts";
const REFUSED = `${REFUSING} > $what`;
const STRANGER = "test/contract/twice.ts > somebody unknown decides nothing of any kind";
const AMBIENT =
  "test/integration/slack-threads.test.ts > is none of ours, nor what is edited afterwards, nor in threads of nothing that was asked";
const ONLY_LOOKS = `${TOKENS} > gives what was asked, verbatim and nothing more, as often as one likes, and changes nothing`;
const NO_ADDRESS = `${RENDER} > has no address, no attachment and nothing that is greyed out: %s`;
const AWAY = `${FAULTS} > while Redis is away a press is refused in words, and works again once it is back`;

/** Who decides, by what, and once. */
export const deciding: readonly Case[] = [
  {
    id: "dec-02",
    fault: "One way in obeys other rules than another.",
    tests: [
      REFUSED,
      STRANGER,
      "test/integration/flows/forms.test.ts > of somebody who may not is refused before it is read",
      "test/integration/slack-threads.test.ts > that does not fit is answered in the thread; why somebody may not answer, to them alone",
    ],
  },
  { id: "dec-05", fault: "A new kind of card is open to everybody.", tests: [STRANGER] },
  {
    id: "dec-06",
    fault: "Two decide at once, and both count or the second hears nothing.",
    tests: [
      `${REFUSING} > with a press at the same moment, who was first`,
      "test/integration/redis/commit.test.ts > of two made on the same version lets one through and leaves no trace of the other",
    ],
  },
  {
    id: "dec-07",
    fault: "It is not settled whether one may approve what one has asked for.",
    tests: [`${DECIDE} > of who started the run is for the roster to give or to keep`],
  },
  {
    id: "dec-08",
    fault: "After a restart presses vanish, and whoever is refused hears nothing.",
    tests: [
      REFUSED,
      `${FAULTS} > a press that was recorded and not decided when the bot was killed is decided after its restart`,
      "test/faults/cards.test.ts > Redis is killed and comes back with its file: open questions are still there and can be decided",
    ],
  },
  {
    id: "dec-09",
    fault: "A press is acknowledged and then lost.",
    tests: [
      AWAY,
      `${FAULTS} > a press whose record is not confirmed says so, and counts at most once when pressed again`,
      "test/integration/slack-adapter.test.ts > is acknowledged only after it was recorded",
    ],
  },
  {
    id: "dec-10",
    fault: "The buttons go although the decision was not stored.",
    tests: [
      AWAY,
      `${FAULTS} > a decision whose commit was done and whose reply was lost stands, and is announced once`,
    ],
  },
  {
    id: "dec-11",
    fault: "Requests are found by the first characters of their ids.",
    tests: [
      "test/unit/core/reference.test.ts > is one for a run and key, and another for any other",
      "test/unit/core/reference.test.ts > is the only text that is read as one",
      "test/integration/http/paths.test.ts > is compared exactly",
    ],
  },
  {
    id: "dec-12",
    fault: "Whatever opens a link decides.",
    tests: [ONLY_LOOKS, NO_ADDRESS],
  },
  {
    id: "dec-13",
    fault: "A preview or a crawler decides.",
    tests: [ONLY_LOOKS, NO_ADDRESS],
  },
  {
    id: "dec-14",
    fault: "Accepting opens a browser, and the card stays as it was.",
    tests: [NO_ADDRESS],
  },
  {
    id: "dec-16",
    fault: "Words that are nearly a yes change something.",
    tests: [
      AMBIENT,
      "test/integration/slack-threads.test.ts > that does not fit is answered in the thread; why somebody may not answer, to them alone",
    ],
  },
  {
    id: "dec-18",
    fault: "A casual word later in a talk approves.",
    tests: [
      AMBIENT,
      "test/integration/flows/thread-lines.test.ts > is answered by form alone in a thread that people began",
    ],
  },
  {
    id: "dec-20",
    fault: "People are told apart by the names they show.",
    tests: [
      "test/unit/core/ballot.test.ts > is told by the principal's id, whatever names people have",
    ],
  },
  {
    id: "dec-21",
    fault: "What needs a stronger proof than a session in chat can be decided there.",
    tests: [
      "test/contract/deciding.ts > knows of every kind what can be pressed: what only a program can answer has no button",
    ],
  },
  {
    id: "dec-22",
    fault: "An approval hangs on how the next message is understood.",
    tests: [AMBIENT],
  },
  {
    id: "thr-17",
    fault: "Being in a channel, or having been in a group, counts as being in the group.",
    tests: [
      "test/integration/flows/memberships.test.ts > counts no more from the moment on that the person has left it",
      "test/integration/flows/memberships.test.ts > is refused after five minutes of that, and forgotten",
      "test/integration/identity/directory.test.ts > that cannot be looked up now is a fault, not a no, and is not asked for until it may be",
    ],
  },
];
