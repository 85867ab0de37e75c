import { facetProblems } from "../../src/core/capability.ts";
import { resolvedEvent, suspendedEvent } from "../../src/core/engine-events.ts";
import { envelopeProblems } from "../../src/core/error-envelope.ts";
import { parseEntry } from "../../src/core/event.ts";
import { isEventType } from "../../src/core/event-types.ts";
import type { Json } from "../../src/core/json.ts";
import { payloadSchema } from "../../src/core/payload.ts";
import { resolvedEventWide } from "../../src/core/resolved-event-wide.ts";
import { type Case, isObject, NotUnderstood, oneOf, only, OutOfScope, textOf } from "./case.ts";
import { demandSame } from "./comparing.ts";
import { checkAll, type Checks, REMARK } from "./expecting.ts";

/** Cases that ask whether a value has a shape: each is read by the reader that parley itself uses. */
export async function runSchema({ given, input, expect }: Case): Promise<void> {
  only(given, ["schema"], "given");
  const schema = textOf(given["schema"], "given.schema");
  await checkAll(expect, checksOf(schema), input);
}

function checksOf(schema: string): Checks<Json> {
  switch (schema) {
    case "InterruptPayload":
    case "interrupt.requested payload":
      return { valid: payloadIs, note: REMARK };
    case "RunEventDoc":
    case "RunEventDoc (type: registered or vendor, anyOf semantics)":
      return { valid: verdict(isEvent), note: REMARK };
    case "RunEventDoc as stored, literal oneOf":
      return {
        literalOneOfValidates: verdict(fitsOneBranch),
        mustBeAcceptedByConsumer: verdict(isEvent),
        note: REMARK,
      };
    case "interrupt.resolved payload":
      return {
        validInSeedShape: verdict((value) => resolvedEvent.safeParse(value).success),
        validInNewerSchema: verdict((value) => resolvedEventWide.safeParse(value).success),
        note: REMARK,
      };
    case "node.suspended payload":
      return { valid: verdict((value) => suspendedEvent.safeParse(value).success), note: REMARK };
    case "interrupt facet":
      return { valid: verdict((value) => facetProblems(value).length === 0), note: REMARK };
    case "error envelope":
    case "ErrorEnvelope":
      return { valid: verdict(isEnvelope), note: REMARK };
    default:
      throw new NotUnderstood(`given.schema ${schema}`);
  }
}

function verdict(isValid: (value: Json) => boolean) {
  return (expected: Json, value: Json) => {
    demandSame(isValid(value), oneOf(expected, [true, false], "the verdict"), "that it is valid");
  };
}

function payloadIs(expected: Json, value: Json): void {
  const kind = isObject(value) ? value["kind"] : undefined;
  if (expected === true && kind === "credential") {
    throw new OutOfScope("D2: the kind credential is refused");
  }
  verdict((each) => payloadSchema.safeParse(each).success)(expected, value);
}

function isEvent(value: Json): boolean {
  return parseEntry({ event: JSON.stringify(value) }).ok;
}

export function isEnvelope(value: Json): boolean {
  return envelopeProblems(value).length === 0;
}

/** Types of the specification that concern interrupts and runs; vendors' types fit the pattern alone. */
const REGISTERED = `interrupt.requested interrupt.resolved approval.requested approval.received
  approval.granted approval.rejected approval.overridden clarification.requested clarification.resolved
  node.started node.suspended node.resumed node.completed node.failed node.suspend-failed run.started
  run.completed run.failed run.cancelled`.split(/\s+/);

/**
 * A schema that demands exactly one of "registered" and "fits the vendors' pattern" refuses every registered
 * type that fits the pattern too, which is why parley never reads it so.
 */
function fitsOneBranch(value: Json): boolean {
  const type = isObject(value) ? value["type"] : undefined;
  if (typeof type !== "string") return false;
  return isEvent(value) && REGISTERED.includes(type) !== isEventType(type);
}
