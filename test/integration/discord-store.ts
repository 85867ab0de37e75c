import type { ConnectionStore } from "../../adapters/discord/connection.ts";
import type { OpenThread } from "../../src/core/ports/thread-cursors.ts";

/** What a replica keeps that shares nothing with others: it always has its turn, and every one hears everything. */
export class OwnStore implements ConnectionStore {
  readonly kept = new Map<string, string>();
  openThreads: () => Promise<readonly OpenThread[]> = async () => [];

  readonly shards: ConnectionStore["shards"] = {
    take: async () => ({
      lease: {
        renew: async () => true,
        release: async () => undefined,
        passOn: async () => false,
        listens: async () => undefined,
      },
    }),
    look: async () => ({ leftMs: 0, listens: false, awaited: false }),
  };

  readonly crews: ConnectionStore["crews"] = {
    beat: async () => ({ replicas: 1, shards: undefined }),
    leave: async () => 0,
    agree: async (_, shards) => shards,
  };

  readonly identifies: ConnectionStore["identifies"] = {
    take: async () => 0,
    settle: async () => undefined,
  };

  readonly cursors: ConnectionStore["cursors"] = {
    begin: async (_, threadId, after) => void this.kept.set(threadId, after),
    advance: async (_, threadId, messageId) => void this.kept.set(threadId, messageId),
    all: async () => this.kept,
    drop: async (_, threadId) => void this.kept.delete(threadId),
  };
}
