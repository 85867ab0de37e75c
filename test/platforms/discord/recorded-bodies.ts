import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { join } from "node:path";

import { isV2 } from "./messages.ts";
import type { Match } from "./rest/routing.ts";
import type { RequestBody } from "./rest/request-body.ts";
import type { World } from "./world.ts";

/**
 * With `DISCORD_BODIES` naming a folder, every body that a bot sends here is written there as well, each
 * once a process, for a checker that shares no code with this one. A file a process, a line
 * a body: what kind of body it is, what a checker has to know besides, and the body as it came.
 */
export function recordBody(world: World, match: Match, { body, uploads }: RequestBody): void {
  const folder = process.env["DISCORD_BODIES"] ?? "";
  const kind = kinds[`${match.route.method} ${match.route.path}`];
  if (folder === "" || kind === undefined || body === undefined) return;
  const token = match.params.get("token") ?? "";
  const interaction = world.interactions.byToken(token);
  const edited = world.messages.get(match.params.get("message") ?? "");
  const line = JSON.stringify({
    kind,
    ...(kind === "callback" ? { on: interaction?.kind } : {}),
    ...(edited !== undefined && isV2(edited) ? { existingV2: true } : {}),
    ...(uploads.length > 0 ? { files: uploads.length } : {}),
    ...(kind === "thread" && !match.params.has("message") ? { withoutMessage: true } : {}),
    body,
  });
  const mark = createHash("sha256").update(line).digest("base64");
  if (seen.has(mark)) return;
  seen.add(mark);
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}

const seen = new Set<string>();

const message = "/channels/:channel/messages/:message";
const webhook = "/webhooks/:application/:token";

/** What a checker calls the bodies of each route; bodies of other routes are no messages. */
const kinds: Readonly<Record<string, string>> = {
  "POST /channels/:channel/messages": "create",
  [`PATCH ${message}`]: "edit",
  [`POST ${message}/threads`]: "thread",
  "POST /channels/:channel/threads": "thread",
  "POST /interactions/:interaction/:token/callback": "callback",
  [`POST ${webhook}`]: "webhook",
  [`PATCH ${webhook}/messages/:message`]: "webhook-edit",
};
