import type { Log } from "../../../src/core/log.ts";
import { createCardFlow } from "../../../src/flows/cards.ts";
import type { Cards } from "../../../src/presentation/platform.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { nameOf } from "../../support/names.ts";

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What shows the cards of one store, of whatever platform, in one place; it reminds nobody and falls back on nothing. */
export function cardFlowOver(store: Store, cards: Cards) {
  return createCardFlow({
    ...store,
    shape: "v2.1",
    usualFor: () => [],
    cardsOf: () => cards,
    toRemind: () => Promise.resolve(undefined),
    nameOf,
    clock: store.clock.now,
    log: quiet,
  });
}
