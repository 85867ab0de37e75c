import { refusals } from "../api-error.ts";
import type { Json } from "../json.ts";
import { checkAllowedMentions, type AllowedMentions } from "./allowed-mentions.ts";
import { checkMessageComponents } from "./components.ts";
import { checkEmbeds } from "./embeds.ts";
import { Field } from "./field.ts";
import { limits } from "./limits.ts";
import { Problems, type Path } from "./problems.ts";

export interface MessageBody {
  readonly content?: string | null;
  readonly embeds?: readonly Json[] | null;
  readonly components?: readonly Json[] | null;
  readonly allowed_mentions?: AllowedMentions | null;
  readonly flags?: number | null;
  readonly nonce?: string | number | null;
  readonly enforce_nonce?: boolean;
  readonly attachments?: readonly (Json & { readonly id: string | number })[] | null;
  readonly message_reference?: {
    readonly message_id: string;
    readonly fail_if_not_exists?: boolean;
  } | null;
}

export const flag = {
  suppressEmbeds: 1 << 2,
  hasThread: 1 << 5,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  suppressNotifications: 1 << 12,
  voice: 1 << 13,
  componentsV2: 1 << 15,
} as const;

/** By which door a message comes in; each allows other flags and asks for other things. */
type MessageDoor = "create" | "edit" | "webhook" | "webhookEdit" | "callback" | "update";

const { suppressEmbeds, suppressNotifications, ephemeral, voice, componentsV2 } = flag;

/** Discord docs: resources/message (create, edit), resources/webhook, receiving-and-responding. */
const settable: Record<MessageDoor, number> = {
  create: suppressEmbeds | suppressNotifications | voice | componentsV2,
  edit: suppressEmbeds | componentsV2,
  webhook: suppressEmbeds | ephemeral | suppressNotifications | componentsV2,
  webhookEdit: suppressEmbeds | componentsV2,
  callback: suppressEmbeds | ephemeral | suppressNotifications | voice | componentsV2,
  update: suppressEmbeds | ephemeral | suppressNotifications | voice | componentsV2,
};

export interface MessageContext {
  readonly door: MessageDoor;
  readonly path?: Path;
  readonly files: number;
  /** The flag cannot be taken back, so an edit of such a message is judged by the newer rules. */
  readonly alreadyV2?: boolean;
}

export function readMessage(value: unknown, context: MessageContext): MessageBody {
  const problems = new Problems();
  const body = new Field(value, context.path ?? [], problems);
  if (!body.required() || !body.object()) problems.throwIfAny();
  const flags = checkFlags(body.at("flags"), context.door);
  const v2 = (flags & componentsV2) !== 0 || context.alreadyV2 === true;
  if (v2) checkV2Exclusions(body);
  else body.at("content").text(limits.content);
  checkEmbeds(body.at("embeds"));
  checkMessageComponents(body.at("components"), v2);
  checkAllowedMentions(body.at("allowed_mentions"));
  checkAttachments(body.at("attachments"), context.files);
  body.at("sticker_ids").items(limits.stickers);
  checkNonce(body);
  const reference = body.at("message_reference");
  if (reference.object() && reference.at("message_id").required())
    reference.at("message_id").snowflake();
  const creates = context.door !== "edit" && context.door !== "webhookEdit";
  if (v2 && creates && context.door !== "update" && !hasItems(body.at("components")))
    body.at("components").refuse("BASE_TYPE_REQUIRED", "This field is required");
  problems.throwIfAny();
  if (creates && context.door !== "update" && isEmpty(body, context.files))
    throw refusals.emptyMessage();
  return body.value as MessageBody;
}

function checkFlags(field: Field, door: MessageDoor): number {
  const flags = field.integer({ min: 0, max: Number.MAX_SAFE_INTEGER, source: "" }) ?? 0;
  if ((flags & ~settable[door]) !== 0)
    field.refuse("MESSAGE_FLAGS_INVALID", `Flags ${flags & ~settable[door]} cannot be set here.`);
  return flags;
}

function checkV2Exclusions(body: Field): void {
  for (const key of ["content", "poll", "embeds", "sticker_ids"]) {
    const field = body.at(key);
    const absent = !field.given || field.value === "" || isEmptyList(field.value);
    if (!absent)
      field.refuse(
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        `The '${key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      );
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const hasItems = (field: Field) => Array.isArray(field.value) && field.value.length > 0;

function checkAttachments(list: Field, files: number): void {
  const items = list.items(limits.files);
  if (files > limits.files.max)
    list.refuse("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
  const seen = new Set<string>();
  for (const item of items) {
    const id = item.at("id");
    item.at("filename").text(limits.fileName);
    item.at("description").text(limits.fileDescription);
    if (!id.required()) continue;
    if (seen.has(String(id.value)))
      id.refuse("ATTACHMENT_ID_DUPLICATED", "Attachment ids must be unique");
    seen.add(String(id.value));
  }
}

function checkNonce(body: Field): void {
  const nonce = body.at("nonce");
  if (typeof nonce.value === "number") {
    if (!Number.isSafeInteger(nonce.value)) nonce.refuse("NUMBER_TYPE_COERCE", "Not an integer.");
  } else nonce.text(limits.nonce);
  if (body.at("enforce_nonce").value === true) nonce.required();
}

function isEmpty(body: Field, files: number): boolean {
  const content = body.at("content").value;
  if (typeof content === "string" && content.trim() !== "") return false;
  return (
    files === 0 && !["embeds", "components", "sticker_ids"].some((key) => hasItems(body.at(key)))
  );
}
