import { type DiscordPlatform, discordPlatform } from "../../adapters/discord/index.ts";
import type { SharingTimes } from "../../adapters/discord/sharing.ts";
import type { Crews } from "../../src/core/ports/crews.ts";
import type { LocalDiscord } from "../platforms/discord/server.ts";
import type { RedisServer } from "../support/redis.ts";
import { FakeInbound, GUILD } from "./discord-stage.ts";
import { openStore } from "./redis/stores.ts";

/** A replica with the real adapter and a real Redis, and parley as each test says it is. */
export interface Replica {
  readonly platform: DiscordPlatform;
  readonly inbound: FakeInbound;
  /** What the log says: the words, then the fields. */
  readonly lines: string[];
  readonly redis: Awaited<ReturnType<typeof openStore>>;
  /** How often it has said that it is there. */
  readonly beats: () => number;
  /** Ends it as a crash does: what it had said in Redis stays there until its time is over. */
  readonly die: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ReplicaOptions {
  readonly config?: object;
  readonly guilds?: readonly string[];
  readonly times?: Partial<SharingTimes>;
  /** In place of the real ones. */
  readonly crews?: Partial<Crews>;
  /** The guild that a thread is in. */
  readonly workspaceOf?: (threadId: string) => string;
}

export async function openReplica(
  server: RedisServer,
  discord: LocalDiscord,
  prefix: string,
  { config, guilds = [GUILD], times, crews, workspaceOf = () => GUILD }: ReplicaOptions = {},
): Promise<Replica> {
  const store = await openStore(server, prefix);
  const lines: string[] = [];
  const write = (fields: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(fields)}`);
  };
  let beats = 0;
  const inbound = new FakeInbound();
  const platform = discordPlatform(
    { token: discord.token, apiUrl: discord.apiUrl, guilds, ...config },
    {
      log: { info: write, warn: write, error: write },
      ...(times === undefined ? {} : { times }),
      store: {
        ...store,
        crews: {
          ...store.crews,
          ...crews,
          beat: async (crew, forMs) => {
            beats += 1;
            return { ...store.crews, ...crews }.beat(crew, forMs);
          },
        },
        cursors: store.threadCursors,
        openThreads: async () =>
          [...(await store.threadCursors.all("discord"))].map(([threadId, after]) => ({
            threadId,
            workspace: workspaceOf(threadId),
            after,
          })),
      },
    },
  );
  const close = async () => {
    await platform.stop();
    store.close();
  };
  return {
    platform,
    inbound,
    lines,
    redis: store,
    beats: () => beats,
    die: async () => {
      store.close();
      await platform.stop();
    },
    close,
  };
}
