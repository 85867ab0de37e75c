import type { ErrorCode } from "./error-codes.ts";
import type { Json } from "./json.ts";
import type { WaitingStatus } from "./status.ts";

/** What a program hears that answers an interrupt over HTTP, before it is written as a response. */
export type DoorAnswer =
  | { readonly ok: true; readonly body: ResolvedBody }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      /** A sentence that says what to change. */
      readonly message: string;
      readonly details?: Readonly<Record<string, Json>> | undefined;
    };

/** Of the interrupt specification: `running` once it has ended and the engine can go on. */
export interface ResolvedBody {
  readonly runId: string;
  readonly nodeId: string;
  readonly status: WaitingStatus | "running";
}
