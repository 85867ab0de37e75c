import { z } from "zod";
import { jsonObject } from "./json-checks.ts";
import type { Json } from "./json.ts";

/** Members that a vendor adds; carried as they are, never acted on, never dropped. */
const VENDOR_MEMBER = /^(?:openwop-|x-|vendor\.)/;

/** A closed shape that lets members with a vendor's prefix through, beside its own. */
export function withVendorMembers<Own extends object>(shape: z.ZodType<Own>) {
  return jsonObject.transform((payload, context): Own & Readonly<Record<string, Json>> => {
    const entries = Object.entries(payload);
    const own = entries.filter(([name]) => !VENDOR_MEMBER.test(name));
    const parsed = shape.safeParse(Object.fromEntries(own));
    if (!parsed.success) {
      for (const issue of parsed.error.issues) context.addIssue({ ...issue });
      return z.NEVER;
    }
    const vendors = entries.filter(([name]) => VENDOR_MEMBER.test(name));
    return { ...parsed.data, ...Object.fromEntries(vendors) };
  });
}
