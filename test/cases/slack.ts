import type { Case } from "./case.ts";
import { acknowledging } from "./slack/acknowledging.ts";
import { cards } from "./slack/cards.ts";
import { connections } from "./slack/connections.ts";
import { deciding } from "./slack/deciding.ts";
import { deliveries } from "./slack/deliveries.ts";
import { dialogs } from "./slack/dialogs.ts";
import { limits } from "./slack/limits.ts";
import { places } from "./slack/places.ts";
import { safety } from "./slack/safety.ts";

/** Known faults of Slack bots. */
export const cases: readonly Case[] = [
  ...acknowledging,
  ...dialogs,
  ...deliveries,
  ...connections,
  ...cards,
  ...deciding,
  ...limits,
  ...safety,
  ...places,
];
