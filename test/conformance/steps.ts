import type { Json } from "../../src/core/json.ts";
import {
  isObject,
  type JsonObject,
  listOf,
  NotUnderstood,
  numberOf,
  objectOf,
  oneOf,
  only,
  textOf,
} from "./case.ts";
import { refuseEngineOperation } from "./engine-duty.ts";
import { CALLER } from "./given.ts";
import type { FaultName } from "./world.ts";

/** One request, before ids and credentials are put in. */
export interface Step {
  readonly method: "GET" | "POST";
  readonly target:
    | {
        readonly door: "run";
        readonly runId: string | undefined;
        readonly nodeId: string | undefined;
      }
    /** Undefined: a token that is minted for the step. */
    | { readonly door: "token"; readonly token: string | undefined }
    | { readonly door: "path"; readonly path: string };
  readonly by: string;
  /** The case says who asks; else it is the usual caller, and a token is of nobody. */
  readonly isNamed: boolean;
  readonly tenant: string | undefined;
  /** The tenant of the credential, where it is said apart. */
  readonly home: string | undefined;
  /** Whether a credential is sent; undefined where the door decides. */
  readonly credential: boolean | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a GET. */
  readonly body: string | undefined;
  readonly fault: FaultName | undefined;
  readonly t: Moment | undefined;
}

/** A place on a case's own line of time: a bare number only orders; a duration passes on the clock. */
export type Moment = { readonly order: number } | { readonly ms: number };

export interface Plan {
  readonly steps: readonly Step[];
  /** All requests start at the same time. */
  readonly together: boolean;
  /** A series of requests, or one alone. */
  readonly isSeries: boolean;
  /** How long passes, in milliseconds: before a request alone, after a series of them. */
  readonly elapsedMs: number | undefined;
}

const SINGLE =
  `op by body rawBody raw resumeValue headers method token path run node tenant credential key
  action question feedback refineFeedback editedArtifactData fault t`.split(/\s+/);
const AROUND = ["elapsedMs", "noResolve"];
/** Members of a step that are the resume value, written beside the rest. */
const ANSWER = ["action", "question", "feedback", "refineFeedback", "editedArtifactData"];

/** Reads what is done. Whatever is not understood is refused before anything happens. */
export function readPlan(input: JsonObject, token: Json | undefined): Plan {
  const { elapsedMs, noResolve, ...rest } = input;
  const passes = elapsedMs === undefined ? undefined : numberOf(elapsedMs, "input.elapsedMs");
  const plan = (steps: readonly Step[], isSeries: boolean, together = false): Plan => ({
    steps,
    isSeries,
    together,
    elapsedMs: passes,
  });
  if (noResolve !== undefined || (passes !== undefined && Object.keys(rest).length === 0)) {
    oneOf(noResolve ?? true, [true], "input.noResolve");
    only(input, AROUND, "input");
    return plan([], false);
  }
  const usual = rest["token"] ?? token;
  for (const name of ["votes", "sequence", "concurrent"]) {
    if (rest[name] === undefined) continue;
    only(rest, [name, "token"], "input");
    const steps = listOf(rest[name], `input.${name}`).map((each) => readStep(each, usual));
    return plan(steps, true, name === "concurrent");
  }
  return plan([readStep(rest, usual)], false);
}

/** The token that is used wherever a step names none. */
type Usual = Json | undefined;

/** A caller and the tenant of the credential: `alice of acme`. */
const BY_OF = /^(\S+) of (\S+)$/;

/** The short form: `POST token accept`. */
const SHORT = /^(GET|POST)(?: token)?(?: (accept|reject|refine|edit-accept|ask))?$/;

function readStep(step: Json, usual: Usual): Step {
  if (typeof step === "string") {
    const [, method, action] = SHORT.exec(step) ?? [];
    if (method === undefined) throw new NotUnderstood(`the step ${step}`);
    const ask = action === "ask" ? { question: "Why?" } : {};
    return readStep(
      {
        op: method === "GET" ? "inspectInterruptByToken" : "resolveInterruptByToken",
        ...(action === undefined ? {} : { action, ...ask }),
      },
      usual,
    );
  }
  const members = objectOf(step, "a step");
  only(members, SINGLE, "input");
  const named = textOf(members["by"] ?? CALLER, "by");
  const [, by = named, of] = BY_OF.exec(named) ?? [];
  const tenant = members["tenant"] === undefined ? undefined : textOf(members["tenant"], "tenant");
  const home = of ?? tenant;
  const body = bodyOf(members);
  const { method, target } = aimOf(members, usual);
  const headers = headersOf(members, method);
  return {
    method,
    target,
    by,
    isNamed: members["by"] !== undefined,
    tenant,
    home,
    credential: credentialOf(members),
    headers,
    body: method === "GET" ? undefined : body,
    fault:
      members["fault"] === undefined
        ? undefined
        : oneOf(members["fault"], ["500", "503", "429"], "fault"),
    t: members["t"] === undefined ? undefined : momentOf(members["t"]),
  };
}

/**
 * Is a credential sent? Not where the case says so, nor where it lists the headers of a named operation and
 * says of nobody that they ask.
 */
function credentialOf(members: JsonObject): boolean | undefined {
  if (members["credential"] !== undefined) {
    return oneOf(members["credential"], ["none", "valid"], "credential") === "valid";
  }
  const headers = objectOf(members["headers"] ?? {}, "headers");
  const authorization = headers["Authorization"];
  if (authorization === null) return false;
  if (authorization !== undefined)
    throw new NotUnderstood("headers.Authorization that is not null");
  const isBare = members["op"] !== undefined && members["headers"] !== undefined;
  return isBare && members["by"] === undefined ? false : undefined;
}

/** The operation, however it is named: by its name, by method and path, or by the token it needs. */
function aimOf(members: JsonObject, usual: Usual): Pick<Step, "method" | "target"> {
  const op = members["op"] === undefined ? undefined : textOf(members["op"], "op");
  const named = members["method"];
  const method = named === undefined ? undefined : oneOf(named, ["GET", "POST"], "method");
  const token = members["token"] ?? usual;
  const [, written, path] = /^(GET|POST) (\/\S+)$/.exec(op ?? "") ?? [];
  if (written !== undefined && path !== undefined) {
    return { method: written as Step["method"], target: atPath(path, token) };
  }
  if (members["path"] !== undefined) {
    return { method: method ?? "POST", target: atPath(textOf(members["path"], "path"), token) };
  }
  switch (op ?? (token === undefined ? "resolveInterruptByRun" : "byToken")) {
    case "resolveInterruptByRun": {
      const nodeId = members["node"] === undefined ? undefined : textOf(members["node"], "node");
      const runId = members["run"] === undefined ? undefined : textOf(members["run"], "run");
      return { method: method ?? "POST", target: { door: "run", runId, nodeId } };
    }
    case "byToken":
    case "resolveInterruptByToken":
      return { method: method ?? "POST", target: { door: "token", token: tokenOf(token) } };
    case "inspectInterruptByToken":
      return { method: "GET", target: { door: "token", token: tokenOf(token) } };
    default:
      refuseEngineOperation(op ?? "");
      throw new NotUnderstood(`the operation ${op}`);
  }
}

function atPath(path: string, token: Json | undefined): Step["target"] {
  return path === "/interrupts/{token}"
    ? { door: "token", token: tokenOf(token) }
    : { door: "path", path };
}

/** A token as it is written, in the way of signing that parley has; undefined: one is to be minted. */
function tokenOf(token: Json | undefined): string | undefined {
  if (token === undefined || token === "valid resolve token") return undefined;
  if (!isObject(token)) return textOf(token, "token");
  only(token, ["recommended", "literal"], "token");
  return textOf(token["recommended"], "token.recommended");
}

function bodyOf(members: JsonObject): string {
  const raw = members["rawBody"] ?? members["raw"];
  const beside = Object.fromEntries(
    ANSWER.flatMap((name) => {
      const value = members[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const given = [raw, members["body"], members["resumeValue"], members["action"]];
  if (given.filter((each) => each !== undefined).length > 1) {
    throw new NotUnderstood("a step with more than one body");
  }
  if (raw !== undefined) return textOf(raw, "rawBody");
  if (members["body"] !== undefined) return JSON.stringify(members["body"]);
  const resumeValue = members["resumeValue"] ?? { action: "accept", ...beside };
  return JSON.stringify({ resumeValue });
}

function headersOf(members: JsonObject, method: string): Readonly<Record<string, string>> {
  const given = Object.entries(objectOf(members["headers"] ?? {}, "headers"))
    .filter(([name]) => name !== "Authorization")
    .map(([name, value]) => [name, textOf(value, `headers.${name}`)] as const);
  const key = members["key"];
  return {
    ...(method === "GET" ? {} : { "Content-Type": "application/json" }),
    ...Object.fromEntries(given),
    ...(key === undefined ? {} : { "Idempotency-Key": textOf(key, "key") }),
  };
}

function momentOf(value: Json): Moment {
  if (typeof value === "number") return { order: value };
  const form = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;
  const [whole, hours = 0, minutes = 0, seconds = 0] = form.exec(textOf(value, "t")) ?? [];
  if (whole === undefined || whole === "") throw new NotUnderstood(`t ${JSON.stringify(value)}`);
  return { ms: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 };
}
