import { createHash } from "node:crypto";
import { type Json, members } from "../json.ts";

/** SHA-256 of the payload's canonical JSON (RFC 8785), which anybody can work out. */
export function digestOf(payload: Json): string {
  return createHash("sha256").update(canonical(payload)).digest("hex");
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const sorted = Object.keys(members(value)).sort();
  const pairs = sorted.map(
    (name) => `${JSON.stringify(name)}:${canonical(members(value)[name] as Json)}`,
  );
  return `{${pairs.join(",")}}`;
}
