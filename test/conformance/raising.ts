import { boundId } from "../../src/core/ids.ts";
import type { Json } from "../../src/core/json.ts";
import { stateOf, type State } from "./acting.ts";
import {
  type Case,
  isObject,
  objectOf,
  oneOf,
  only,
  type JsonObject,
  textOf,
  textsOf,
  Unmet,
} from "./case.ts";
import { demand, demandSame } from "./comparing.ts";
import { stateChecks } from "./expected-state.ts";
import { checkAll, type Checks, REMARK } from "./expecting.ts";
import { NODE, readGiven } from "./given.ts";
import { type Ground, openWorld, type World } from "./world.ts";

/** What came of an engine's asking. */
interface Raised extends State {
  readonly world: World;
  readonly runId: string;
  /** Types of the events that the engine sent, in order. */
  readonly sent: readonly string[];
}

/** The type that engines also send while consumers know only this one. */
const LEGACY: Readonly<Record<string, string>> = {
  approval: "approval.requested",
  clarification: "clarification.requested",
};

/** Cases in which an engine asks: what parley keeps of it, and what it tells. */
export async function runRaising(ground: Ground, each: Case): Promise<void> {
  const { input, expect } = each;
  only(each.given, ["run", "raise", "raised", "host"], "given");
  only(input, ["action"], "input");
  oneOf(input["action"], ["raise interrupt", "append interrupt.requested"], "input.action");
  const payload = objectOf(each.given["raise"] ?? each.given["raised"], "what is raised");
  const host = objectOf(each.given["host"] ?? {}, "given.host");
  only(host, ["dualEmitLegacy"], "given.host");
  const dual = oneOf(host["dualEmitLegacy"] ?? false, [true, false], "given.host.dualEmitLegacy");
  const run = each.given["run"];
  const given = readGiven({ ...each, given: { ...(run === undefined ? {} : { run }), payload } });
  const world = await openWorld(ground, { ...given, now: Date.now() });
  try {
    const { runId } = given;
    const types = ["interrupt.requested", ...(dual ? legacyOf(payload) : [])];
    for (const type of types) {
      const handled = await world.engine({ type, runId, nodeId: NODE, payload });
      if (handled.type === "dead") throw new Unmet(`it was not taken: ${handled.reason}`);
    }
    const state = await stateOf({ world, given });
    await checkAll(expect, checks, { ...state, world, runId, sent: types });
  } finally {
    await world.close();
  }
}

function legacyOf(payload: JsonObject): readonly string[] {
  const type = LEGACY[textOf(payload["kind"], "kind")];
  return type === undefined ? [] : [type];
}

const checks: Checks<Raised> = {
  ...stateChecks,
  storedPayloadEquals: (expected, { record }) => {
    demandSame(record?.payload as Json | undefined, expected, "the stored payload");
  },
  absentMembers: (expected, { record }) => {
    for (const path of textsOf(expected, "absentMembers")) {
      demand(!isThere(record?.payload as Json | undefined, path.split(".")), `${path} was stored`);
    }
  },
  requestedPayloadHasNot: (expected, { record }) => {
    for (const name of textsOf(expected, "requestedPayloadHasNot")) {
      demand(!isThere(record?.payload as Json | undefined, [name]), `${name} was stored`);
    }
  },
  /** The engine's request, taken, and what parley tells about it. */
  appended: (expected, { sent, events }) => {
    demandSame([...sent, ...events.map(({ type }) => type)], expected, "the events of the run");
  },
  nodeSuspendedPayload: (expected, { record, events }) => {
    const told = events.find(({ type }) => type === "node.suspended")?.payload;
    const { interruptId, ...rest } = objectOf(told ?? null, "node.suspended");
    const { interruptId: sample, ...wanted } = objectOf(expected, "nodeSuspendedPayload");
    demandSame(rest, wanted, "node.suspended without its id");
    // Whoever raises mints the id: the one of the case shows its form.
    if (sample === undefined) return;
    demandSame(interruptId, record?.interruptId, "the id");
    demand(boundId.safeParse(interruptId).success, "the id is not bound to the tenant");
  },
  alsoAppended: (expected, { sent }) => {
    const type = textOf(expected, "alsoAppended");
    demand(sent.includes(type), `the engine did not send ${type}`);
  },
  /** Both events carry one payload, and the record is as the first one made it. */
  payloadEqual: (expected, { record }) => {
    oneOf(expected, [true], "payloadEqual");
    demandSame(record?.version, 1, "the version of the record");
  },
  consumerCountsInterrupts: async (expected, { world, runId }) => {
    const { waiting } = await world.store.runs.onNode(runId, NODE);
    demandSame(waiting.length, expected, "the interrupts of the node, counted,");
  },
  note: REMARK,
};

function isThere(value: Json | undefined, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return value !== undefined;
  return isObject(value) && Object.hasOwn(value, name) && isThere(value[name], rest);
}
