import type { Case } from "../case.ts";

const ADAPTER = "test/integration/slack-adapter.test.ts";
const CLOCKS = "test/integration/slack-clocks.test.ts";
const THREADS = "test/integration/slack-threads.test.ts";
const IN_TIME = `${ADAPTER} > that the store is silent about is acknowledged in time and called not confirmed`;
const LATER = `${CLOCKS} > is acknowledged once it is recorded, and told later what became of it, once`;
const SLOW_COMMAND = `${CLOCKS} > that takes longer is acknowledged in time and answered later, to the asker alone`;
const NOT_OURS = `${CLOCKS} > that is none of parley's is acknowledged and changes nothing`;

/** Slack waits three seconds for an acknowledgement, and no setting makes it wait longer. */
export const acknowledging: readonly Case[] = [
  {
    id: "ack-01",
    fault: "The acknowledgement waits behind something slow.",
    tests: [IN_TIME],
  },
  {
    id: "ack-02",
    fault: "One slow press makes the next one late.",
    tests: [`${CLOCKS} > is acknowledged while another one is still in hand`],
  },
  {
    id: "ack-03",
    fault: "Work of several seconds is finished before Slack hears anything.",
    tests: [
      LATER,
      "test/e2e/slack-over-http.test.ts > a press that Slack delivers over HTTP is decided like any other",
    ],
  },
  {
    id: "ack-04",
    fault: "A slash command gets its answer and an error besides.",
    tests: [SLOW_COMMAND],
  },
  {
    id: "ack-05",
    fault: "A bot counts on more than three seconds.",
    tests: [
      IN_TIME,
      "test/platforms/slack/bolt-over-socket.test.ts > that nobody acknowledges within three seconds fails before the presser's eyes",
    ],
  },
  {
    id: "ack-06",
    fault: "What nobody handles is not acknowledged either.",
    tests: [NOT_OURS, `${ADAPTER} > on a button of another version changes nothing and says so`],
  },
  {
    id: "ack-07",
    fault: "A button that only leads somewhere shows a failure.",
    tests: [NOT_OURS],
  },
  {
    id: "ack-08",
    fault: "The same over HTTP.",
    tests: [NOT_OURS],
  },
  {
    id: "ack-09",
    fault: "A slash command is taken by something that starts too slowly.",
    tests: [SLOW_COMMAND],
  },
  {
    id: "ack-10",
    fault: "Somebody saw a failure, pressed again, and it was done twice.",
    tests: [
      "test/contract/twice.ts > by one person decides once, and the second press hears that it is done",
    ],
  },
  {
    id: "ack-11",
    fault: "An event is acknowledged before it is stored, and lost in between.",
    tests: [`${THREADS} > is acknowledged only after it was recorded`],
  },
  {
    id: "ack-13",
    fault: "One handler that throws ends the process.",
    tests: [
      `${CLOCKS} > that breaks in our hands ends only itself: the next one is taken`,
      "test/integration/flows/presses.test.ts > whose handling breaks is put aside at once, and holds up nothing",
    ],
  },
];
