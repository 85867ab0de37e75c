import type { Case } from "../case.ts";

/** Slack waits three seconds for an acknowledgement, and no setting makes it wait longer. */
export const acknowledging: readonly Case[] = [
  {
    id: "ack-05",
    fault: "A bot counts on more than three seconds.",
    tests: [
      "test/integration/slack-adapter.test.ts > that the store is silent about is acknowledged in time and called not confirmed",
    ],
  },
];
