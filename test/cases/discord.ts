import type { Case } from "./case.ts";
import { acknowledging } from "./discord/acknowledging.ts";
import { answering } from "./discord/answering.ts";
import { authority } from "./discord/authority.ts";
import { connecting } from "./discord/connecting.ts";
import { editing } from "./discord/editing.ts";
import { injection } from "./discord/injection.ts";
import { lasting } from "./discord/lasting.ts";
import { limits } from "./discord/limits.ts";
import { racing } from "./discord/racing.ts";
import { threads } from "./discord/threads.ts";

/** Known faults of Discord bots. */
export const cases: readonly Case[] = [
  ...acknowledging,
  ...lasting,
  ...answering,
  ...authority,
  ...racing,
  ...limits,
  ...injection,
  ...threads,
  ...editing,
  ...connecting,
];
