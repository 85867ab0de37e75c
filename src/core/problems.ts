import type { z } from "zod";

/** So many problems are told; a list of a thousand wrong names says nothing that fifty do not. */
const MOST_TOLD = 50;

/**
 * Says what is wrong in words that name the field: `payload.data.title: must not be empty`. Only paths
 * and rules are told, never the value itself, which may be somebody's secret.
 */
export function problemsOf(error: z.ZodError, root = ""): string[] {
  const told = error.issues.slice(0, MOST_TOLD).map((issue) => {
    const path = [root, ...issue.path.map(String)].filter((part) => part !== "").join(".");
    return `${path === "" ? "the value" : path}: ${sentenceOf(issue)}`;
  });
  const left = error.issues.length - told.length;
  return left === 0 ? told : [...told, `and ${left} more`];
}

/** How zod's own messages begin. Any other is a sentence that stands beside its rule, and says more. */
const BY_ZOD = /^(?:Invalid|Too|Unrecognized)\b/;

/** zod's word for a type, as people say it. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What is wrong, as the end of a sentence that begins with the field: `must not be empty`. */
export function sentenceOf(issue: z.core.$ZodIssue): string {
  if (!BY_ZOD.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "unrecognized_keys":
      return `must not have ${listed(issue.keys.map((key) => key.slice(0, 60)))}`;
    case "invalid_type":
      // The value is not in the issue; zod's own words tell whether there was one.
      return issue.message.endsWith("received undefined")
        ? "is missing"
        : `must be ${TYPE_WORDS[issue.expected] ?? issue.expected}`;
    case "too_small":
      return isCounted(issue.origin)
        ? "must not be empty"
        : `must be at least ${String(issue.minimum)}`;
    case "too_big":
      return isCounted(issue.origin)
        ? `must not be longer than ${String(issue.maximum)} characters`
        : `must be at most ${String(issue.maximum)}`;
    case "invalid_value":
      return `must be one of ${listed(issue.values)}`;
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options)
        ? `must be one of ${listed(issue.options)}`
        : "fits none of the allowed forms";
    default:
      return issue.message;
  }
}

/** Of what is counted, only nothing is too small, and only strings have an upper limit. */
function isCounted(origin: string): boolean {
  return origin === "string" || origin === "array";
}

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 10).map((value) => JSON.stringify(value));
  const left = values.length - shown.length;
  return left === 0 ? shown.join(", ") : `${shown.join(", ")} and ${left} more`;
}
