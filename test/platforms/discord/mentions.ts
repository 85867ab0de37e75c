import type { AllowedMentions } from "./body/allowed-mentions.ts";
import type { MessageBody } from "./body/message.ts";
import { isObject, type Json } from "./json.ts";

/** Who is notified by a message. Embeds never notify; text displays do. */
export interface Pings {
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
}

/** Without allowed_mentions a bot's message parses all three, an interaction's answer only users. */
export type MentionDefaults = readonly ("users" | "roles" | "everyone")[];
export const botDefaults: MentionDefaults = ["users", "roles", "everyone"];
export const interactionDefaults: MentionDefaults = ["users"];

export interface MentionRules {
  readonly allowed: AllowedMentions | null | undefined;
  readonly defaults: MentionDefaults;
  readonly isUser: (id: string) => boolean;
  readonly mayMentionRole: (id: string) => boolean;
  readonly mayMentionEveryone: boolean;
}

export function findPings(
  body: Pick<MessageBody, "content" | "components">,
  rules: MentionRules,
): Pings {
  const text = withoutCode([body.content ?? "", ...displayed(body.components ?? [])].join("\n"));
  const users = found(text, /<@!?(\d+)>/g).filter((id) => rules.isUser(id));
  const roles = found(text, /<@&(\d+)>/g).filter((id) => rules.mayMentionRole(id));
  const everyone = /@(everyone|here)\b/.test(text) && rules.mayMentionEveryone;
  const { allowed } = rules;
  const parse = allowed === undefined || allowed === null ? rules.defaults : (allowed.parse ?? []);
  return {
    users: users.filter((id) => parse.includes("users") || (allowed?.users ?? []).includes(id)),
    roles: roles.filter((id) => parse.includes("roles") || (allowed?.roles ?? []).includes(id)),
    everyone: everyone && parse.includes("everyone"),
  };
}

function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))];
}

/** What stands in code is shown as written and mentions nobody. */
function withoutCode(text: string): string {
  return text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
}

/** The texts of all text displays, however deep. */
function displayed(components: readonly unknown[]): string[] {
  const textDisplay = 10;
  return components
    .filter(isObject)
    .flatMap((component: Json) => [
      ...(component["type"] === textDisplay && typeof component["content"] === "string"
        ? [component["content"]]
        : []),
      ...displayed(Array.isArray(component["components"]) ? component["components"] : []),
    ]);
}
