import { z } from "zod";
import type { Json } from "./json.ts";

/**
 * JSON inside of what an engine sent, which parseJson has checked already. It is taken as it is: zod's own
 * check copies it, and the copy loses a member named `__proto__`, which the digest counts.
 */
export const json = z.custom<Json>((value) => value !== undefined, { error: "is missing" });

export const jsonObject = z.custom<Readonly<Record<string, Json>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  { error: "must be an object" },
);
