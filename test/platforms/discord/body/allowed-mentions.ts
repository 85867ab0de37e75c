import type { Field } from "./field.ts";
import { limits } from "./limits.ts";

/** As it arrives: which of the mentions in the text may notify somebody. */
export interface AllowedMentions {
  readonly parse?: readonly ("users" | "roles" | "everyone")[] | null;
  readonly users?: readonly string[] | null;
  readonly roles?: readonly string[] | null;
  readonly replied_user?: boolean;
}

const kinds = ["users", "roles", "everyone"];

export function checkAllowedMentions(field: Field): void {
  if (!field.object()) return;
  const parse = field.at("parse");
  for (const kind of parse.items({ min: 0, max: kinds.length, source: "" })) kind.oneOf(kinds);
  checkIds(field, "users");
  checkIds(field, "roles");
}

function checkIds(field: Field, kind: "users" | "roles"): void {
  const list = field.at(kind);
  const ids = list.items(kind === "users" ? limits.mentionedUsers : limits.mentionedRoles);
  for (const id of ids) id.snowflake();
  if (new Set(ids.map((id) => id.value)).size < ids.length)
    list.refuse("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value");
  const parse = field.at("parse").value;
  if (ids.length > 0 && Array.isArray(parse) && parse.includes(kind))
    field.refuse(
      "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
      `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
    );
}
