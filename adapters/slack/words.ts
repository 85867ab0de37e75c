import type { types } from "@slack/bolt";
import { isolateRuns } from "../../src/presentation/direction.ts";
import { duration } from "../../src/presentation/text.ts";
import type { Words } from "../../src/presentation/words.ts";
import { escapeMarkup } from "./measure.ts";

/** Slack writes it in the reader's own zone and language: `today 14:00`, `Mar 3, 2026 14:00`. */
const FORMAT = "{date_short_pretty} {time}";

type Inline = types.RichTextText | types.RichTextDate;
type Part = Words[number];

/**
 * Words as rich text, in which nothing is parsed. `since` (milliseconds) is what relative times count from:
 * Slack's only relative token is for the past, and a number that is right today and wrong tomorrow is a lie.
 */
export function wordsElements(words: Words, since?: number): Inline[] {
  return words
    .map((part) => plainPart(part, since) ?? part)
    .filter((part) => part !== "")
    .map((part) =>
      typeof part === "string"
        ? { type: "text", text: part }
        : { type: "date", timestamp: seconds(part.at), format: FORMAT, fallback: utc(part.at) },
    );
}

/** Words as mrkdwn: for a message's top-level text and for one line of context. */
export function wordsMrkdwn(words: Words, since?: number): string {
  return words
    .map((part) => {
      const plain = plainPart(part, since);
      if (plain !== undefined) return escapeMarkup(plain);
      return typeof part === "string" ? "" : dateMrkdwn(part.at);
    })
    .join("");
}

/** Words where Slack parses nothing at all, such as beside a form's field: times in UTC. */
export function wordsPlain(words: Words, since?: number): string {
  return words
    .map((part) => plainPart(part, since) ?? (typeof part === "string" ? part : utc(part.at)))
    .join("");
}

/** `<!date^…>` for an instant in milliseconds. */
export function dateMrkdwn(at: number): string {
  return `<!date^${seconds(at)}^${FORMAT}|${utc(at)}>`;
}

function plainPart(part: Part, since: number | undefined): string | undefined {
  if (typeof part === "string") return isolateRuns(part);
  if (part.as === "relative" && since !== undefined) {
    return `${duration(part.at - since)} after asking`;
  }
  return undefined;
}

const seconds = (at: number): number => Math.floor(at / 1000);

/** `2026-03-03 14:00 UTC` */
function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
