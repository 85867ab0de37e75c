import type { Log } from "../core/log.ts";
import type { Drafts } from "../core/ports/drafts.ts";
import type { KeptDrafts } from "../presentation/platform.ts";
import { NOT_RECORDED } from "../presentation/wording.ts";
import { inTime } from "./in-time.ts";

/** Drafts in bounded time; of what is in them nothing is ever logged. */
export function createDraftFlow({
  drafts,
  log,
}: {
  readonly drafts: Drafts;
  readonly log: Log;
}): KeptDrafts {
  const away = { ok: false, words: NOT_RECORDED } as const;
  return {
    async load(draft, withinMs) {
      const loading = drafts.load(draft);
      const inputs = await inTime(log, loading, withinMs, `a draft for ${draft.reference.ref}`);
      return inputs === undefined ? away : { ok: true, inputs };
    },
    async save(draft, inputs, withinMs) {
      const saving = drafts.save(draft, inputs).then(() => ({ ok: true }) as const);
      const what = `the saving of a draft for ${draft.reference.ref}`;
      return (await inTime(log, saving, withinMs, what)) ?? away;
    },
    async drop(draft, withinMs) {
      const dropping = drafts.drop(draft).then(() => true);
      await inTime(log, dropping, withinMs, `the end of a draft for ${draft.reference.ref}`);
    },
  };
}
