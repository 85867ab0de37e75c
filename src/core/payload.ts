import { z } from "zod";
import { characters } from "./characters.ts";
import { json, jsonObject } from "./json-checks.ts";

/**
 * InterruptPayload of the interrupt specification, v2.1.0: closed, discriminated by `kind`. Every kind is
 * understood and kept; which of them people can answer is said by answerable.ts, and what has this shape
 * and is refused all the same by raised.ts.
 */

const nonEmpty = z.string().min(1);
/** Opaque references to people. */
const references = z.array(z.string());

/** JSON Schema counts a string's length in code points, JavaScript in UTF-16 units. */
const codePoints = (max: number) =>
  nonEmpty.refine((text) => characters(text) <= max, { error: `must have 1 to ${max} characters` });

export const ACTIONS = ["accept", "reject", "refine", "edit-accept", "ask"] as const;
export type Action = (typeof ACTIONS)[number];

const approvalData = z.strictObject({
  artifactId: nonEmpty,
  artifactType: nonEmpty,
  title: nonEmpty,
  actions: z
    .array(z.enum(ACTIONS))
    .min(1)
    .refine((actions) => new Set(actions).size === actions.length, {
      error: "must not name an action twice",
    }),
  description: z.string().optional(),
  artifactData: json.optional(),
  requiredApprovals: z.int().min(1).optional(),
  rejectionPolicy: z.enum(["single-veto", "majority"]).optional(),
  overrideBypassesQuorum: z.boolean().optional(),
  approversList: references.optional(),
  approverGroupRefs: references.optional(),
  approverRoleRefs: references.optional(),
  audience: z
    .strictObject({
      subjects: references.optional(),
      groups: references.optional(),
      roles: references.optional(),
    })
    .optional(),
  onTimeout: z.enum(["reject", "approve", "escalate"]).optional(),
});

const clarificationData = z.strictObject({
  questions: z
    .array(z.strictObject({ id: nonEmpty, question: nonEmpty, schema: jsonObject.optional() }))
    .min(1),
  contextType: z.string().optional(),
});

const conversationId = codePoints(256);
const probability = z.number().min(0).max(1);

const root = {
  key: codePoints(256),
  resumeSchema: jsonObject.optional(),
  timeoutMs: z.int().min(0).optional(),
};

export const payloadSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("approval"), data: approvalData, ...root }),
  z.strictObject({ kind: z.literal("clarification"), data: clarificationData, ...root }),
  z.strictObject({
    kind: z.literal("external-event"),
    data: z.strictObject({ eventType: z.string(), correlation: jsonObject }),
    ...root,
  }),
  z.strictObject({
    kind: z.literal("custom"),
    data: z.strictObject({ customKind: nonEmpty, payload: json.optional() }),
    ...root,
  }),
  z.strictObject({
    kind: z.literal("conversation.start"),
    data: z.strictObject({
      conversationId,
      title: z.string().optional(),
      initialPrompt: z.string().optional(),
    }),
    ...root,
  }),
  z.strictObject({
    kind: z.literal("conversation.exchange"),
    data: z.strictObject({
      conversationId,
      prompt: nonEmpty,
      outcomeSchema: jsonObject.optional(),
      turnIndex: z.int().min(0).optional(),
    }),
    ...root,
  }),
  z.strictObject({
    kind: z.literal("conversation.close"),
    data: z.strictObject({ conversationId, reason: z.string().optional() }),
    ...root,
  }),
  z.strictObject({
    kind: z.literal("low-confidence"),
    data: z.strictObject({
      agentId: z.string().regex(/^[A-Za-z0-9._~:-]{1,128}$/, {
        error: "must have 1 to 128 of A-Z a-z 0-9 . _ ~ : -",
      }),
      threshold: probability,
      observed: probability,
      decision: json.optional(),
    }),
    ...root,
  }),
]);

/** What an engine asked, verbatim. */
export type Payload = z.infer<typeof payloadSchema>;
export type Kind = Payload["kind"];
export const KINDS = [
  "approval",
  "clarification",
  "external-event",
  "custom",
  "conversation.start",
  "conversation.exchange",
  "conversation.close",
  "low-confidence",
] as const satisfies readonly Kind[];

/** Kinds that events may name: ours, and one that later texts know and that is not asked here. */
export const WIRE_KINDS = [...KINDS, "credential"] as const;
export type ApprovalData = z.infer<typeof approvalData>;
export type Question = z.infer<typeof clarificationData>["questions"][number];
