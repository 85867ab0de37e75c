import { createService } from "../../../src/flows/service.ts";
import { PARTITIONS } from "../../../src/redis/keys.ts";
import type { Store } from "../../../src/redis/redis.ts";
import type { flowsOver } from "./people.ts";

const nothing = () => undefined;
const done = async () => Promise.resolve();

/** All that a replica does by itself, besides showing cards, until it is stopped. */
export function serve(
  store: Store,
  {
    engine,
    presses,
    deadlines,
  }: Pick<ReturnType<typeof flowsOver>, "engine" | "presses" | "deadlines">,
) {
  const service = createService({
    partitions: PARTITIONS,
    events: store.events,
    handle: async ({ fields }) => engine.handle({ fields, at: store.clock.now() }),
    orderOf: ({ id }) => id,
    presses,
    cards: { refresh: done, redraw: done, sweep: done, stop: nothing },
    deadlines,
    relay: store.relay,
    beat: async () => store.replicas.beat(),
    tidy: async () => store.tidy(),
    tell: done,
    log: { info: nothing, warn: nothing, error: nothing },
  });
  const running = service.run();
  return async function stop(): Promise<void> {
    service.stop();
    await store.events.wake();
    await running;
    await service.idle();
  };
}
