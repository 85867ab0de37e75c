import { randomUUID } from "node:crypto";
import { createApiKeys } from "./api-keys.ts";
import { createBudgets } from "./budgets.ts";
import { createServerClock } from "./clock.ts";
import { connect, serverVersion } from "./connection.ts";
import { createConversations } from "./conversations.ts";
import { createCrews } from "./crews.ts";
import { createCopies, createCopySchedule } from "./copies.ts";
import { createDeadLetters } from "./dead-letters.ts";
import { createDrafts } from "./drafts.ts";
import { createInterviews } from "./interviews.ts";
import { createEvents } from "./events.ts";
import { createHints } from "./hints.ts";
import { createIdempotency } from "./idempotency.ts";
import { createIdentifies } from "./identifies.ts";
import { createInterrupts } from "./interrupts.ts";
import { keysUnder, PARTITIONS } from "./keys.ts";
import { createLeases } from "./leases.ts";
import { createLegacyTokens } from "./legacy-tokens.ts";
import { forgetConsumers } from "./orphans.ts";
import { createPresses } from "./presses.ts";
import { createReadings } from "./readings.ts";
import { createRelay } from "./relay.ts";
import { createReplicas } from "./replicas.ts";
import { createRuns } from "./runs.ts";
import { createShards } from "./shards.ts";
import { createThreadCursors } from "./thread-cursors.ts";
import { createThreads } from "./threads.ts";

export interface RedisOptions {
  readonly url: string;
  /** First part of every key and stream. */
  readonly prefix: string;
  /** Called for every connection error, many times while Redis is away. */
  readonly onError: (error: Error) => void;
  /** Added to the server's time; only tests set it, to step the clock. */
  readonly offsetMs?: number;
}

/** Everything that parley keeps in Redis, over two connections. */
export function openRedis({ url, prefix, onError, offsetMs = 0 }: RedisOptions) {
  const connections = connect(url, onError);
  const { commands, reader } = connections;
  const keys = keysUnder(prefix);
  const clock = createServerClock(commands, offsetMs);
  const replicas = createReplicas(commands, keys, randomUUID());
  const deadLetters = createDeadLetters(commands, keys, clock.now);
  return {
    keys,
    clock,
    replicas,
    interrupts: createInterrupts(commands, keys, offsetMs),
    runs: createRuns(commands, keys),
    hints: createHints(commands, keys),
    conversations: createConversations(commands, keys),
    idempotency: createIdempotency(commands, keys),
    legacyTokens: createLegacyTokens(commands, keys),
    presses: createPresses({
      redis: commands,
      keys,
      replicas,
      deadLetters,
      clock: clock.now,
      offsetMs,
    }),
    copies: createCopies(commands, keys),
    schedule: createCopySchedule(commands, keys, offsetMs),
    budgets: createBudgets(commands, keys, offsetMs),
    threads: createThreads(commands, keys),
    threadCursors: createThreadCursors(commands, keys),
    shards: createShards(commands, keys),
    crews: createCrews(commands, keys, offsetMs),
    identifies: createIdentifies(commands, keys, offsetMs),
    drafts: createDrafts(commands, keys),
    interviews: createInterviews(commands, keys),
    leases: createLeases(commands, keys),
    readings: createReadings(commands, keys),
    apiKeys: createApiKeys(commands, keys, offsetMs),
    relay: createRelay(commands, keys),
    events: createEvents({ commands, reader, keys, replicas, deadLetters }),
    /** Takes what replicas that are gone leave behind, besides work, out of every group. */
    async tidy(): Promise<void> {
      const streams = [keys.events, ...PARTITIONS.map((partition) => keys.presses(partition))];
      for (const stream of streams) await forgetConsumers(commands, stream, replicas);
    },
    version: () => serverVersion(commands),
    close: () => {
      connections.close();
    },
  };
}

export type Store = ReturnType<typeof openRedis>;
