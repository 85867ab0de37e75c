export interface Case {
  readonly name: string;
  readonly run: () => Promise<void>;
  readonly withinMs?: number;
}

export interface Tally {
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
}

const CASE_WITHIN_MS = 20_000;
const OVERALL_MS = 240_000;

/**
 * Runs the cases of each lane one after another and the lanes beside each other, and prints a line for each.
 * Nothing hangs: a case that takes too long has failed, and when the whole takes too long, the rest has.
 */
export async function runCases(lanes: readonly (readonly Case[])[]): Promise<Tally> {
  const giveUpAt = performance.now() + OVERALL_MS;
  const results = await Promise.all(lanes.map((lane) => runLane(lane, giveUpAt)));
  const all = results.flat();
  const passed = all.filter(Boolean).length;
  return { cases: all.length, passed, failed: all.length - passed };
}

async function runLane(lane: readonly Case[], giveUpAt: number): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const { name, run, withinMs = CASE_WITHIN_MS } of lane) {
    const limitMs = Math.min(withinMs, giveUpAt - performance.now());
    try {
      if (limitMs <= 0) throw new Error(`not begun within ${OVERALL_MS} ms`);
      await within(run(), limitMs);
      process.stdout.write(`${name} ok\n`);
      results.push(true);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      process.stdout.write(`${name} FAILED: ${message.replaceAll("\n", "\n    ")}\n`);
      results.push(false);
    }
  }
  return results;
}

async function within(work: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
