import type { Case } from "./case.ts";
import { acknowledging } from "./slack/acknowledging.ts";

/** Known faults of Slack bots. */
export const cases: readonly Case[] = [...acknowledging];
