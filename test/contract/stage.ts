import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import type { Config } from "../../src/config.ts";
import type { Json } from "../../src/core/json.ts";
import type { Log } from "../../src/core/log.ts";
import { parseRoster, type Roster } from "../../src/identity/roster.ts";
import { type Parley, startParley } from "../../src/main.ts";
import { openRedis } from "../../src/redis/redis.ts";
import { createCredentials } from "../conformance/people.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";
import type { Driver, Person, SeenMessage } from "./driver.ts";
import { type Asked, startEngine } from "./engine.ts";

/** parley as `parley start` runs it, in this process: on a real Redis, with one platform. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Who may vote where many may: names as people have them. */
const VOTER_NAMES = ["محمد عبد الله", "ليلى", "🦊 Fox", "👩🏽‍🚀👨‍👩‍👧‍👦", "Łukasz Ñandú"];
export const VOTERS: readonly Person[] = Array.from({ length: 25 }, (_, index) => ({
  id: `v${index + 1}`,
  name: `${VOTER_NAMES[index % VOTER_NAMES.length] ?? ""} ${index + 1}`,
}));

const LISTED: readonly Person[] = [
  { id: "ada", name: "Ada Lovelace" },
  { id: "grace", name: "Grace Hopper", isTreasurer: true },
  { id: "lin", name: "Lin Wei", isTreasurer: true },
  { id: "chief", name: "Chief" },
  { id: "shut", name: "Shut", isReachable: false },
  ...VOTERS,
];
/** Eve is on the platform and not on the roster. */
const PEOPLE: readonly Person[] = [...LISTED, { id: "eve", name: "Eve" }];

export async function openStage(start: (people: readonly Person[]) => Promise<Driver>) {
  const server = await startRedis();
  const driver = await start(PEOPLE);
  const prefix = `contract-${randomBytes(6).toString("hex")}`;
  const engine = await startEngine(server.url, prefix);
  const logged: string[] = [];
  const first = await startReplica(server, driver, prefix, logged);
  const keys = openRedis({ url: server.url, prefix, onError: () => undefined });
  const keyOf = createCredentials(keys, {});

  /** Addresses where a copy is still to be brought up to date. */
  async function due(): Promise<readonly string[]> {
    const all = await engine.redis.keys(`*${prefix}:copies-due`);
    const members = await Promise.all(all.map(async (key) => engine.redis.zrange(key, 0, "-1")));
    return members.flat();
  }

  /** Is there nothing that parley has read and not finished, or not read? */
  async function isIdle(): Promise<boolean> {
    const [group = []] = (await engine.redis.xinfo("GROUPS", `${prefix}:events`)) as unknown[][];
    const waiting = ["pending", "lag"].map((name) => group[group.indexOf(name) + 1]);
    const presses = await engine.redis.keys(`*${prefix}:presses`);
    const lengths = await Promise.all(presses.map(async (key) => engine.redis.xlen(key)));
    return [...waiting, ...lengths].every((count) => count === 0) && (await due()).length === 0;
  }

  /** Resolves once everything that was said and pressed has been dealt with, and every copy is drawn. */
  async function settled(): Promise<void> {
    await until("nothing is left to do", async () => ((await isIdle()) ? true : undefined), {
      everyMs: 5,
    });
  }

  /** Copies of the card on somebody's screen. */
  const copies = (asked: Asked, who = "ada") =>
    driver.messages(who).filter(({ fromBot, shown }) => fromBot && isCardOf(asked, shown));

  return {
    driver,
    engine,
    logged,
    copies,
    /** The card, as soon as it is there and like this; told what was there instead. */
    async card(asked: Asked, isLike: (card: SeenMessage) => boolean = () => true, who = "ada") {
      return until("the card", () => copies(asked, who).find(isLike), { everyMs: 5 });
    },
    /** Asks, and waits for the card. */
    async ask(question: Parameters<typeof engine.ask>[0], context?: Json) {
      const asked = await engine.ask(question, context);
      const card = await until("the card", () => copies(asked)[0], { everyMs: 5 });
      return { asked, card };
    },
    due,
    settled,
    /** The one resume value that the run was given, without the instant; nothing else was after everything settled. */
    async resolution(asked: Asked): Promise<Json> {
      await until("interrupt.resolved", async () => (await engine.resolutions(asked))[0]);
      await settled();
      const all = await engine.resolutions(asked);
      if (all.length !== 1) throw new Error(`resolved ${all.length} times`);
      return withoutInstant(all[0] ?? null);
    },
    /** A private note that was not there before. */
    async noteAfter(who: string, act: () => Promise<unknown>): Promise<SeenMessage> {
      const before = new Set(driver.notes(who).map(({ id }) => id));
      await act();
      return until("a private note", () => driver.notes(who).find(({ id }) => !before.has(id)), {
        everyMs: 5,
      });
    },
    /** Answers at the HTTP door. */
    async answerOverHttp({ runId }: Asked, who: string, resumeValue: Json): Promise<number> {
      const path = `/runs/${runId.replace("/", "~2F")}/interrupts/gate`;
      const response = await fetch(`http://${first.http()}${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${await keyOf(who, "acme")}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ resumeValue }),
      });
      await response.text();
      return response.status;
    },
    /** One more replica, beside the others. */
    anotherReplica: async () => startReplica(server, driver, prefix, logged),
    async close() {
      await first.parley.stop();
      keys.close();
      engine.close();
      await driver.close();
      await server.stop();
    },
  };
}

/** The foot is on the card and on nothing else. */
function isCardOf({ mark }: Asked, { lines }: SeenMessage["shown"]): boolean {
  return lines.some(({ text }) => text.endsWith(mark));
}

async function startReplica(server: RedisServer, driver: Driver, prefix: string, logged: string[]) {
  let http = "";
  const keep: Log["info"] = (fields, message) => {
    logged.push(`${message} ${inspect(fields, { depth: 4 })}`);
    if (message === "ready") http = String((fields as { http?: unknown }).http);
  };
  const log: Log = { info: keep, warn: keep, error: keep };
  const config: Config = {
    redisUrl: server.url,
    streamPrefix: prefix,
    logLevel: "info",
    roster: rosterFor(driver),
    http: { host: "127.0.0.1", port: 0 },
    resolvedShape: "v2.1",
    ...driver.settings,
  };
  const parley: Parley = await startParley(config, log);
  await parley.ready;
  return { parley, http: () => http };
}

/** Requests of these types of artifact go their own ways. */
export const ROUTED = {
  waiting: "waiting",
  direct: "direct",
  waitingDirect: "waiting directly",
} as const;

function rosterFor(driver: Driver): Roster {
  const steps = {
    remind: ["6s"],
    escalate: { after: "3s", to: [`${driver.platform}:${driver.channelOf("other")}`] },
  };
  const file = {
    principals: LISTED.map(({ id, name }) => ({
      id,
      name,
      tenants: ["acme"],
      accounts: [driver.accountOf(id)],
      groups: id === "ada" || id === "grace" ? ["finance"] : [],
      override: id === "chief",
    })),
    groups: { treasury: driver.treasury },
    tenants: [
      {
        id: "acme",
        ...driver.home,
        routes: [
          { when: { artifactType: ROUTED.waiting }, ...steps, direct: "nobody" },
          { when: { artifactType: ROUTED.waitingDirect }, ...steps, direct: "eligible" },
          { when: { artifactType: ROUTED.direct }, direct: "eligible" },
        ],
      },
    ],
  };
  const parsed = parseRoster(JSON.stringify(file));
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  return parsed.roster;
}

/** `decidedAt` is an instant of just now, which cannot be foretold. */
function withoutInstant(value: Json): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { decidedAt: _at, ...rest } = value as Record<string, Json>;
  return rest;
}
