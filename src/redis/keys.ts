import { createHash, hash } from "node:crypto";
import { PARTITION_COUNT } from "../core/reference.ts";

/**
 * Hash tags of the partitions, as many as core/reference.ts counts. All keys of one run carry one tag, so that one script can change them
 * together; the tags were chosen so that their cluster slots are evenly spaced (512, 1536, 2560 …). The
 * list is part of the stored layout: its order and length never change.
 */
export const PARTITION_TAGS = [
  "ms3",
  "mws",
  "pt6",
  "arf",
  "mb1",
  "eoi",
  "pe4",
  "acd",
  "gxm",
  "ou5",
  "c0h",
  "ky8",
  "gio",
  "od7",
  "ceb",
  "rc2",
] as const;

/** Every partition, 0 to {@link PARTITION_COUNT} - 1. */
export const PARTITIONS: readonly number[] = PARTITION_TAGS.map((_, index) => index);

/** The partition of a run: every key of the run is there. */
export function partitionOf(runId: string): number {
  return createHash("sha256").update(runId).digest().readUInt32BE(0) % PARTITION_COUNT;
}

function nameDigest(name: string): string {
  return hash("sha256", name, "base64url");
}

/** Consumer group of every stream that parley reads. */
export const GROUP = "parley";

export type Keys = ReturnType<typeof keysUnder>;

/** Every key parley uses, under one prefix. The tag stands first, so that a listing shows the partition. */
export function keysUnder(prefix: string) {
  const at = (partition: number, name: string) => {
    const tag = PARTITION_TAGS[partition];
    if (tag === undefined) throw new RangeError(`there is no partition ${partition}`);
    return `{${tag}}:${prefix}:${name}`;
  };
  return {
    /** Streams that engines and operators use. */
    events: `${prefix}:events`,
    resolutions: `${prefix}:resolutions`,
    deadLetters: `${prefix}:dead-letters`,
    /** In the slot of the resolutions stream: `<partition>` moves so far, `<partition>:last` ids. Hash. */
    relayed: `{${prefix}:resolutions}:relayed`,
    /** In the slot of the dead letters: that an entry is there already. String with a life. */
    buried: (stream: string, id: string) => `{${prefix}:dead-letters}:buried:${stream}:${id}`,

    /** What the engine asked, immutable JSON. String. */
    payload: (partition: number, ref: string) => at(partition, `payload:${ref}`),
    /** `version`, `state` JSON, `announced` event JSON. Hash. */
    interrupt: (partition: number, ref: string) => at(partition, `interrupt:${ref}`),
    /**
     * What an engine said of interrupts, perhaps before it asked: `name:<ref>`, `ref:<name>`, and
     * `resolved:<name>` JSON. Hash with a life; the record is believed where it knows better.
     */
    hints: (partition: number, runId: string) => at(partition, `hints:${runId}`),
    /** `sequence`, `ended` JSON. Hash. */
    run: (partition: number, runId: string) => at(partition, `run:${runId}`),
    /** Refs of all interrupts of a run. Set. */
    runInterrupts: (partition: number, runId: string) => at(partition, `run-interrupts:${runId}`),
    /** What waits on a node of a run: member ref, score when it was asked. Sorted set. */
    nodeWaiting: (partition: number, runId: string, nodeId: string) =>
      at(partition, `node-waiting:${runId}:${nodeId}`),
    /** What ended last on a node of a run: its ref. String. */
    nodeEnded: (partition: number, runId: string, nodeId: string) =>
      at(partition, `node-ended:${runId}:${nodeId}`),
    /** `answer` JSON to the request with an idempotency key. Hash with a life. */
    answer: (partition: number, record: string) => at(partition, `answer:${record}`),
    /** Events on their way to the resolutions stream. Stream. */
    outbox: (partition: number) => at(partition, "outbox"),
    /** Presses that are recorded and not yet handled. Stream. */
    presses: (partition: number) => at(partition, "presses"),
    /** That a press was recorded, and how it was answered. Hash with a life. */
    press: (partition: number, pressId: string) => at(partition, `press:${nameDigest(pressId)}`),
    /** When something of an interrupt is due: a reminder, an escalation, its deadline. Member ref, score milliseconds. Sorted set. */
    deadlines: (partition: number) => at(partition, "deadlines"),
    /** Copies of cards of one interrupt: address → JSON. Hash. */
    copies: (partition: number, ref: string) => at(partition, `copies:${ref}`),
    /** What was answered so far in the threads of copies: address → JSON. Hash. */
    interviews: (partition: number, ref: string) => at(partition, `interviews:${ref}`),
    /** Copies that need work: member `<ref> <address>`, score milliseconds. Sorted set. */
    copiesDue: (partition: number) => at(partition, "copies-due"),
    /** What waits for one eligibility reference of one tenant: member ref, most urgent first. Sorted set. */
    waiting: (partition: number, tenant: string, reference: string) =>
      at(partition, `waiting:${tenant}:${reference}`),
    /** What somebody typed into a form and has not sent: input id → JSON. Hash with a life. */
    draft: (partition: number, ref: string, name: string) =>
      at(partition, `draft:${ref}:${nameDigest(name)}`),
    lease: (partition: number, name: string) => at(partition, `lease:${name}`),

    /** Who uses an idempotency key, and for which request: JSON. String with a life. */
    claim: (record: string) => `${prefix}:claim:${record}`,
    /** A token of version 1, by the SHA-256 of it in hex: `{ runId, nodeId, interruptId, expiresAt, intent }`. String. */
    legacyToken: (digest: string) => `${prefix}:legacy-token:${digest}`,
    /** The interrupt that a chat thread belongs to: a reference. String, immutable. */
    thread: (platform: string, threadId: string) => `${prefix}:thread:${platform}:${threadId}`,
    /** Questions whose cards stand in one chat thread: message id → reference. Hash with a life. */
    threadQuestions: (platform: string, threadId: string) =>
      `${prefix}:thread-questions:${platform}:${threadId}`,
    /** Ids of all API keys. Set. */
    apiKeys: `${prefix}:api-keys`,
    /** In the slot of the ids: one API key, with the digest of its secret and never the secret. Hash. */
    apiKey: (id: string) => `{${prefix}:api-keys}:${id}`,
    /** The interrupt that began a conversation: its ref, a space, its partition. String, immutable. */
    conversation: (tenant: string, conversationId: string) =>
      `${prefix}:conversation:${tenant}:${nameDigest(conversationId)}`,
    /** Who belongs to a group, a person's roles and the like, as read last: JSON. String with a life. */
    reading: (name: string) => `${prefix}:reading:${nameDigest(name)}`,
    /** Held by the replica that reads it. String with a life. */
    readingLease: (name: string) => `${prefix}:reading-lease:${nameDigest(name)}`,
    /** How far the threads of a platform have been handled: thread id → message id. Hash. */
    threadCursors: (platform: string) => `${prefix}:thread-cursors:${platform}`,
    /** In one slot: who holds the connection of a shard, that they listen, who stands by. Strings with lives. */
    shard: (name: string) => ({
      holder: `{${prefix}:shard:${name}}:holder`,
      listening: `{${prefix}:shard:${name}}:listening`,
      standby: `{${prefix}:shard:${name}}:standby`,
    }),
    /** In one slot: replicas that share shards (member a name, score milliseconds; sorted set), and how many shards (string). */
    crew: (name: string) => ({
      replicas: `{${prefix}:crew:${name}}:replicas`,
      shards: `{${prefix}:crew:${name}}:shards`,
    }),
    /** When the next introduction of a bucket may be: `next` milliseconds, `tries` without a session. Hash with a life. */
    identifies: (bucket: string) => `${prefix}:identifies:${bucket}`,
    /** In the slot of the workspace: calls made lately (member a name, score milliseconds; sorted sets), and pauses (strings). */
    budget: (workspace: string, name: string) => `{${prefix}:budget:${workspace}}:${name}`,
    /** Held by a living replica, renewed every second or so. String with a life. */
    replica: (consumer: string) => `${prefix}:replica:${consumer}`,
  };
}
