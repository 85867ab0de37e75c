import type { Plugin } from "vite";
import { RULES } from "./rules.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/** Names the rule that a run of the tests is to break. */
export const BROKEN_RULE = "PARLEY_BROKEN_RULE";

/** Breaks the rule that the environment names, in the source as the tests load it; no file changes. */
export function breakRule(): Plugin {
  const rule = RULES.find(({ name }) => name === process.env[BROKEN_RULE]);
  if (rule === undefined) throw new Error(`${BROKEN_RULE} names no rule`);
  return {
    name: "break-rule",
    enforce: "pre",
    transform(code, id) {
      if (id.split("?", 1)[0] !== `${ROOT}${rule.file}`) return undefined;
      if (code.split(rule.find).length !== 2) {
        throw new Error(`${rule.file} does not contain this exactly once: ${rule.find}`);
      }
      return code.replace(rule.find, () => rule.replace);
    },
  };
}
