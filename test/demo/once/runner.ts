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
const OVERALL_MS = 420_000;

/**
 * Runs the cases one after another and prints a line for each. Nothing hangs: a case that takes too long has
 * failed, and when the whole takes too long, the rest has.
 */
export async function runCases(cases: readonly Case[]): Promise<Tally> {
  const giveUpAt = performance.now() + OVERALL_MS;
  let passed = 0;
  for (const { name, run, withinMs = CASE_WITHIN_MS } of cases) {
    try {
      await within(run, Math.min(withinMs, giveUpAt - performance.now()));
      passed += 1;
      process.stdout.write(`${name} ok\n`);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      process.stdout.write(`${name} FAILED: ${message.replaceAll("\n", "\n    ")}\n`);
    }
  }
  return { cases: cases.length, passed, failed: cases.length - passed };
}

async function within(run: () => Promise<void>, limitMs: number): Promise<void> {
  if (limitMs <= 0) throw new Error(`not begun: the whole took longer than ${OVERALL_MS} ms`);
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([run(), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
