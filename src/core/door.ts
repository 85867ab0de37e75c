import type { Principal } from "./eligibility.ts";
import type { ErrorCode } from "./error-codes.ts";
import type { Json } from "./json.ts";
import type { WaitingStatus } from "./status.ts";
import type { TokenClaims } from "./token.ts";

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

/** An answer by run and node, of a caller who is known. */
export interface RunRequest {
  readonly runId: string;
  readonly nodeId: string;
  readonly by: Principal;
  readonly tenant: string;
  readonly resumeValue: Json;
  readonly key: string | undefined;
  /** Digest of the payload that the caller saw. */
  readonly ifMatch: string | undefined;
}

/** An answer of whoever holds a token. */
export interface TokenRequest {
  readonly claims: TokenClaims;
  readonly resumeValue: Json;
  readonly key: string | undefined;
  /** Digest of the payload that the caller saw. */
  readonly ifMatch: string | undefined;
}

export interface Answered {
  readonly answer: DoorAnswer;
  /** It was given to an earlier request with the same key. */
  readonly replayed: boolean;
}

/** A token that can be believed and has not expired, or the answer to give. */
export type OpenedToken =
  | { readonly ok: true; readonly claims: TokenClaims }
  | { readonly ok: false; readonly answer: DoorAnswer };

/** What is asked, verbatim, and its digest. */
export type Inspected =
  | { readonly ok: true; readonly payload: Json; readonly digest: string }
  | { readonly ok: false; readonly answer: DoorAnswer };
