import type { Json } from "../../src/core/json.ts";
import {
  type Case,
  isObject,
  type JsonObject,
  NotUnderstood,
  OutOfScope,
  readCase,
  Unmet,
  type Verdict,
} from "./case.ts";
import { runAtDoors } from "./doors.ts";
import { runEnvelope } from "./envelopes.ts";
import { runIds } from "./ids.ts";
import { runRaising } from "./raising.ts";
import { runMinting } from "./minting.ts";
import { runSchema } from "./schemas.ts";
import { runStatuses } from "./statuses.ts";
import type { Ground } from "./world.ts";

/** What became of one entry of a file of cases. */
export interface Result {
  readonly id: string;
  readonly area: string;
  readonly verdict: Verdict;
}

/** Areas in which something is done at a door, or time passes before one. */
const AT_DOORS = `resume resolve quorum rejection eligibility ask timeout token idempotency`.split(
  " ",
);

/** Runs one entry. Never throws: what cannot be run has failed, and says why. */
export async function runEntry(ground: Ground, entry: Json, index: number): Promise<Result> {
  const told = nameOf(entry, index);
  try {
    await run(ground, readCase(entry));
    return { ...told, verdict: { kind: "passed" } };
  } catch (error) {
    return { ...told, verdict: verdictOf(error) };
  }
}

/** Which cases are which is said by area, operation and members; ids mean nothing. */
async function run(ground: Ground, each: Case): Promise<void> {
  const { area, given, input } = each;
  if (given["schema"] !== undefined) return runSchema(each);
  if (given["raise"] !== undefined || given["raised"] !== undefined)
    return runRaising(ground, each);
  if (area === "status") return runStatuses(ground, each);
  if (input["action"] === "mint") return runMinting(each);
  if (area === "ids") return runIds(ground, each);
  if (input["sampleError"] !== undefined) return runEnvelope(ground, each);
  if (!AT_DOORS.includes(area)) throw new NotUnderstood(`the area ${area}`);
  return runAtDoors(ground, each);
}

function verdictOf(error: unknown): Verdict {
  if (error instanceof OutOfScope) return { kind: "out", why: error.message };
  if (error instanceof NotUnderstood) return failed(`not understood: ${error.message}`);
  if (error instanceof Unmet) return failed(error.message);
  return failed(`broke: ${error instanceof Error ? placeOf(error) : "not by an error"}`);
}

/** What an error says, and where it was thrown. */
function placeOf({ message, stack = "" }: Error): string {
  const at = stack.split("\n").find((line) => line.startsWith("    at ")) ?? "";
  return `${message.split("\n")[0] ?? ""}${at.replace("    at", ", at")}`;
}

function failed(why: string): Verdict {
  return { kind: "failed", why };
}

/** How an entry is called, also one that is no case. */
export function nameOf(entry: Json, index: number): Pick<Result, "id" | "area"> {
  const { id, area } = isObject(entry) ? entry : ({} as JsonObject);
  return {
    id: typeof id === "string" ? id : `#${index + 1}`,
    area: typeof area === "string" ? area : "",
  };
}
