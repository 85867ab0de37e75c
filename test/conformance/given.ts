import { createHash } from "node:crypto";
import type { ResolvedShape } from "../../src/core/announce.ts";
import type { Json } from "../../src/core/json.ts";
import { tenantOf } from "../../src/core/ids.ts";
import type { TokenSecrets } from "../../src/core/token-secrets.ts";
import {
  type Case,
  isObject,
  type JsonObject,
  listOf,
  NotUnderstood,
  numberOf,
  objectOf,
  oneOf,
  only,
  OutOfScope,
  textOf,
  textsOf,
} from "./case.ts";
import { ENGINE, isEngineStatus, refuseWorkflow } from "./engine-duty.ts";
import type { People } from "./people.ts";

/** What `given` says, once every member of it is understood. */
export interface Given {
  readonly runId: string;
  readonly nodeId: string;
  readonly interruptId: string;
  /** Undefined: nothing was ever asked there. */
  readonly payload: JsonObject | undefined;
  readonly interrupt: "pending" | "resolved" | "invalidated";
  /** How the run has ended, if it has. */
  readonly ended: "cancelled" | "completed" | "failed" | undefined;
  readonly tenants: readonly string[];
  /** Runs that requests name besides. */
  readonly otherRuns: readonly string[];
  readonly people: People;
  /** Memberships from an instant on, in the order of time. */
  readonly timeline: readonly { readonly t: number; readonly people: People }[];
  readonly now: number | undefined;
  /** What the clock shows at the second step. */
  readonly now2: number | undefined;
  readonly secrets: TokenSecrets | undefined;
  readonly legacyRows: Readonly<Record<string, JsonObject>>;
  /** The token that is used wherever the input names none. */
  readonly token: Json | undefined;
  readonly shape: ResolvedShape;
}

/** Ids that stand for themselves wherever a case names no others. */
export const RUN = "acme/run-7f3c9a1b2d4e5f60";
export const NODE = "gate";
export const INTERRUPT = "acme/int-0a1b2c3d4e5f6071";
export const CALLER = "alice";

/** The host whose tokens a case holds that describes none. */
const USUAL_HOST: JsonObject = {
  tokenAlgs: ["hs256"],
  secretsUtf8: {
    k1: "k1-secret-0123456789abcdef0123456789abcdef",
    k2: "k2-secret-fedcba9876543210fedcba9876543210",
  },
  now: "2026-09-11T12:00:00.000Z",
};

const GATE: JsonObject = {
  artifactId: "art-1",
  artifactType: "prd",
  title: "Approve budget",
  actions: ["accept", "reject"],
};

const KNOWN =
  `interrupt payload data run node host overridePrincipals token tenants callerTenant existingRun now2
  note workflow edges retryPolicy codec`.split(/\s+/);

export function readGiven({ given, input, expect }: Case): Given {
  only(given, KNOWN, "given");
  refuseWorkflow(given);
  if (given["codec"] !== undefined) oneOf(given["codec"], ["projection"], "given.codec");
  if (given["node"] !== undefined) refuseAsking(textOf(given["node"], "given.node"));
  const isTokenCase = isObject(given["token"]) || isObject(input["token"]);
  const host = objectOf(given["host"] ?? (isTokenCase ? USUAL_HOST : {}), "given.host");
  const run = readRun(given["run"]);
  const runId = textOf(given["existingRun"] ?? run.id ?? RUN, "the run");
  const tenants = textsOf(given["tenants"] ?? [tenantOf(runId)], "given.tenants");
  const caller = textOf(given["callerTenant"] ?? tenants[0] ?? null, "given.callerTenant");
  const payload = run.isAbsent ? undefined : readPayloadOf(given);
  const { people, timeline } = readPeople(given, host, input, payload);
  const inTenants = (each: People): People => ({
    ...each,
    tenants: [...new Set([caller, ...tenants])],
  });
  const interrupt = given["interrupt"] ?? "pending";
  const nowhere = interrupt === "absent" || interrupt === "none";
  return {
    runId,
    nodeId: NODE,
    interruptId: `${tenantOf(runId)}${INTERRUPT.slice(INTERRUPT.indexOf("/"))}`,
    payload: nowhere ? undefined : payload,
    interrupt: nowhere
      ? "pending"
      : oneOf(interrupt, ["pending", "resolved", "invalidated"], "given.interrupt"),
    ended: run.ended ?? (interrupt === "invalidated" ? "cancelled" : undefined),
    tenants,
    otherRuns: textsIn(input, "run"),
    people: inTenants(people),
    timeline: timeline.map(({ t, people: then }) => ({ t, people: inTenants(then) })),
    now: instantOf(host["now"]),
    now2: instantOf(given["now2"]),
    secrets: readSecrets(host),
    legacyRows: readRows(host["legacyRows"]),
    token: given["token"],
    shape: speaksWide(expect) ? "wide" : "v2.1",
  };
}

/** A node that nothing was asked on is there by itself: {@link NODE} is the only one that asks. */
function refuseAsking(node: string): void {
  if (!/^\S+ never suspended$/.test(node)) throw new NotUnderstood(`given.node ${node}`);
}

function readRun(run: Json | undefined) {
  const members = isObject(run) ? run : { status: run ?? "running" };
  only(members, ["id", "status"], "given.run");
  const status = textOf(members["status"], "given.run.status");
  const ended = (["cancelled", "completed", "failed"] as const).find((each) => each === status);
  if (ended === undefined && isEngineStatus(status)) {
    throw new OutOfScope(`${ENGINE}: a run that is ${status}`);
  }
  oneOf(status, ["running", "absent", "cancelled", "completed", "failed"], "given.run");
  return { id: members["id"], ended, isAbsent: status === "absent" };
}

/** The payload as it is given, or an approval with these data. */
function readPayloadOf(given: JsonObject): JsonObject {
  const whole = objectOf(
    given["payload"] ?? { kind: "approval", key: `${RUN}:gate:0`, data: GATE },
    "payload",
  );
  if (whole["kind"] === "credential") {
    throw new OutOfScope("D2: the kind credential is refused when it is asked");
  }
  if (given["data"] === undefined) return whole;
  const data = { ...objectOf(whole["data"], "data"), ...objectOf(given["data"], "given.data") };
  return { ...whole, data };
}

const HOST =
  `tokenAlgs secretsUtf8 now mintKid legacyRows tokenSurface refKinds groups roles scopesOf timeline
  directory majors overridePrincipals`.split(/\s+/);

function readPeople(
  given: JsonObject,
  host: JsonObject,
  input: JsonObject,
  payload: JsonObject | undefined,
): { people: People; timeline: { t: number; people: People }[] } {
  only(host, HOST, "given.host");
  if (host["directory"] !== undefined) {
    oneOf(host["directory"], ["unavailable"], "given.host.directory");
    throw new OutOfScope("D6: a directory that is away is a fault to be tried again, not a no");
  }
  refuseOtherMajors(host["majors"]);
  const data = isObject(payload?.["data"]) ? payload["data"] : {};
  refuseUnadvertised(host, data);
  const groups = listsOf(host["groups"], "given.host.groups");
  const roles = listsOf(host["roles"], "given.host.roles");
  const overriding = textsOf(
    given["overridePrincipals"] ?? host["overridePrincipals"] ?? [],
    "given.overridePrincipals",
  );
  const entries = listOf(host["timeline"] ?? [], "given.host.timeline").map((entry) => {
    const { t, ...lists } = objectOf(entry, "given.host.timeline");
    return { t: numberOf(t, "t"), lists: listsOf(lists, "given.host.timeline") };
  });
  const base: People = {
    names: namesIn(input, [
      ...overriding,
      ...[groups, roles, ...entries.map(({ lists }) => lists)].flatMap((each) =>
        Object.values(each).flat(),
      ),
      ...textsOf(data["approversList"] ?? [], "approversList"),
    ]),
    tenants: [],
    groups,
    roles,
    scopesOf: listsOf(host["scopesOf"], "given.host.scopesOf"),
    overriding,
  };
  const declaredRoles = textsOf(data["approverRoleRefs"] ?? [], "approverRoleRefs");
  const timeline = entries.map(({ t, lists }) => {
    const of = (isRole: boolean) =>
      Object.fromEntries(
        Object.entries(lists).filter(([name]) => declaredRoles.includes(name) === isRole),
      );
    const people = {
      ...base,
      groups: { ...groups, ...of(false) },
      roles: { ...roles, ...of(true) },
    };
    return { t, people };
  });
  return { people: timeline[0]?.people ?? base, timeline };
}

/** Everybody who has to be on the roster: callers of the input, and who is named besides. */
function namesIn(input: JsonObject, more: readonly string[]): readonly string[] {
  const called = textsIn(input, "by").map((by) => mintedFor(by) ?? by.replace(/ of \S+$/, ""));
  return [...new Set([CALLER, ...called, ...more])].filter((name) => !/\s/.test(name));
}

/** What a member is in every step of the input that has it. */
function textsIn(input: JsonObject, member: string): readonly string[] {
  const steps = [input, ...["votes", "sequence", "concurrent"].map((name) => input[name])].flat();
  return steps
    .filter((step) => isObject(step))
    .map((step) => step[member])
    .filter((value) => typeof value === "string");
}

/** Whom a token was minted for, where a caller is called so. */
export function mintedFor(by: string): string | undefined {
  return /^token minted for (\S+)$/.exec(by)?.[1];
}

/** parley always says that it resolves groups and roles, so a case of a host that ignores them is another host's. */
function refuseUnadvertised(host: JsonObject, data: JsonObject): void {
  const kinds = textsOf(host["refKinds"] ?? [], "given.host.refKinds");
  for (const kind of kinds) oneOf(kind, ["principal", "group", "role"], "given.host.refKinds");
  for (const [member, kind] of [
    ["approverGroupRefs", "group"],
    ["approverRoleRefs", "role"],
  ] as const) {
    const declared = textsOf(data[member] ?? [], member);
    if (declared.length > 0 && !kinds.includes(kind)) {
      throw new OutOfScope(`D5: parley always enforces references of the kind ${kind}`);
    }
  }
}

function refuseOtherMajors(majors: Json | undefined): void {
  if (majors === undefined) return;
  const numbers = listOf(majors, "given.host.majors").map((each) => numberOf(each, "a major"));
  if (numbers.length !== 1 || numbers[0] !== 2) {
    throw new OutOfScope("D2: parley speaks major version 2 only");
  }
}

function listsOf(
  value: Json | undefined,
  what: string,
): Readonly<Record<string, readonly string[]>> {
  const entries = Object.entries(objectOf(value ?? {}, what));
  return Object.fromEntries(entries.map(([name, list]) => [name, textsOf(list, what)]));
}

function readSecrets(host: JsonObject): TokenSecrets | undefined {
  const algs = textsOf(host["tokenAlgs"] ?? ["hs256"], "given.host.tokenAlgs");
  if (algs.join() !== "hs256") throw new NotUnderstood(`given.host.tokenAlgs ${algs.join()}`);
  const surface = oneOf(host["tokenSurface"] ?? true, [true, false], "given.host.tokenSurface");
  if (!surface) return undefined;
  const texts = objectOf(
    host["secretsUtf8"] ?? USUAL_HOST["secretsUtf8"],
    "given.host.secretsUtf8",
  );
  const held = new Map(
    Object.entries(texts).map(([kid, text]) => [kid, Buffer.from(textOf(text, "a secret"))]),
  );
  const kid = textOf(
    host["mintKid"] ?? [...held.keys()].find((each) => each !== "legacy") ?? null,
    "given.host.mintKid",
  );
  const secret = held.get(kid);
  if (secret === undefined) throw new NotUnderstood("given.host.mintKid without its secret");
  return { signing: { kid, secret }, held };
}

/** The secrets of a case that names none. */
export function usualSecrets(): TokenSecrets {
  const secrets = readSecrets(USUAL_HOST);
  if (secrets === undefined) throw new Error("the usual host has secrets");
  return secrets;
}

/** Rows of version 1 tokens, by the SHA-256 of the token. */
function readRows(value: Json | undefined): Readonly<Record<string, JsonObject>> {
  const rows = Object.entries(objectOf(value ?? {}, "given.host.legacyRows"));
  return Object.fromEntries(
    rows.map(([token, row]) => {
      const members = objectOf(row, "a row");
      only(members, ["runId", "nodeId", "interruptId", "expiresAt", "intent"], "a row");
      return [createHash("sha256").update(token).digest("hex"), members];
    }),
  );
}

export function instantOf(value: Json | undefined): number | undefined {
  if (value === undefined) return undefined;
  const at = Date.parse(textOf(value, "an instant"));
  if (Number.isNaN(at)) throw new NotUnderstood(`the instant ${textOf(value, "an instant")}`);
  return at;
}

/** Members that only the wider shape of interrupt.resolved has. */
const WIDE = ["action", "decision", "reason", "resolved", "recorded", "recordedFeedback"];

function speaksWide(expect: JsonObject): boolean {
  const final = isObject(expect["final"]) ? expect["final"] : {};
  return WIDE.some((name) => Object.hasOwn(expect, name) || Object.hasOwn(final, name));
}
