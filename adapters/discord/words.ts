import type { Words } from "../../src/presentation/words.ts";
import { isolateRuns } from "../../src/presentation/direction.ts";
import { neutralise, quote } from "./markdown.ts";

/** The words as Discord shows them: instants in the reader's own time zone and language. */
export function renderWords(words: Words): string {
  return words
    .map((part) => {
      if (typeof part === "string") return isolateRuns(neutralise(part));
      return part.as === "time" ? timestamp(part.at, "f") : timestamp(part.at, "R");
    })
    .join("");
}

/** An outcome: its first line is ours, what follows is what somebody answered. */
export function renderOutcome(outcome: Words): string {
  const [line = "", ...answered] = renderWords(outcome).split("\n");
  return answered.length === 0 ? line : `${line}\n${quote(answered.join("\n"))}`;
}

/** `f` is date and time, `R` is how long ago or until; `at` is milliseconds, Discord takes seconds. */
export function timestamp(at: number, style: "f" | "R"): string {
  return `<t:${Math.floor(at / 1000)}:${style}>`;
}
