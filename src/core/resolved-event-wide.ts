import { z } from "zod";
import { boundId, nodeId } from "./ids.ts";
import { json, jsonObject } from "./json-checks.ts";
import { WIRE_KINDS } from "./payload.ts";
import { withVendorMembers } from "./vendor-members.ts";

const members = z.strictObject({
  nodeId,
  interruptId: boundId,
  kind: z.enum(WIRE_KINDS).optional(),
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

/**
 * `interrupt.resolved` as later texts of the interrupt specification have it. Wider than the shape of 2.1 in
 * engine-events.ts, closed as well, but for members with a vendor's prefix.
 */
export const resolvedEventWide = withVendorMembers(members);
