import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Json, parseJson } from "../../src/core/json.ts";
import { nameOf, type Result, runEntry } from "./run-case.ts";
import type { Ground } from "./world.ts";

/** Cases that are run at the same time; each waits for Redis and HTTP more than it computes. */
const AT_ONCE = 8;

/** Runs every case of a folder, in the order of its files. A file that is absent has no cases. */
export async function runFolder(ground: Ground, folder: string): Promise<readonly Result[]> {
  const openwop = await readFileOf(folder, "openwop.json");
  const flowdrop = await readFileOf(folder, "flowdrop.json");
  return [
    ...openwop.faults,
    ...(await inParallel(openwop.entries, async (entry, index) => runEntry(ground, entry, index))),
    ...flowdrop.faults,
    ...flowdrop.entries.map(notBuilt),
  ];
}

interface CasesFile {
  readonly entries: readonly Json[];
  /** Why the file cannot be read. */
  readonly faults: readonly Result[];
}

async function readFileOf(folder: string, name: string): Promise<CasesFile> {
  let text: string;
  try {
    text = await readFile(join(folder, name), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return { entries: [], faults: [] };
    }
    return unreadable(name, "it cannot be read");
  }
  const parsed = parseJson(text);
  if (!parsed.ok) return unreadable(name, `the file ${parsed.problem}`);
  return Array.isArray(parsed.value)
    ? { entries: parsed.value as readonly Json[], faults: [] }
    : unreadable(name, "the file is no list of cases");
}

function unreadable(name: string, why: string): CasesFile {
  const verdict = { kind: "failed", why: `not understood: ${why}` } as const;
  return { entries: [], faults: [{ id: name, area: "", verdict }] };
}

function notBuilt(entry: Json, index: number): Result {
  const why = "D30: the doors of FlowDrop are not built yet";
  return { id: nameOf(entry, index).id, area: "flowdrop", verdict: { kind: "out", why } };
}

/** The results in the order of the items, however long each took. */
async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next;
      results[index] = await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
