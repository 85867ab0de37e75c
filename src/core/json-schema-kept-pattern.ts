import { compilePattern, type CompiledPattern } from "./json-schema-pattern.ts";

/** A pattern that stays compiled over checks that were cut off. */
export interface KeptPattern {
  /** Compiles it if that is needed, so that no check has to. */
  readonly prepare: () => void;
  readonly test: (text: string) => boolean;
}

/**
 * Compiling costs many times what a search does. What was searching when a check was cut off may be half
 * changed inside: that one pattern is compiled again, and all others are kept.
 */
export function keptPattern(source: string): KeptPattern {
  let compiled: CompiledPattern | undefined;
  let isSearching = false;
  const prepared = (): CompiledPattern => {
    if (compiled === undefined || isSearching) compiled = compilePattern(source);
    isSearching = false;
    return compiled;
  };
  return {
    prepare: () => void prepared(),
    test(text) {
      const ready = prepared();
      isSearching = true;
      // What throws in here leaves the mark, too: a stack that is full is as good as a cut-off.
      const found = ready.ok && ready.pattern.matches(text);
      isSearching = false;
      return found;
    },
  };
}
