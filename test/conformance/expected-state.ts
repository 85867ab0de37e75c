import { tally } from "../../src/core/ballot.ts";
import type { Interrupt, Vote } from "../../src/core/interrupt.ts";
import { canonicalJson, type Json } from "../../src/core/json.ts";
import type { ApprovalData } from "../../src/core/payload.ts";
import { resolvedValue } from "../../src/core/announce.ts";
import { statusAfter } from "../../src/core/status.ts";
import type { State } from "./acting.ts";
import {
  isObject,
  type JsonObject,
  numberOf,
  objectOf,
  oneOf,
  only,
  OutOfScope,
  textOf,
  textsOf,
  Unmet,
} from "./case.ts";
import { demand, demandAll, demandSame } from "./comparing.ts";
import { AFTERWARDS, ENGINE, isEngineStatus } from "./engine-duty.ts";
import { type Check, type Checks, REMARK } from "./expecting.ts";

/** What is expected of the record of an interrupt and of what engines were told. */
export const stateChecks: Checks<State> = {
  interrupt: (expected, { record }) => {
    const state = oneOf(expected, ["pending", "resolved", "invalidated"], "interrupt");
    demandSame(stateOf(recordIn(record)), state, "the interrupt");
  },
  gate: (expected, { record }) => {
    const gate = oneOf(
      expected,
      ["pending", "granted", "rejected", "refined", "resolved", "invalidated"],
      "gate",
    );
    demandSame(gateOf(recordIn(record)), gate, "the gate");
  },
  runStatus: (expected, { record }) => {
    runStatusIs(textOf(expected, "runStatus"), recordIn(record));
  },
  /** Status and node of a waiting run; what a run has become is the engine's to say. */
  snapshot: (expected, { record }) => {
    const snapshot = objectOf(expected, "snapshot");
    only(snapshot, ["status", "currentNodeId", "errorCode"], "snapshot");
    const { status, currentNodeId, errorCode } = snapshot;
    if (currentNodeId !== undefined) {
      demandSame(recordIn(record).nodeId, currentNodeId, "the node that waits");
    }
    if (errorCode !== undefined) throw new OutOfScope(`${ENGINE}: the error of a snapshot`);
    if (status !== undefined) runStatusIs(textOf(status, "status"), recordIn(record));
  },
  never: (expected, { record }) => {
    const status = textOf(expected, "never");
    demand(statusAfter(recordIn(record)) !== status, `the run is ${status}`);
  },
  noResolvedEvent: (expected, state) => {
    oneOf(expected, [true], "noResolvedEvent");
    demandSame(resolutionsIn(state).length, 0, "interrupt.resolved, counted,");
  },
  noNodeResumed: (expected, { events }) => {
    oneOf(expected, [true], "noNodeResumed");
    demand(!events.some(({ type }) => type === "node.resumed"), "node.resumed was told");
  },
  resolvedEvents: (expected, state) => {
    const count = numberOf(expected, "resolvedEvents");
    demandSame(resolutionsIn(state).length, count, "interrupt.resolved, counted,");
  },
  /** Of several events that follow an answer, the first is parley's. */
  events: (expected, state) => {
    const [first, ...others] = textsOf(expected, "events");
    demandSame(first, "interrupt.resolved", "the first event");
    demandSame(resolutionsIn(state).length, 1, "interrupt.resolved, counted,");
    if (others.length > 0) throw new OutOfScope(`${ENGINE}: ${others.join(", ")}`);
  },
  countedGrants: counted("grants"),
  countedRejects: counted("rejects"),
  countedRefines: counted("refines"),
  auditEntries: (expected, { record }) => {
    numberOf(expected, "auditEntries");
    recordIn(record);
    throw new OutOfScope("D31: audit lines are not built yet");
  },
  buckets: (expected, { record }) => {
    demandSame(bucketsOf(recordIn(record).votes), expected, "grants by content");
  },
  action: (expected, state) => {
    demandSame(resolutionOf(state)["action"], textOf(expected, "action"), "the action");
  },
  decision: (expected, state) => {
    demandSame(resolutionOf(state)["decision"], textOf(expected, "decision"), "the decision");
  },
  reason: (expected, state) => {
    demandSame(resolutionOf(state)["reason"], textOf(expected, "reason"), "the reason");
  },
  resolved: (expected, state) => {
    demandAll(resolutionOf(state), expected, "interrupt.resolved");
  },
  recorded: (expected, state) => {
    demandAll(resolutionOf(state), expected, "interrupt.resolved");
  },
  recordedFeedback: (expected, state) => {
    demandSame(resolutionOf(state)["refineFeedback"], expected, "refineFeedback of the event");
    demandSame(valueMembers(state)["refineFeedback"], expected, "refineFeedback of the value");
  },
  content: (expected, state) => {
    demandSame(valueMembers(state)["editedArtifactData"], expected, "the edited content");
  },
  returnedToNode: (expected, state) => {
    demandAll(valueOf(state), expected, "the resume value");
  },
  storedResumeValue: (expected, state) => {
    demandSame(valueOf(state), expected, "the resume value");
  },
  storedResumeValueHas: (expected, state) => {
    for (const name of textsOf(expected, "storedResumeValueHas")) {
      demand(Object.hasOwn(valueMembers(state), name), `the resume value has no ${name}`);
    }
  },
  recordedResolver: (expected, state) => {
    const { outcome } = recordIn(state.record);
    const by = outcome !== undefined && "by" in outcome ? outcome.by : undefined;
    const id = by === undefined || by === "bearer" ? by : by.id;
    demandSame(id, textOf(expected, "recordedResolver"), "who resolved it");
    demandSame(valueMembers(state)["decidedBy"], expected, "decidedBy of the value");
  },
  resolvedByCaller: (expected, state) => {
    const { outcome } = recordIn(state.record);
    const isCaller = outcome !== undefined && "by" in outcome;
    demandSame(
      isCaller,
      oneOf(expected, [true, false], "resolvedByCaller"),
      "that a caller resolved it",
    );
  },
  resolvedShapeV21: (expected, state) => {
    const { resumeValue, ...rest } = objectOf(expected, "resolvedShapeV21");
    const { resumeValue: told, ...event } = resolutionOf(state);
    demandSame(event, rest, "interrupt.resolved without its value");
    if (resumeValue !== undefined) demandAll(told, resumeValue, "the resume value");
  },
  deadlineExtended: (expected, { record }) => {
    oneOf(expected, [false], "deadlineExtended");
    const { requestedAt, payload, outcome } = recordIn(record);
    demandSame(outcome?.at, requestedAt + (payload.timeoutMs ?? 0), "when it ended");
  },
  /** Changes that were committed since the interrupt was raised. */
  processed: (expected, { record }) => {
    const count = recordIn(record).version - 1;
    demandSame(count, numberOf(expected, "processed"), "requests that changed something, counted,");
  },
  mayNotify: REMARK,
  ...Object.fromEntries(AFTERWARDS.map((name) => [name, isTheEngines(name)])),
};

function recordIn(record: Interrupt | undefined): Interrupt {
  if (record === undefined) throw new Unmet("there is no record of the interrupt");
  return record;
}

function stateOf({ outcome }: Interrupt): string {
  if (outcome === undefined) return "pending";
  return outcome.kind === "invalidated" ? "invalidated" : "resolved";
}

function gateOf({ outcome, payload }: Interrupt): string {
  switch (outcome?.kind) {
    case undefined:
      return "pending";
    case "decided":
      return outcome.verdict === "overridden" ? "granted" : outcome.verdict;
    case "expired":
      return payload.kind === "approval" ? "rejected" : "resolved";
    case "invalidated":
      return "invalidated";
    case "answered":
    case "noted":
    case "resolved-elsewhere":
      return "resolved";
  }
}

function runStatusIs(status: string, record: Interrupt): void {
  if (isEngineStatus(status)) throw new OutOfScope(`${ENGINE}: that a run is ${status}`);
  demandSame(statusAfter(record), status, "the status of the run");
}

function resolutionsIn({ events }: State) {
  return events.filter(({ type }) => type === "interrupt.resolved");
}

/** The payload of the one event that tells the end; empty while there is none. */
function resolutionOf(state: State): JsonObject {
  const payload = resolutionsIn(state)[0]?.payload;
  return isObject(payload) ? payload : {};
}

/** The resume value on the record, which has to be the one that engines are told. */
function valueOf(state: State): Json | undefined {
  const value = resolvedValue(recordIn(state.record));
  demandSame(resolutionOf(state)["resumeValue"], value, "the resume value that was told");
  return value;
}

function valueMembers(state: State): JsonObject {
  const value = valueOf(state);
  return isObject(value) ? value : {};
}

function counted(what: "grants" | "rejects" | "refines"): Check<State> {
  return (expected, { record }) => {
    const { payload, votes } = recordIn(record);
    const count = tally(payload.data as ApprovalData, votes)[what];
    demandSame(count, numberOf(expected, what), `${what}, counted,`);
  };
}

/** Grants by what they grant: `original`, or the canonical JSON of an edit. */
function bucketsOf(votes: readonly Vote[]): Json {
  const buckets = new Map<string, number>();
  for (const { action, resumeValue } of votes) {
    const edited = isObject(resumeValue) ? resumeValue["editedArtifactData"] : undefined;
    if (action !== "accept" && action !== "edit-accept") continue;
    const content = action === "accept" ? "original" : canonicalJson(edited ?? null);
    buckets.set(content, (buckets.get(content) ?? 0) + 1);
  }
  return Object.fromEntries(buckets);
}

function isTheEngines(name: string): Check<State> {
  return () => {
    throw new OutOfScope(`${ENGINE}: ${name}`);
  };
}
