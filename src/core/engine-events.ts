import { z } from "zod";
import { characters, isBlank } from "./characters.ts";
import { boundId, nodeId } from "./ids.ts";
import { json } from "./json-checks.ts";
import { WIRE_KINDS } from "./payload.ts";
import { withVendorMembers } from "./vendor-members.ts";

/** Longest answer of an engine to a person's question, in code points. */
const MAX_ANSWER = 20_000;

/** Payloads of the events, besides requests, that engines send: the closed shapes of the interrupt specification. */

const named = { nodeId, interruptId: boundId, kind: z.enum(WIRE_KINDS).optional() };

/** `interrupt.resolved`: decided elsewhere. */
export const resolvedEvent = z.strictObject({
  ...named,
  resumeValue: json.optional(),
});

/**
 * `node.suspended`: how the engine names an interrupt. Without a key it names nothing of ours. Members with a
 * vendor's prefix are let through, as later texts of the specification have it.
 */
export const suspendedEvent = withVendorMembers(
  z.strictObject({
    ...named,
    reason: z.string().min(1).max(64).optional(),
    key: z.string().min(1).optional(),
  }),
);

/** `parley.interrupt.answered`: the engine answers what somebody asked back. */
export const answeredEvent = z.strictObject({
  nodeId,
  interruptId: boundId,
  askId: z.string().min(1).max(64),
  answer: z
    .string()
    .refine((text) => !isBlank(text), { error: "must not be empty" })
    .refine((text) => characters(text) <= MAX_ANSWER, {
      error: `must not be longer than ${MAX_ANSWER} characters`,
    }),
});
