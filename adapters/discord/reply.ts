/** How the person of a press is told something: by the interaction's token, or under the typed message. */
export type Reply =
  | { readonly kind: "interaction"; readonly applicationId: string; readonly token: string }
  | { readonly kind: "message"; readonly channelId: string; readonly messageId: string };

/** Writes a reply into a press. What it gives is a secret for 15 minutes. */
export function formatReply(reply: Reply): string {
  return JSON.stringify(reply);
}

/** Reads what {@link formatReply} writes; undefined for anything else, such as another version's. */
export function parseReply(text: string): Reply | undefined {
  const value = parsed(text);
  if (typeof value !== "object" || value === null) return undefined;
  const { kind, applicationId, token, channelId, messageId } = value as Record<string, unknown>;
  if (kind === "interaction" && isId(applicationId) && typeof token === "string") {
    return /^[\w.~-]{1,500}$/.test(token) ? { kind, applicationId, token } : undefined;
  }
  if (kind === "message" && isId(channelId) && isId(messageId)) {
    return { kind, channelId, messageId };
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is string {
  return typeof value === "string" && /^\d{1,20}$/.test(value);
}
