import type { Json } from "../../src/core/json.ts";
import { type JsonObject, NotUnderstood, OutOfScope } from "./case.ts";

/** Checks one expected member; throws Unmet, NotUnderstood, or OutOfScope for what is not parley's. */
export type Check<Facts> = (expected: Json, facts: Facts) => void | Promise<void>;

export type Checks<Facts> = Readonly<Record<string, Check<Facts>>>;

/**
 * Checks every expected member. All have to be known before anything is judged, and all are judged: what is
 * not parley's is told only when the rest is as expected.
 */
export async function checkAll<Facts>(
  expect: JsonObject,
  checks: Checks<Facts>,
  facts: Facts,
): Promise<void> {
  const known = knownChecks(expect, checks);
  const out: string[] = [];
  for (const { expected, check } of known) {
    try {
      await check(expected, facts);
    } catch (error) {
      if (!(error instanceof OutOfScope)) throw error;
      out.push(error.message);
    }
  }
  if (out.length > 0) throw new OutOfScope([...new Set(out)].join("; "));
}

/** The check of every expected member; throws for one that nobody knows how to check. */
export function knownChecks<Facts>(expect: JsonObject, checks: Checks<Facts>) {
  return Object.entries(expect).map(([name, expected]) => {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) throw new NotUnderstood(`expect.${name}`);
    return { expected, check };
  });
}

/** Says something that is true whatever happens: a permission, another reading, a remark. */
export const REMARK: Check<unknown> = () => undefined;
