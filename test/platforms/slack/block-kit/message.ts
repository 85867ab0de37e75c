import { isObject, objectsIn, textOf, type JsonObject } from "../json.ts";
import { Refusal } from "../web-api/refusal.ts";
import { blocksRule } from "./blocks.ts";
import { LIMITS } from "./limits.ts";
import { Place, type Payload, type Surface } from "./problems.ts";
import { lengthOf } from "./rules.ts";

export const newPayload = (surface: Surface): Payload => ({
  surface,
  problems: [],
  blockIds: new Set(),
  focused: 0,
  markdownLength: 0,
});

export function problemsOfBlocks(blocks: unknown, attachments: unknown): string[] {
  const payload = newPayload("message");
  const root = new Place(payload, "");
  blocksRule(blocks, root.at("blocks"));
  for (const [index, attachment] of objectsIn(attachments).entries())
    if (attachment["blocks"] !== undefined)
      blocksRule(attachment["blocks"], root.at("attachments").at(index).at("blocks"));
  return payload.problems;
}

/** All that is read in blocks, in characters. */
function textLengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + textLengthOf(one), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce((sum, [key, inner]) => {
    const own =
      key === "text" && typeof inner === "string" ? lengthOf(inner, value["type"] === "mrkdwn") : 0;
    return sum + own + textLengthOf(inner);
  }, 0);
}

export interface MessageBody {
  text: string;
  blocks: JsonObject[];
  attachments: JsonObject[];
}

/** Refuses what chat.postMessage, chat.update and chat.postEphemeral refuse, with their words. */
export function checkMessageBody(body: MessageBody): void {
  if (body.text === "" && body.blocks.length === 0 && body.attachments.length === 0)
    throw new Refusal("no_text");
  if (body.attachments.length > LIMITS.attachments) throw new Refusal("too_many_attachments");
  const problems = problemsOfBlocks(body.blocks, body.attachments);
  if (problems.length > 0)
    throw new Refusal("invalid_blocks", {
      errors: problems,
      response_metadata: { messages: problems.map((problem) => `[ERROR] ${problem}`) },
    });
  checkTotalLength(body.blocks);
}

function checkTotalLength(blocks: readonly JsonObject[]): void {
  const hasRichText = blocks.some((block) => block["type"] === "rich_text");
  const limit = hasRichText ? LIMITS.messageBlocksTextWithRichText : LIMITS.messageBlocksText;
  // A markdown block has its own, almost as large, limit over the payload.
  const counted = blocks.filter((block) => block["type"] !== "markdown");
  if (textLengthOf(counted) > limit) throw new Refusal("msg_blocks_too_long");
}

/** A payload may come as JSON in a form field, or as JSON in JSON. */
export function parsedBlocks(value: unknown, errorCode: string): JsonObject[] | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const parsed = typeof value === "string" ? parsedJson(value) : value;
  if (!Array.isArray(parsed)) throw new Refusal(errorCode);
  return parsed.map((one) => (isObject(one) ? one : { type: textOf(one) }));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
