import { createHash } from "node:crypto";
import { SHOWN_DIGEST_LENGTH, shownDigest } from "./digest.ts";

/**
 * What a button carries: where the record is and what was shown, nothing else. It is no secret and no
 * authority; who may decide is checked for every press.
 */
export interface Reference {
  /** Partition that holds the run's keys, 0 to {@link PARTITION_COUNT} - 1. */
  readonly partition: number;
  /** Our internal name of the interrupt: 128 bits, 22 characters of base64url. */
  readonly ref: string;
  /** First 12 hexadecimal characters of the digest of the payload that was shown. */
  readonly shown: string;
}

/** How many partitions there are: part of the stored layout, never changed. */
export const PARTITION_COUNT = 16;

const FORM = new RegExp(
  `^(0|[1-9]\\d?)\\.([A-Za-z0-9_-]{22})\\.([0-9a-f]{${SHOWN_DIGEST_LENGTH}})$`,
);

/** Writes a reference as `<partition>.<ref>.<digest prefix>`: under 100 ASCII characters. */
export function formatReference(reference: Reference): string {
  return `${reference.partition}.${reference.ref}.${reference.shown}`;
}

/** Reads a reference; undefined for anything that {@link formatReference} does not write. */
export function parseReference(text: string): Reference | undefined {
  const [, partition, ref, shown] = FORM.exec(text) ?? [];
  if (partition === undefined || ref === undefined || shown === undefined) return undefined;
  return Number(partition) < PARTITION_COUNT
    ? { partition: Number(partition), ref, shown }
    : undefined;
}

export function referenceTo(interrupt: {
  readonly partition: number;
  readonly ref: string;
  readonly digest: string;
}): Reference {
  return {
    partition: interrupt.partition,
    ref: interrupt.ref,
    shown: shownDigest(interrupt.digest),
  };
}

/**
 * The internal name of the interrupt that a run raises under a key. Derived, not drawn, so that the same
 * request delivered twice, or to two replicas at once, is one interrupt.
 */
export function refOf(runId: string, key: string): string {
  return createHash("sha256")
    .update(`${runId}\n${key}`)
    .digest()
    .subarray(0, 16)
    .toString("base64url");
}
