import type { Context } from "./event.ts";
import type { Json } from "./json.ts";
import type { Payload } from "./payload.ts";

/** A chat platform that parley has an adapter for. */
export const PLATFORMS = ["slack", "discord"] as const;
export type PlatformName = (typeof PLATFORMS)[number];

/** The record layout this version writes. A record of a higher one is left to newer replicas. */
export const LAYOUT = 1;

/** Where a decision was made; told on the card and to whoever comes second. */
export type Via = PlatformName;

/** Why an open interrupt ended without an answer. */
export type InvalidationReason = "run.cancelled" | "run.completed" | "run.failed";

/** How an interrupt ended. `at` is milliseconds since 1970, of the Redis server's clock. */
export type Outcome =
  | {
      readonly kind: "decided";
      readonly action: "accept" | "reject";
      readonly by: DecidedBy;
      readonly via: Via;
      readonly at: number;
    }
  | {
      readonly kind: "answered";
      readonly answers: Readonly<Record<string, string>>;
      readonly by: DecidedBy;
      readonly via: Via;
      readonly at: number;
    }
  | { readonly kind: "expired"; readonly at: number }
  | { readonly kind: "resolved-elsewhere"; readonly resumeValue: Json; readonly at: number }
  | {
      readonly kind: "invalidated";
      readonly reason: InvalidationReason;
      readonly at: number;
    };

/** The principal who decided, with the name the roster had then. */
export interface DecidedBy {
  readonly id: string;
  readonly name: string;
}

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
  readonly outcome?: Outcome | undefined;
}

/** Later than any deadline that people set, so that what has none comes after what has. */
const NO_DEADLINE = 5e12;

/** The order in which people should look: soonest deadline first; without one, longest waiting first. */
export function urgency({ deadlineAt, requestedAt }: Interrupt): number {
  return deadlineAt === undefined
    ? NO_DEADLINE + requestedAt
    : Math.min(deadlineAt, NO_DEADLINE - 1);
}

/** `slack:TEAM/CHANNEL` or `discord:GUILD/CHANNEL`. */
export interface Address {
  readonly platform: PlatformName;
  readonly workspace: string;
  readonly channel: string;
}

export function formatAddress({ platform, workspace, channel }: Address): string {
  return `${platform}:${workspace}/${channel}`;
}

/** Reads what {@link formatAddress} writes; undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  const [, platform, workspace, channel] = /^(slack|discord):([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (platform === undefined || workspace === undefined || channel === undefined) return undefined;
  return { platform: platform as PlatformName, workspace, channel };
}
