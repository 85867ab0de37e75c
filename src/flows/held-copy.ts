import type { Copies, Copy, CopyName, LeftBehind } from "../core/ports/copies.ts";

/** Somebody else has changed the copy since this work on it read it: its lease was lost on the way. */
export class Overtaken extends Error {}

export type HeldCopy = ReturnType<typeof hold>;

/** A copy as one work on it knows it, and writes it: over nothing that it has not seen. */
export function hold(copies: Copies, name: CopyName) {
  let read: Copy | undefined;
  let known: Copy | undefined;
  return {
    name,

    load: async (): Promise<Copy | undefined> => {
      read = await copies.load(name);
      known = read;
      return read;
    },

    save: async (copy: Copy): Promise<void> => {
      const revision = known?.revision ?? 0;
      known = { ...copy, revision };
      if (!(await copies.save(name, known))) throw new Overtaken();
      known = { ...copy, revision: revision + 1 };
    },

    isOvertakenBy: (stored: Copy): boolean =>
      known !== undefined && (known.revision ?? 0) !== (stored.revision ?? 0),

    /**
     * Leaves the copy to whoever has overtaken this work. What it has drawn may have come after something newer,
     * so everything is drawn once more; a message that it has posted beside theirs is kept as one that was left
     * behind. Who has posted nothing has done nothing.
     */
    stepAside: async (): Promise<void> => {
      if (known?.message === undefined) return;
      const mine = { message: known.message, within: known.within };
      const isPosted = read?.message === undefined;
      for (;;) {
        const stored = await copies.load(name);
        if (stored === undefined) return;
        const next = { ...withMine(stored, mine, isPosted), shown: 0 };
        if (await copies.save(name, next, "due")) return;
      }
    },
  };
}

function withMine(stored: Copy, mine: LeftBehind, isPosted: boolean): Copy {
  const { message: posted, within } = mine;
  if (stored.message === undefined && isPosted) return { ...stored, message: posted, within };
  const others = [stored, ...(stored.left ?? [])].flatMap((each): readonly LeftBehind[] =>
    each.message === undefined ? [] : [{ message: each.message, within: each.within }],
  );
  const isKnown = others.some(({ message }) => message.id === posted.id);
  const all = isKnown ? others : [...others, mine];
  return { ...stored, left: all.filter(({ message }) => message.id !== stored.message?.id) };
}
