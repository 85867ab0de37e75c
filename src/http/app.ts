import { type Context, Hono } from "hono";
import type { Answered, DoorAnswer } from "../core/door.ts";
import { Fault } from "../core/fault.ts";
import { readIdempotencyKey } from "../core/idempotency.ts";
import { nodeId as nodeIds, tenantOf } from "../core/ids.ts";
import type { Log } from "../core/log.ts";
import { readBoundId } from "../core/segment.ts";
import { RESPOND_SCOPE } from "../core/eligibility.ts";
import { json, refuse, respond, VERSIONS } from "./answers.ts";
import { readResumeBody } from "./body.ts";
import { capabilities } from "./discovery.ts";
import type { Doors } from "./doors.ts";
import { addHealth, type Health } from "./health.ts";
import type { Rate } from "./rate.ts";

export interface AppOptions {
  readonly doors: Doors;
  readonly rate: Rate;
  /** Who sends a request, as far as the connection tells. */
  readonly addressOf: (context: Context) => string;
  readonly health: Health;
  readonly log: Log;
}

/** The HTTP contract: every path that programs may ask, and the order in which a request is looked at. */
export function createApp({ doors, rate, addressOf, health, log }: AppOptions): Hono {
  // A path is its exact spelling; a slash at its end is another one.
  const app = new Hono({ strict: true });

  app.onError((error) => {
    if (error instanceof Fault) {
      log.warn({ err: error }, "a request could not be served now");
      return unavailable(error);
    }
    log.error({ err: error }, "a request could not be handled");
    return respond(refuse("internal_error", "Something went wrong here. It is in the log."));
  });
  app.notFound((context) => respond(refuse("not_found", nothingAt(context.req.path))));

  // Before everything that could refuse.
  addHealth(app, health);

  app.use(async (context, next) => {
    const waitS = await rate.take(addressOf(context));
    if (waitS !== undefined) {
      const answer = refuse("rate_limited", "Too many requests. Slow down.");
      return respond(answer, { "Retry-After": String(waitS) });
    }
    const asked = context.req.header("OpenWOP-Version");
    if (asked === undefined || VERSIONS.includes(asked)) return next();
    const message = `Version ${VERSIONS.join(" and ")} are spoken here.`;
    return respond(refuse("protocol_version_unsupported", message));
  });

  app.get("/.well-known/openwop", () => json(200, capabilities()));
  app.post("/runs/:runId/interrupts/:nodeId", async (context) => byRun(doors, context));
  app.get("/interrupts/:token", async (context) => inspect(doors, context));
  app.post("/interrupts/:token", async (context) => byToken(doors, context));
  return app;
}

/** A run's id with its slash as it is makes one segment too many: the likeliest slip. */
function nothingAt(path: string): string {
  const nothing = "There is nothing at this path and method.";
  return /^\/runs\/[^/]+\/[^/]+\/interrupts\/[^/]+$/.test(path)
    ? `${nothing} Write the slash of a run's id as ~2F.`
    : nothing;
}

/** What is away, and when another try is worth it. */
function unavailable({ code, retryAfterMs }: Fault): Response {
  const answer =
    code === "directory-unavailable"
      ? refuse("runner_unavailable", "Who may decide cannot be looked up now. Try again later.")
      : refuse("runner_unavailable", "The store is away. Try again in a moment.");
  if (retryAfterMs === undefined) return respond(answer);
  return respond(answer, { "Retry-After": String(Math.max(1, Math.ceil(retryAfterMs / 1000))) });
}

/** Credential, ids, tenant, scope, body, key: nobody learns anything before they have shown who they are. */
async function byRun(doors: Doors, context: Context): Promise<Response> {
  const caller = await doors.authenticate(context.req.header("Authorization"));
  if (caller === undefined) {
    const message = "Send an API key (parley keys create) as Authorization: Bearer …";
    return respond(refuse("unauthenticated", message));
  }
  const runId = readBoundId(context.req.param("runId") ?? "");
  const nodeId = nodeIds.safeParse(context.req.param("nodeId")).data;
  if (runId === undefined || nodeId === undefined) {
    const message =
      "The path must be /runs/{tenant~2Frun}/interrupts/{node}, the run with 16 to 128 characters after ~2F.";
    return respond(refuse("validation_error", message));
  }
  const { principal, tenant } = caller;
  if (tenantOf(runId) !== tenant) {
    return respond(refuse("id_tenant_mismatch", "The run is not of the credential's tenant."));
  }
  if (!principal.scopes.includes(RESPOND_SCOPE)) {
    return respond(refuse("forbidden", `The scope ${RESPOND_SCOPE} is missing.`));
  }
  const read = await readRequest(context);
  if ("refused" in read) return respond(read.refused);
  const ifMatch = readIfMatch(context.req.header("If-Match"));
  const request = { runId, nodeId, by: principal, tenant, ifMatch };
  return answered(await doors.byRun({ ...request, ...read }));
}

/** Reading never changes anything, so no key is looked at. */
async function inspect(doors: Doors, context: Context): Promise<Response> {
  const opened = await doors.openToken(context.req.param("token") ?? "");
  if (!opened.ok) return respond(opened.answer);
  const inspected = await doors.inspect(opened.claims);
  return inspected.ok
    ? json(200, inspected.payload, { ETag: `"${inspected.digest}"` })
    : respond(inspected.answer);
}

async function byToken(doors: Doors, context: Context): Promise<Response> {
  const opened = await doors.openToken(context.req.param("token") ?? "");
  if (!opened.ok) return respond(opened.answer);
  const { claims } = opened;
  if (claims.intent !== "resolve") {
    return respond(refuse("forbidden", "This token may only look, not answer."));
  }
  const read = await readRequest(context);
  if ("refused" in read) return respond(read.refused);
  const ifMatch = readIfMatch(context.req.header("If-Match"));
  return answered(await doors.byToken({ claims, ifMatch, ...read }));
}

type ReadRequest =
  | {
      readonly resumeValue: Parameters<Doors["byRun"]>[0]["resumeValue"];
      readonly key: string | undefined;
    }
  | { readonly refused: DoorAnswer };

async function readRequest(context: Context): Promise<ReadRequest> {
  const body = await readResumeBody(context.req.raw);
  if (!body.ok) return { refused: body.answer };
  const idempotency = readIdempotencyKey(context.req.header("Idempotency-Key"));
  if (idempotency.ok) return { resumeValue: body.resumeValue, key: idempotency.key };
  const message = "Idempotency-Key must have 22 to 128 of A-Z a-z 0-9 . _ ~ -, like a UUID.";
  return { refused: refuse("idempotency_key_invalid", message) };
}

/** A digest in quotes, as ETag writes it; `*` is any. What is neither matches nothing. */
function readIfMatch(header: string | undefined): string | undefined {
  if (header === undefined || header === "*") return undefined;
  return /^"([0-9a-f]{64})"$/.exec(header)?.[1] ?? "";
}

function answered({ answer, replayed }: Answered): Response {
  return respond(answer, replayed ? { "OpenWOP-Idempotent-Replay": "true" } : {});
}
