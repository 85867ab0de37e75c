import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Redis } from "ioredis";
import { openRedis, type Store } from "../src/redis/redis.ts";
import { writeRoster } from "../test/demo/roster.ts";
import { freePort } from "../test/support/free-port.ts";
import { type RedisServer, startRedis } from "../test/support/redis.ts";
import { until } from "../test/support/until.ts";
import {
  type Contestant,
  ended,
  firstMessage,
  forked,
  processorMs,
  startBuilt,
  startPeer,
} from "./contestants.ts";
import { send } from "./load.ts";
import { pressRequest } from "./presses.ts";
import { allDecided, newQuestions, openQuestions, requireExactlyOnce } from "./questions.ts";

/**
 * Button presses a second over HTTP: parley, which records, decides and commits each of them, beside two
 * programs that only acknowledge. The last line is JSON with the two ratios.
 */
const { values } = parseArgs({
  options: {
    presses: { type: "string", default: "4000" },
    rounds: { type: "string", default: "5" },
    connections: { type: "string", default: "32" },
    /** Folder for a CPU profile of the bot. */
    profile: { type: "string" },
  },
});
const presses = Number(values.presses);
const rounds = Number(values.rounds);
const connections = Number(values.connections);

const SIGNING_SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
const NAMES = ["parley", "bare-bolt", "chat-adapter"] as const;

const say = (line: string) => void process.stdout.write(`${line}\n`);

interface Stand {
  readonly server: RedisServer;
  readonly redis: Redis;
  readonly store: Store;
  readonly slackOrigin: string;
  /** How many edits Slack's side has got so far. */
  readonly edits: () => Promise<number>;
  readonly contestants: readonly Contestant[];
  close(): Promise<void>;
}

async function openStand(): Promise<Stand> {
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-"));
  const server = await startRedis();
  const slack = forked("bench/quick-slack.ts", {});
  const { port } = (await firstMessage(slack)) as { readonly port: number };
  const slackOrigin = `http://127.0.0.1:${port}`;
  const settings = {
    SLACK_API_URL: `${slackOrigin}/api/`,
    SLACK_BOT_TOKEN: "xoxb-bench",
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
  };
  const own = { REDIS_URL: server.url, PARLEY_ROSTER: await writeRoster(folder) };
  const contestants = [
    await startBuilt(await freePort(), { ...settings, ...own }, values.profile),
    await startPeer("bare-bolt", await freePort(), settings),
    await startPeer("chat-adapter", await freePort(), settings),
  ];
  const redis = new Redis(server.url);
  const store = openRedis({ url: server.url, prefix: "parley", onError: () => undefined });
  await until("Redis answers", async () => store.version());
  return {
    server,
    redis,
    store,
    slackOrigin,
    contestants,
    async edits() {
      slack.send("how many");
      return ((await firstMessage(slack)) as { readonly edited: number }).edited;
    },
    async close() {
      await Promise.all(contestants.map((each) => each.stop()));
      await ended(slack);
      redis.disconnect();
      store.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One round of one contestant: presses a second. */
async function round(stand: Stand, { name, port, pid }: Contestant): Promise<number> {
  const { redis, store, slackOrigin } = stand;
  const questions = newQuestions(presses);
  if (name === "parley") await openQuestions(store, questions);
  const requests = questions.map(({ interrupt, ts }) => {
    const responseUrl = `${slackOrigin}/respond/${ts}`;
    return pressRequest(interrupt, ts, { port, signingSecret: SIGNING_SECRET, responseUrl });
  });
  const editsBefore = await stand.edits();
  const usedBefore = processorMs(pid);
  const startedAt = performance.now();
  await send(requests, { port, connections });
  if (name === "parley") await allDecided(redis, store.keys);
  const tookMs = performance.now() - startedAt;
  const used = (1_000 * (processorMs(pid) - usedBefore)) / presses;
  const rate = (1_000 * presses) / tookMs;
  say(`  ${name}: ${rate.toFixed(0)} a second, ${used.toFixed(0)} us of its processor each`);
  if (name === "parley") {
    await requireExactlyOnce(redis, store, questions);
    const isEdited = async () => (await stand.edits()) - editsBefore >= presses || undefined;
    await until("every edit", isEdited, { withinMs: 120_000 });
  }
  return rate;
}

async function main(): Promise<void> {
  const stand = await openStand();
  const rates = new Map<string, number[]>(NAMES.map((name) => [name, []]));
  for (let turn = 0; turn <= rounds; turn += 1) {
    say(turn === 0 ? "warm-up" : `round ${turn}`);
    for (const contestant of stand.contestants) {
      const rate = await round(stand, contestant);
      if (turn > 0) rates.get(contestant.name)?.push(rate);
    }
  }
  await stand.close();
  report(rates);
}

function report(rates: ReadonlyMap<string, readonly number[]>): void {
  const [parley = 0, bolt = 0, chat = 0] = NAMES.map((name) => median(rates.get(name) ?? []));
  say(`\n${presses} presses a round, ${rounds} rounds, ${connections} connections, medians:`);
  say(`parley, decided           ${parley.toFixed(0)} presses a second`);
  say(`bare Bolt, acknowledged   ${bolt.toFixed(0)}`);
  say(`chat, acknowledged        ${chat.toFixed(0)}`);
  say(`${availableParallelism()} CPUs, Node ${process.version}`);
  const ratio = (of: number) => Number((parley / of).toFixed(2));
  say(JSON.stringify({ ofBareBolt: ratio(bolt), ofChatBareAck: ratio(chat) }));
}

function median(rates: readonly number[]): number {
  const sorted = rates.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

await main();
