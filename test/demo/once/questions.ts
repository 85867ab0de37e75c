import type { ApprovalQuestion } from "../samples.ts";
import { type Marked, markedQuestion } from "./marking.ts";

export type ApprovalDetails = Partial<ApprovalQuestion["data"]> & { readonly timeoutMs?: number };

/** An approval that these cases are about, small enough to read in a failure. */
export function approval({ timeoutMs, ...data }: ApprovalDetails = {}): Marked {
  return markedQuestion({
    kind: "approval",
    data: {
      artifactId: "order-1",
      artifactType: "order",
      title: "Order forty chairs",
      actions: ["accept", "reject"],
      approversList: ["ada", "grace"],
      ...data,
    },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}
