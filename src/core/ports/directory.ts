import type { Account } from "../account.ts";
import type { EligibilityReference } from "../eligibility.ts";

/** Groups and roles that a platform keeps: who belongs to them. */
export interface Directory {
  /**
   * Those of these accounts that belong to what the reference names; undefined where no platform keeps it.
   * Read no longer ago than the roster allows. Throws a Fault (`directory-unavailable`) when that cannot be
   * said now; what can never be said is nobody.
   */
  membersOf(
    reference: EligibilityReference,
    among: readonly Account[],
  ): Promise<Membership | undefined>;
}

export interface Membership {
  readonly accounts: readonly Account[];
  /** When the oldest of what this rests on was read; milliseconds, server clock. */
  readonly readAt: number;
}

/** What a Slack workspace says of somebody. */
export interface SlackPerson {
  /** A full member of that workspace: no guest, no stranger, no bot, not deactivated. Doubt is no. */
  readonly fullMember: boolean;
  /** Only where Slack says that it is confirmed. */
  readonly email?: string | undefined;
}
