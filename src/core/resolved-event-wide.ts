import { z } from "zod";
import { boundId, nodeId } from "./ids.ts";
import { json, jsonObject } from "./json-checks.ts";
import type { Json } from "./json.ts";

/** Members that a vendor adds; carried as they are, never acted on, never dropped. */
const VENDOR_MEMBER = /^(?:openwop-|x-|vendor\.)/;

/** The kinds that the later text of the specification knows: ours, and one that we refuse to ask. */
const KINDS = [
  "approval",
  "clarification",
  "external-event",
  "custom",
  "conversation.start",
  "conversation.exchange",
  "conversation.close",
  "low-confidence",
  "credential",
] as const;

const members = z.strictObject({
  nodeId,
  interruptId: boundId,
  kind: z.enum(KINDS).optional(),
  resumeValue: json.optional(),
  /** The subject that resolved it: the host's own or none where it was a timer. */
  resolvedBy: jsonObject.optional(),
  /** What was decided. */
  decision: z.enum(["granted", "rejected", "overridden"]).optional(),
  /** How the answer was applied. Asking back resolves nothing; `timeout` is recorded, and never sent by anybody. */
  action: z.enum(["accept", "reject", "refine", "edit-accept", "timeout"]).optional(),
  refineFeedback: z
    .strictObject({
      scope: z.enum(["whole", "section", "items"]),
      sectionPath: z.string().optional(),
      itemIds: z.array(z.string()).optional(),
      tags: z.array(z.string()).optional(),
      text: z.string().optional(),
    })
    .optional(),
  editedArtifactData: json.optional(),
  /** Why it ended without a person: `timeout`, for one. The list is open. */
  reason: z.string().min(1).max(64).optional(),
});

export type ResolvedEventWide = z.infer<typeof members> & { readonly [member: string]: Json };

/**
 * `interrupt.resolved` as later texts of the interrupt specification have it. Wider than the shape of 2.1 in
 * engine-events.ts, closed as well, but for members with a vendor's prefix.
 */
export const resolvedEventWide = jsonObject.transform((payload, context): ResolvedEventWide => {
  const entries = Object.entries(payload);
  const own = entries.filter(([name]) => !VENDOR_MEMBER.test(name));
  const parsed = members.safeParse(Object.fromEntries(own));
  if (!parsed.success) {
    for (const issue of parsed.error.issues) context.addIssue({ ...issue });
    return z.NEVER;
  }
  const vendors = entries.filter(([name]) => VENDOR_MEMBER.test(name));
  return { ...parsed.data, ...Object.fromEntries(vendors) } as ResolvedEventWide;
});
