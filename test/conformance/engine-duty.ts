import { type JsonObject, OutOfScope } from "./case.ts";

/**
 * What parley does not do, since engines do it (decision 33): run snapshots and stream modes, fork and replay
 * of runs, retries and edges of workflows. parley hears of the end of a run and tells of the end of a question.
 */
export const ENGINE = "D33, the engine's part";

/** Operations of a host that runs workflows. */
const OPERATIONS: ReadonlySet<string> = new Set([
  "cancelRun",
  "createRun",
  "forkRun",
  "getRun",
  "listRuns",
  "pauseRun",
  "pollRun",
  "pollRunEvents",
  "registerWorkflow",
  "resumeRun",
  "streamRunEvents",
]);

/** Statuses of a run that parley neither sets nor is told. */
const STATUSES: ReadonlySet<string> = new Set([
  "pending",
  "paused",
  "cancelling",
  "completed",
  "failed",
  "cancelled",
]);

/** Members of `given` that describe a workflow around the gate. */
const WORKFLOWS = ["edges", "retryPolicy"];

/** Members of `expect` about what a run does once the question has ended. */
export const AFTERWARDS: readonly string[] = [
  "nodeFailed",
  "nodeFailedError",
  "nodeFails",
  "recommendedCode",
  "runFailed",
  "ran",
  "notRun",
  "nodeRetried",
  "interruptRequestedForGate",
  "keysDiffer",
  "interruptResolved",
];

/** Throws for an operation that is an engine's. */
export function refuseEngineOperation(operation: string): void {
  if (OPERATIONS.has(operation)) throw new OutOfScope(`${ENGINE}: ${operation}`);
}

export function isEngineStatus(status: string): boolean {
  return STATUSES.has(status);
}

/** Throws for a case about the workflow around a gate. */
export function refuseWorkflow(given: JsonObject): void {
  const named = WORKFLOWS.find((name) => Object.hasOwn(given, name));
  if (named !== undefined) throw new OutOfScope(`${ENGINE}: ${named} of a workflow`);
}
