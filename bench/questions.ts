import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { digestOf } from "../src/core/digest.ts";
import { type Interrupt, LAYOUT } from "../src/core/interrupt.ts";
import type { Json } from "../src/core/json.ts";
import type { Payload } from "../src/core/payload.ts";
import { refOf } from "../src/core/reference.ts";
import { PARTITIONS, partitionOf } from "../src/redis/keys.ts";
import type { Store } from "../src/redis/redis.ts";
import { SLACK_CHANNEL, TENANT, WORKSPACE } from "../test/demo/world.ts";
import { until } from "../test/support/until.ts";

/** An open question whose card people see, and the ts of that card. */
export interface Shown {
  readonly interrupt: Interrupt;
  readonly ts: string;
}

const ADDRESS = `slack:${WORKSPACE}/${SLACK_CHANNEL}`;
const AT_ONCE = 200;
let cards = 0;

/** So many questions, each of a run of its own, and nobody knows of them yet. */
export function newQuestions(count: number): readonly Shown[] {
  return Array.from({ length: count }, question);
}

/** Opens them all, with a card of each that is already shown. */
export async function openQuestions(store: Store, questions: readonly Shown[]): Promise<void> {
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    const batch = questions.slice(from, from + AT_ONCE);
    await Promise.all(batch.map(async (each) => open(store, each)));
  }
}

function question(): Shown {
  const runId = `${TENANT}/${randomBytes(12).toString("hex")}`;
  const payload: Payload = {
    kind: "approval",
    key: "gate:1",
    data: {
      artifactId: "INV-2024-0042",
      artifactType: "invoice",
      title: "Settle invoice INV-2024-0042 of Chairs & Tables Ltd",
      artifactData: { amount: "4,200.00 EUR", supplier: "Chairs & Tables Ltd", due: "in 14 days" },
      actions: ["accept", "reject"],
      approversList: ["ada", "grace"],
    },
  };
  const ref = refOf(runId, payload.key);
  const interrupt: Interrupt = {
    layout: LAYOUT,
    ref,
    partition: partitionOf(runId),
    tenant: TENANT,
    runId,
    nodeId: "gate",
    interruptId: `${TENANT}/${ref}`,
    payload,
    digest: digestOf(JSON.parse(JSON.stringify(payload)) as Json),
    context: {},
    requestedAt: Date.now(),
    destinations: [ADDRESS],
    version: 1,
    votes: [],
    exchanges: [],
    steps: [],
  };
  cards += 1;
  return { interrupt, ts: `${1_700_000_000 + cards}.000200` };
}

/** The copy is there before the record, so that nobody finds a card that wants to be posted. */
async function open({ interrupts, copies }: Store, { interrupt, ts }: Shown): Promise<void> {
  const { partition, ref, version } = interrupt;
  const name = { partition, ref, address: ADDRESS };
  await copies.save(name, { shown: version, message: { id: ts }, failures: 0 });
  await interrupts.commit({ from: 0, next: interrupt });
  await copies.settle(name, version);
}

/** Resolves once every question has been decided: none of them waits for anybody. */
export async function allDecided(redis: Redis, keys: Store["keys"]): Promise<void> {
  const lists = PARTITIONS.map((partition) => keys.waiting(partition, TENANT, "principal:ada"));
  await until(
    "every decision",
    async () => {
      const pipeline = redis.pipeline();
      for (const list of lists) pipeline.zcard(list);
      const left = (await pipeline.exec()) ?? [];
      return left.every(([, count]) => count === 0) ? true : undefined;
    },
    { everyMs: 2, withinMs: 120_000 },
  );
}

/** Throws unless each question was decided by Ada, and its engine was told once. */
export async function requireExactlyOnce(
  redis: Redis,
  store: Store,
  questions: readonly Shown[],
): Promise<void> {
  const told = await until("every resolution", async () => {
    const entries = await redis.xrange(store.keys.resolutions, "-", "+");
    return entries.length < questions.length ? undefined : entries.map(([, [, event]]) => event);
  });
  const runs = new Set(told.map((event) => (JSON.parse(event ?? "") as { runId: string }).runId));
  for (const { interrupt } of questions) {
    const now = await store.interrupts.load(interrupt.partition, interrupt.ref);
    const outcome = now?.outcome;
    const isHers =
      outcome?.kind === "decided" && outcome.by !== "bearer" && outcome.by.id === "ada";
    if (!isHers || !runs.has(interrupt.runId)) {
      throw new Error("a press was not decided, or its engine was not told");
    }
  }
  if (told.length !== questions.length) throw new Error("an engine was told twice");
  await redis.del(store.keys.resolutions);
}
