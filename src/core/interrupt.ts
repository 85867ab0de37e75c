import type { Context } from "./event.ts";
import type { Json } from "./json.ts";
import type { Action, Payload } from "./payload.ts";

/** A chat platform that parley has an adapter for. */
export const PLATFORMS = ["slack", "discord"] as const;
export type PlatformName = (typeof PLATFORMS)[number];

/** The record layout this version writes. A record of a higher one is left to newer replicas. */
export const LAYOUT = 2;

/** Where a decision was made; told on the card and to whoever comes second. `link` is a bearer token. */
export type Via = PlatformName | "http" | "link";

/** An action that counts on a ballot; `ask` does not. */
export type VotingAction = Exclude<Action, "ask">;

/** What a gate was decided as. `refined` is sent back, neither granted nor rejected. */
export type Verdict = "granted" | "rejected" | "refined" | "overridden";

/** One principal's live voice on a gate. */
export interface Vote {
  readonly by: Decider;
  readonly action: VotingAction;
  /** As the person gave it: an ApprovalResume with this action. */
  readonly resumeValue: Json;
  /** Orders the votes of one principal; see {@link comparePlaces}. */
  readonly place: string;
  readonly at: number;
  readonly via: Via;
  readonly eligibility: EligibilityRecord;
}

/** Why somebody was let decide: never looked up again, whatever becomes of the group. */
export interface EligibilityRecord {
  /** The declared reference that let them, such as `group:finance`, or `open`. */
  readonly reference: string;
  /** When the membership was read; milliseconds. */
  readonly readAt: number;
}

/** Something that happens by itself while an interrupt waits. `at` is milliseconds, server clock. */
export type Step =
  | { readonly kind: "remind"; readonly at: number }
  /** Shown at these addresses besides. */
  | { readonly kind: "escalate"; readonly at: number; readonly to: readonly string[] };

/**
 * None of its addresses took it: the tenant's usual channels got it besides, or there was nowhere left, so that
 * nobody was asked in chat. Kept so that each happens, and is said, once.
 */
export type Fallback = "usual-channels" | "nobody";

/** A question that somebody asked back, and what the engine answered. */
export interface Exchange {
  /** 22 characters of base64url. */
  readonly askId: string;
  readonly question: string;
  readonly by: Decider;
  readonly via: Via;
  readonly at: number;
  readonly answer?: { readonly text: string; readonly at: number } | undefined;
}

/** Why an open interrupt ended without an answer. */
export type InvalidationReason = "run.cancelled" | "run.completed" | "run.failed";

/** How an interrupt ended. `at` is milliseconds since 1970, of the Redis server's clock. */
export type Outcome =
  | {
      readonly kind: "decided";
      readonly verdict: Verdict;
      readonly action: VotingAction;
      /** What the engine continues with: the vote that decided, with who and when. */
      readonly resumeValue: Json;
      readonly by: Decider;
      readonly via: Via;
      readonly at: number;
    }
  | {
      readonly kind: "answered";
      readonly resumeValue: Json;
      readonly by: Decider;
      readonly via: Via;
      readonly at: number;
    }
  /** Told, and nothing to wait for: the beginning or end of a conversation. */
  | { readonly kind: "noted"; readonly at: number }
  | { readonly kind: "expired"; readonly at: number }
  | { readonly kind: "resolved-elsewhere"; readonly resumeValue: Json; readonly at: number }
  | {
      readonly kind: "invalidated";
      readonly reason: InvalidationReason;
      readonly at: number;
    };

/** A principal, with the name the roster had then. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Who decided: a principal, or whoever held a token that names nobody. */
export type Decider = Person | "bearer";

/** One question of a run, and our record of it. */
export interface Interrupt {
  readonly layout: number;
  /** Our internal name: 22 characters of base64url, never changes. */
  readonly ref: string;
  readonly partition: number;
  readonly tenant: string;
  readonly runId: string;
  readonly nodeId: string;
  /** The id written out on events. Parley's own until an engine names it before the decision. */
  readonly interruptId: string;
  readonly payload: Payload;
  /** SHA-256 of the payload's canonical JSON, 64 hexadecimal characters. */
  readonly digest: string;
  readonly context: Context;
  /** When the request reached the stream; milliseconds, server clock. */
  readonly requestedAt: number;
  /** Requested at plus `timeoutMs`; absent when there is no timer. */
  readonly deadlineAt?: number | undefined;
  /** Addresses that show a copy of the card. */
  readonly destinations: readonly string[];
  /** Rises by one with every change; 0 before the first commit. */
  readonly version: number;
  /** Live votes on an approval, one a principal, in the order of their first vote. */
  readonly votes: readonly Vote[];
  /** What was asked back, oldest first. */
  readonly exchanges: readonly Exchange[];
  /** What is still to happen while it waits, soonest first. */
  readonly steps: readonly Step[];
  /** When people were last to be reminded; milliseconds. */
  readonly remindedAt?: number | undefined;
  readonly fallback?: Fallback | undefined;
  readonly outcome?: Outcome | undefined;
}

/**
 * Which of two places comes first: negative, zero, positive. A place is `<milliseconds>-<number>`, as
 * stream ids are; doors without a stream write the server's clock the same way.
 */
export function comparePlaces(one: string, other: string): number {
  const [oneMs = 0, oneNumber = 0] = one.split("-").map(Number);
  const [otherMs = 0, otherNumber = 0] = other.split("-").map(Number);
  return oneMs - otherMs || oneNumber - otherNumber;
}

/** Later than any deadline that people set, so that what has none comes after what has. */
const NO_DEADLINE = 5e12;

/** The order in which people should look: soonest deadline first; without one, longest waiting first. */
export function urgency({ deadlineAt, requestedAt }: Interrupt): number {
  return deadlineAt === undefined
    ? NO_DEADLINE + requestedAt
    : Math.min(deadlineAt, NO_DEADLINE - 1);
}

/**
 * Where a copy of a card is shown: `slack:TEAM/CHANNEL`, `slack:TEAM/CHANNEL/THREAD` for a message in a
 * thread, `slack:TEAM/@USER` for a direct one; the same on Discord with guild, channel, thread and user.
 */
export interface Address {
  readonly platform: PlatformName;
  readonly workspace: string;
  /** Empty where it is a direct message: the platform names that channel. */
  readonly channel: string;
  readonly thread?: string | undefined;
  readonly user?: string | undefined;
}

export function formatAddress({ platform, workspace, channel, thread, user }: Address): string {
  const place = user === undefined ? channel : `@${user}`;
  return `${platform}:${workspace}/${place}${thread === undefined ? "" : `/${thread}`}`;
}

/** Reads what {@link formatAddress} writes; undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  const parts = /^(slack|discord):([^/]+)\/(?:@([^/@]+)|([^/@]+)(?:\/([^/]+))?)$/.exec(text);
  const [, platform, workspace, user, channel = "", thread] = parts ?? [];
  if (platform === undefined || workspace === undefined) return undefined;
  return { platform: platform as PlatformName, workspace, channel, thread, user };
}
