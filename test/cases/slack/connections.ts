import type { Case } from "../case.ts";

const ADAPTER = "test/integration/slack-adapter.test.ts";
const SOCKETS = "test/integration/slack-sockets.test.ts";
const FAULTS = "test/unit/slack/faults.test.ts";
const REPLICAS = "test/e2e/replicas.test.ts";
const PACING = "test/integration/flows/pacing.test.ts";
const NO_HELLO = `${SOCKETS} > that hears nothing, not even a hello, is given up and opened again; until then there is none`;
const NO_PING = `${SOCKETS} > that dies without a sign is noticed by its pings, and opened again`;
const FULL = `${SOCKETS} > that an app has no room for (%s) is tried ever more seldom, and comes when there is room`;
const TO_ANYBODY = `${REPLICAS} > two replicas show one card each place and make one decision of two presses`;

/** Sockets that die, go or are shared, and limits on what may be sent. */
export const connections: readonly Case[] = [
  {
    id: "soc-02",
    fault: "A socket is there and silent, and nobody notices.",
    tests: [NO_HELLO, NO_PING],
  },
  {
    id: "soc-04",
    fault: "An acknowledgement on a socket that has just gone ends the process.",
    tests: [`${ADAPTER} > outlives a socket that breaks between a press and its acknowledgement`],
  },
  {
    id: "soc-05",
    fault: "A goodbye that comes before the hello breaks the client.",
    tests: [FULL, "test/unit/slack/socket.test.ts > of a kind nobody knows"],
  },
  {
    id: "soc-06",
    fault: "A planned end is treated as trouble, or a press around it is taken twice.",
    tests: [
      `${ADAPTER} > comes back at once when Slack says %s`,
      `${SOCKETS} > that is told to go takes or fails a press behind it, and never takes it twice`,
    ],
  },
  {
    id: "soc-07",
    fault: "An app that has too many sockets asks for another one without a pause.",
    tests: [FULL],
  },
  {
    id: "soc-09",
    fault: "Stopping while a socket goes ends the process with an error.",
    tests: [
      `${SOCKETS} > that goes at the moment when parley stops ends with it, and lets nothing escape`,
    ],
  },
  { id: "soc-10", fault: "A socket dies without any sign.", tests: [NO_PING] },
  {
    id: "soc-11",
    fault: "What one process keeps in memory is not there when another one gets the press.",
    tests: [
      TO_ANYBODY,
      `${REPLICAS} > when one replica is killed the other goes on serving both platforms`,
    ],
  },
  {
    id: "soc-12",
    fault: "Somebody else's process is connected to the same app and takes presses away.",
    tests: [
      `${SOCKETS} > says how many the app has, so that one of somebody else's can be noticed`,
    ],
  },
  {
    id: "soc-13",
    fault: "With several processes some deliveries go missing.",
    tests: [
      `${SOCKETS} > is one of several that take a hundred presses, each once`,
      `${ADAPTER} > keeps as many sockets as it is told, and any of them takes presses`,
    ],
  },
  { id: "soc-14", fault: "How long a silent socket is believed cannot be set.", tests: [NO_PING] },
  {
    id: "rat-01",
    fault: "One channel's limit holds up the posts of all others.",
    tests: [
      `${PACING} > for two hundred cards of one channel does not keep the card of another waiting`,
      `${PACING} > is little in one channel after a refusal there, on every replica, and as much as before elsewhere`,
      `${ADAPTER} > that cannot be posted (%j) is one Fault after one call`,
    ],
  },
  {
    id: "rat-02",
    fault: "A refusal that names no time to wait hangs the caller.",
    tests: [`${FAULTS} > %s is %s`],
  },
];
