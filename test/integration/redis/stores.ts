import { randomBytes } from "node:crypto";
import { announceChange, type Announcement } from "../../../src/core/announce.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import { LAYOUT } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import type { ApprovalData, Payload } from "../../../src/core/payload.ts";
import type { Press } from "../../../src/core/press.ts";
import { digestOf, shownDigest } from "../../../src/core/digest.ts";
import { refOf } from "../../../src/core/reference.ts";
import { partitionOf } from "../../../src/redis/keys.ts";
import { openRedis, type Store } from "../../../src/redis/redis.ts";
import type { RedisServer } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

/** 2026-03-03T10:00:00Z: when everything in these tests was asked. */
export const ASKED_AT = 1_772_532_000_000;

/** A store of one replica, under a prefix of its own unless two replicas are to share one. */
export async function openStore(
  redis: RedisServer,
  prefix = `test-${randomBytes(6).toString("hex")}`,
  offsetMs = 0,
): Promise<Store & { readonly prefix: string }> {
  const store = openRedis({ url: redis.url, prefix, onError: () => undefined, offsetMs });
  await until("Redis answers", async () => store.version());
  await store.clock.sync();
  await store.replicas.beat();
  return { ...store, prefix };
}

export function approval(data: Partial<ApprovalData> = {}): Payload {
  return {
    kind: "approval",
    key: "settle:1",
    data: {
      artifactId: "INV-42",
      artifactType: "invoice",
      title: "Settle invoice INV-42",
      actions: ["accept", "reject"],
      approversList: ["ada"],
      ...data,
    },
  };
}

export function newInterrupt(more: Partial<Interrupt> = {}): Interrupt {
  const runId = more.runId ?? `acme/${randomBytes(8).toString("hex")}`;
  const payload = more.payload ?? approval();
  return {
    layout: LAYOUT,
    ref: refOf(runId, payload.key),
    partition: partitionOf(runId),
    tenant: "acme",
    runId,
    nodeId: "settle",
    interruptId: `acme/${refOf(runId, payload.key)}`,
    payload,
    digest: digestOf(JSON.parse(JSON.stringify(payload)) as Json),
    context: {},
    requestedAt: ASKED_AT,
    destinations: ["slack:T0ACME/C0FINANCE"],
    version: 1,
    votes: [],
    exchanges: [],
    steps: [],
    ...more,
  };
}

export function accepted(interrupt: Interrupt): Interrupt {
  return {
    ...interrupt,
    version: interrupt.version + 1,
    outcome: {
      kind: "decided",
      verdict: "granted",
      action: "accept",
      resumeValue: {
        action: "accept",
        decidedBy: "ada",
        decidedAt: new Date(ASKED_AT + 1000).toISOString(),
      },
      by: { id: "ada", name: "Ada Lovelace" },
      via: "slack",
      at: ASKED_AT + 1000,
    },
  };
}

/** What the engine hears of what is opened, or has ended. */
export function announcementOf(next: Interrupt): Announcement {
  const announcement = announceChange(undefined, next, "v2.1");
  if (announcement === undefined) throw new Error("it is always announced");
  return announcement;
}

/** A press of Ada's on the card as it is; accepts where nothing else is said. */
export function pressOn(
  { partition, ref, digest }: Pick<Interrupt, "partition" | "ref" | "digest">,
  id: string,
  more: Partial<Press> = {},
): Press {
  return {
    layout: LAYOUT,
    id,
    platform: "slack",
    account: "slack:T0ACME/U0ADA",
    workspace: "T0ACME",
    reference: { partition, ref, shown: shownDigest(digest) },
    response: { resumeValue: { action: "accept" } },
    reply: "https://hooks.example/secret",
    ...more,
  };
}
