import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** Who sends a request, as far as the connection tells; headers can say anything. */
export function addressOf(context: Context): string {
  return getConnInfo(context).remote.address ?? "unknown";
}
