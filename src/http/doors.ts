import type { Answered, Inspected, OpenedToken, RunRequest, TokenRequest } from "../core/door.ts";
import type { Principal } from "../core/eligibility.ts";
import type { TokenClaims } from "../core/token.ts";

/** parley, seen from its HTTP doors. Methods throw a Fault when the store is away. */
export interface Doors {
  /** Who speaks, by the header `Authorization`; undefined is nobody, whatever the reason. */
  authenticate(authorization: string | undefined): Promise<Caller | undefined>;
  byRun(request: RunRequest): Promise<Answered>;
  /** A token that can be believed and has not expired, or the answer to give. */
  openToken(token: string): Promise<OpenedToken>;
  inspect(claims: TokenClaims): Promise<Inspected>;
  byToken(request: TokenRequest): Promise<Answered>;
}

export interface Caller {
  readonly principal: Principal;
  readonly tenant: string;
}
