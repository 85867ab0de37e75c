import type { z } from "zod";

/**
 * Says what is wrong in words that name the field: `payload.data.title: must not be empty`. Only paths
 * and rules are told, never the value itself, which may be somebody's secret.
 */
export function problemsOf(error: z.ZodError, root = ""): string[] {
  return error.issues.map((issue) => {
    const path = [root, ...issue.path.map(String)].filter((part) => part !== "").join(".");
    return `${path === "" ? "the value" : path}: ${sentence(issue)}`;
  });
}

function sentence(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return `must not have ${issue.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(", ")}`;
    case "invalid_type":
      return `must be ${issue.expected}`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? "must not be empty"
        : `must be at least ${String(issue.minimum)}`;
    case "too_big":
      return issue.origin === "string" || issue.origin === "array"
        ? `must not be longer than ${String(issue.maximum)}`
        : `must be at most ${String(issue.maximum)}`;
    case "invalid_value":
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "invalid_union":
      return "discriminator" in issue && issue.discriminator === "kind"
        ? "is not a kind that parley knows"
        : "fits none of the allowed forms";
    default:
      return issue.message;
  }
}
