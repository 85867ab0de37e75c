import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Core } from "../core.ts";
import type { CallFault, Faults } from "../faults.ts";
import { bodyOf } from "../http-body.ts";
import { isObject, textOf, type JsonObject } from "../json.ts";
import type { RateLimits } from "../rate-limits.ts";
import type { SocketMode } from "../socket-mode.ts";
import { METHODS } from "./methods.ts";
import type { Method } from "./method.ts";
import { Refusal } from "./refusal.ts";

/** One line of the log: a call and how it ended. */
export interface CallRecord {
  readonly method: string;
  readonly args: JsonObject;
  /** The workspace of the token; undefined for a token of nobody's. */
  readonly team?: string;
  readonly atMs: number;
  status: number;
  ok: boolean;
  error?: string;
}

/** A token, what it is good for, and how much. */
export interface Installation {
  readonly core: Core;
  readonly token: string;
  /** docs.slack.dev/apis/web-api/rate-limits: a method, an app and a workspace. */
  readonly limits: RateLimits;
  /** Why the token is of no use any more: `token_revoked`, or `account_inactive` where the app was removed. */
  refusal?: string;
}

export interface Tokens {
  /** Each for its own workspace only. */
  readonly installations: readonly Installation[];
  readonly app: Installation;
}

interface Answer {
  status: number;
  body: JsonObject;
  retryAfterSeconds?: number;
}

export class WebApi {
  readonly log: CallRecord[] = [];
  readonly #socketMode: SocketMode;
  readonly #tokens: Tokens;
  readonly #faults: Faults;

  constructor(socketMode: SocketMode, tokens: Tokens, faults: Faults) {
    this.#socketMode = socketMode;
    this.#tokens = tokens;
    this.#faults = faults;
  }

  async serve(request: IncomingMessage, response: ServerResponse, method: string): Promise<void> {
    const args = argumentsOf(await bodyOf(request), request.headers["content-type"] ?? "");
    const token = tokenOf(request, args);
    delete args["token"];
    const { core } = this.#tokens.app;
    const caller = this.#callerOf(token);
    const team = caller?.core.workspace.team.id;
    const whose = caller === this.#tokens.app || team === undefined ? {} : { team };
    const atMs = core.clock.now();
    const record: CallRecord = { method, args, ...whose, atMs, status: 0, ok: false };
    this.log.push(record);
    const fault = this.#faults.takeForCall(method, args);
    if (fault?.delayMs) await this.#wait(fault.delayMs);
    const isLost = fault !== undefined && failureOf(fault) !== undefined;
    const isDone = !isLost || fault.after === "commit";
    const answer = isDone ? this.#answer(method, token, args) : undefined;
    const shown = (fault && failureOf(fault)) ?? answer;
    noteEnd(record, fault, shown);
    core.changes.note();
    if (fault?.reset || !shown) response.socket?.destroy();
    else this.#write(response, method, shown, caller?.core.scopes ?? new Set());
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#tokens.app.core.clock.setTimer(ms, resolve));
  }

  #answer(name: string, token: string | undefined, args: JsonObject): Answer {
    try {
      const method = METHODS[name];
      const { core, limits } = this.#authenticated(method, token);
      if (!method) throw new Refusal("unknown_method");
      const wait = limits.admit(name, method.tier, args);
      if (wait !== undefined)
        return { status: 429, body: { ok: false, error: "ratelimited" }, retryAfterSeconds: wait };
      const call = { core, socketMode: this.#socketMode, args };
      checkScope(core, method, method.scope?.(call));
      return { status: 200, body: { ok: true, ...method.run(call) } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: 200, body: { ok: false, error: error.code, ...error.detail } };
    }
  }

  #callerOf(token: string | undefined): Installation | undefined {
    const { installations, app } = this.#tokens;
    return [app, ...installations].find((each) => each.token === token);
  }

  #authenticated(method: Method | undefined, token: string | undefined): Installation {
    if (!token) throw new Refusal("not_authed");
    const caller = this.#callerOf(token);
    if (!caller) throw new Refusal("invalid_auth");
    if (caller.refusal !== undefined) throw new Refusal(caller.refusal);
    const kind = caller === this.#tokens.app ? "app" : "bot";
    if (method && method.token !== kind) throw new Refusal("not_allowed_token_type");
    return caller;
  }

  #write(
    response: ServerResponse,
    method: string,
    answer: Answer,
    scopes: ReadonlySet<string>,
  ): void {
    const needsScope = METHODS[method]?.scope !== undefined;
    response.writeHead(answer.status, {
      "content-type": answer.status >= 500 ? "text/html" : "application/json; charset=utf-8",
      "x-slack-req-id": randomBytes(16).toString("hex"),
      "x-oauth-scopes": [...scopes].join(","),
      ...(needsScope && method.startsWith("chat.")
        ? { "x-accepted-oauth-scopes": "chat:write" }
        : {}),
      ...(answer.retryAfterSeconds === undefined
        ? {}
        : { "retry-after": String(answer.retryAfterSeconds) }),
    });
    response.end(
      answer.status >= 500 ? "<html><body>Server Error</body></html>" : JSON.stringify(answer.body),
    );
  }
}

function checkScope({ scopes }: Core, method: Method, needed: string | undefined): void {
  if (!needed || method.token === "app" || scopes.has(needed)) return;
  throw new Refusal("missing_scope", { needed, provided: [...scopes].join(",") });
}

/** What the caller gets instead of the true answer, if the fault is one that fails. */
function failureOf(fault: CallFault): Answer | undefined {
  if (fault.retryAfterSeconds !== undefined || fault.status === 429)
    return {
      status: 429,
      body: { ok: false, error: "ratelimited" },
      retryAfterSeconds: fault.retryAfterSeconds ?? 1,
    };
  if (fault.status !== undefined) return { status: fault.status, body: { ok: false } };
  if (fault.error !== undefined) return { status: 200, body: { ok: false, error: fault.error } };
  return fault.reset ? { status: 0, body: { ok: false, error: "connection reset" } } : undefined;
}

function noteEnd(
  record: CallRecord,
  fault: CallFault | undefined,
  answer: Answer | undefined,
): void {
  record.status = fault?.reset ? 0 : (answer?.status ?? 0);
  record.ok = answer?.body["ok"] === true;
  const error = textOf(answer?.body["error"]);
  if (error) record.error = error;
}

function argumentsOf(body: string, contentType: string): JsonObject {
  if (!contentType.includes("json")) return Object.fromEntries(new URLSearchParams(body));
  try {
    const parsed: unknown = JSON.parse(body);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function tokenOf(request: IncomingMessage, args: JsonObject): string | undefined {
  const [, bearer] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  return bearer ?? (textOf(args["token"]) || undefined);
}
