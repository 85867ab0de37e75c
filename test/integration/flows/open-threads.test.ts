import { afterAll, beforeAll, expect, it } from "vitest";
import { openThreads, withCursors } from "../../../src/flows/open-threads.ts";
import { announcementOf, accepted, newInterrupt, openStore } from "../redis/stores.ts";
import { type RedisServer, startRedis } from "../../support/redis.ts";

let redis: RedisServer;
let store: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  redis = await startRedis();
  store = await openStore(redis);
});
afterAll(async () => {
  store.close();
  await redis.stop();
});

const ON_DISCORD = ["slack:T0ACME/C0FINANCE", "discord:300/400", "discord:301/401"];
const referenceOf = ({ partition, ref }: { partition: number; ref: string }) => ({
  partition,
  ref,
  shown: "0".repeat(12),
});

async function ask() {
  const interrupt = newInterrupt({ destinations: ON_DISCORD });
  await store.interrupts.commit({
    from: 0,
    next: interrupt,
    announcement: announcementOf(interrupt),
  });
  return interrupt;
}

const parts = () => ({
  threads: withCursors(store.threads, store.threadCursors, (platform) => platform === "discord"),
  cursors: store.threadCursors,
  interrupts: store.interrupts,
  copies: store.copies,
});

it("threads of open questions are listed where they are and from their beginning; ended ones are forgotten", async () => {
  const { threads } = parts();
  const [first, second, ended] = [await ask(), await ask(), await ask()];
  await threads.point("discord", "501", referenceOf(first));
  const name = { partition: first.partition, ref: first.ref, address: "discord:301/401" };
  await store.copies.save(name, { shown: 1, message: { id: "501" }, failures: 0 });
  // A question that stands in a thread beside others: nobody has to read what came before it.
  await threads.ask("discord", "502", "777", referenceOf(ended));
  await threads.ask("discord", "502", "778", referenceOf(second));
  await threads.point("discord", "503", referenceOf(ended));
  await threads.point("slack", "1.2", referenceOf(first));
  const over = accepted(ended);
  await store.interrupts.commit({ from: 1, next: over, announcement: announcementOf(over) });

  const found = await openThreads(parts(), "discord");
  expect(found.toSorted((one, other) => one.threadId.localeCompare(other.threadId))).toEqual([
    { threadId: "501", workspace: "301", after: "501" },
    { threadId: "502", workspace: "300", after: "777" },
  ]);
  expect([...(await store.threadCursors.all("discord")).keys()].toSorted()).toEqual(["501", "502"]);
  expect(await openThreads(parts(), "slack")).toEqual([]);
});
