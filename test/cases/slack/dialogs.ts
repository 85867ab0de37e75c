import type { Case } from "../case.ts";

const ADAPTER = "test/integration/slack-adapter.test.ts";
const CLOCKS = "test/integration/slack-clocks.test.ts";
const FAULTS = "test/unit/slack/faults.test.ts";
const RECEIVE = "test/unit/slack/receive.test.ts";
const NOT_OPENED = `${ADAPTER} > that Slack does not open (%s) is said, privately`;
const TOO_LATE = `${CLOCKS} > that comes too late for Slack's own clock says so, and can be opened again`;
const FIRST = `${ADAPTER} > shows why nothing is left to answer when somebody was first`;
const CLOSED = "test/contract/twice.ts > closed again changes nothing, and the buttons stay good";
const IN_TIME = `${ADAPTER} > closes in time when the outcome takes longer, which then comes as a private note`;
const IN_PLACE = `${ADAPTER} > opens in the place of a form that lacked it, where words are said in the card's channel`;

/** Dialogs: a trigger is good for three seconds and one view, and a view may change under whoever changes it. */
export const dialogs: readonly Case[] = [
  {
    id: "trg-01",
    fault: "A dialog is opened when its trigger is over.",
    tests: [TOO_LATE, NOT_OPENED],
  },
  {
    id: "trg-02",
    fault: "The second way in which Slack calls a trigger too old is taken for something else.",
    tests: [
      NOT_OPENED,
      `${FAULTS} > is about a view only when it says so, and not when its trigger is too old`,
    ],
  },
  {
    id: "trg-03",
    fault: "A trigger is used a second time.",
    tests: [`${CLOCKS} > that is delivered twice opens once, in silence`],
  },
  {
    id: "trg-04",
    fault: "Everything is fetched before the dialog opens.",
    tests: [
      "test/integration/slack-slow-store.test.ts > is up in time, decides nothing, and becomes the form",
    ],
  },
  {
    id: "trg-05",
    fault:
      "Two people have the same dialog open, and the slower one never hears that it is decided.",
    tests: [FIRST, "test/contract/refusing.ts > with a form, who decided and how", CLOSED],
  },
  {
    id: "trg-06",
    fault: "A dialog that is cancelled leaves a card on which nothing can be decided.",
    tests: [CLOSED],
  },
  {
    id: "trg-07",
    fault: "A submission opens another dialog while the first one closes.",
    tests: [`${CLOCKS} > that is sent opens no other by its own trigger, however it ends`],
  },
  {
    id: "trg-09",
    fault: "Dialogs are stacked, closed and opened, which phones do not follow.",
    tests: [IN_PLACE],
  },
  {
    id: "trg-10",
    fault: "The three seconds of a trigger are counted from when it arrives.",
    tests: [TOO_LATE],
  },
  {
    id: "trg-11",
    fault: "A trigger seems to be over too soon.",
    tests: [TOO_LATE],
  },
  {
    id: "dlg-01",
    fault: "What is wrong is said beside a block that the view does not have, and not shown.",
    tests: [
      `${ADAPTER} > says what is wrong at its field, keeps everything typed, and takes it once mended`,
      `${RECEIVE} > says who sent what, and beside which blocks something can be said`,
    ],
  },
  {
    id: "dlg-02",
    fault: "A dialog that was sent is updated after it has closed.",
    tests: [FIRST],
  },
  {
    id: "dlg-03",
    fault: "The acknowledgement holds something that Slack does not take.",
    tests: [
      `${ADAPTER} > takes presses and answers in the acknowledgement`,
      "test/platforms/slack/bolt-over-socket.test.ts > that is acknowledged with a body is an error to the presser",
    ],
  },
  {
    id: "dlg-07",
    fault: "Two changes of one view collide.",
    tests: [
      `${CLOCKS} > that is turned by two presses at once is turned once, and nobody is alarmed`,
    ],
  },
  {
    id: "dlg-08",
    fault: "A view that somebody closed meanwhile is reported as a failure.",
    tests: [
      `${CLOCKS} > that was closed while it was being turned stays closed, and nobody is alarmed`,
    ],
  },
  {
    id: "dlg-09",
    fault: "A bot waits to be told that a dialog was closed.",
    cannot:
      "Nothing waits for it: a form keeps no state outside of Slack (there are no drafts on Slack), and no view of ours has notify_on_close.",
  },
  {
    id: "dlg-11",
    fault: "Values of some blocks are not in what is sent.",
    tests: [
      "test/unit/slack/collect.test.ts > is empty where nothing was, which is not the same as not shown",
      `${RECEIVE} > without state and blocks is still one`,
    ],
  },
  {
    id: "dlg-12",
    fault: "Dates and times are off by the hours between two zones.",
    tests: [
      "test/unit/slack/render.test.ts > counts the deadline from the asking, which stays true, and shows the hour in the reader's zone",
      `${ADAPTER} > says what was filled in: %s`,
    ],
  },
  {
    id: "dlg-13",
    fault: "Buttons on the Home tab come without a channel and a message.",
    tests: [
      `${ADAPTER} > turns to the next page and opens a card, although there is no message`,
      `${RECEIVE} > has buttons that come without a channel and a message`,
    ],
  },
  {
    id: "dlg-14",
    fault: "Slow work runs before a submission is answered.",
    tests: [
      IN_TIME,
      `${ADAPTER} > stays with what was typed while it is not known whether it was recorded`,
    ],
  },
  {
    id: "dlg-15",
    fault: "An interaction is answered after work that was awaited.",
    tests: [
      `${CLOCKS} > is acknowledged once it is recorded, and told later what became of it, once`,
      IN_TIME,
    ],
  },
  {
    id: "dlg-16",
    fault: "A payload in which something is null breaks its reader.",
    tests: [`${RECEIVE} > is understood %s`, `${RECEIVE} > is unknown with %s`],
  },
];
