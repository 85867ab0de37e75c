import type { Log } from "../../src/core/log.ts";

/** What has been taken and is not finished. */
export interface InHand {
  /** Runs it; whatever it throws is logged, since nobody is there to catch it. */
  run(work: () => Promise<void>): void;
  /** Resolves when all of it is finished, or after that long. */
  finished(withinMs: number): Promise<void>;
}

export function inHand(log: Log): InHand {
  const works = new Set<Promise<void>>();
  return {
    run(work) {
      const running = work()
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : "unknown";
          log.error({ reason }, "Handling something from Discord failed");
        })
        .finally(() => works.delete(running));
      works.add(running);
    },
    async finished(withinMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      await Promise.race([Promise.all(works), late]);
      clearTimeout(timer);
      if (works.size > 0)
        log.warn({ count: works.size }, "Stopped before all presses were answered");
    },
  };
}
