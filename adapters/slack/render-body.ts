import type { types } from "@slack/bolt";
import { characters } from "../../src/core/characters.ts";
import type { Block as Piece, Field } from "../../src/presentation/artifact.ts";
import { type Block, preformatted, quiet, quote, richText, textWeight } from "./blocks.ts";
import { isolate, isolateRuns } from "../../src/presentation/direction.ts";
import { grouped } from "../../src/presentation/text.ts";
import { MORE_THAN_FITS } from "../../src/presentation/wording.ts";
import { clipToWeight } from "./measure.ts";

/** Room for a last line that says what is missing. */
const CUT_LINE = 150;
/** A beginning shorter than this tells nobody anything. */
const WORTH_SHOWING = 200;

export interface Body {
  readonly blocks: readonly Block[];
  /** Slack had less room than the card needs; the last block says so. */
  readonly cut: boolean;
}

/** A card's body in at most `room` of weight and `count` blocks; what does not fit is said in words. */
export function bodyBlocks(pieces: readonly Piece[], room: number, count: number): Body {
  const blocks: Block[] = [];
  let left = room;
  for (const [index, piece] of pieces.entries()) {
    const block = blockOf(piece);
    if (block === undefined) continue;
    const cost = textWeight(block);
    const isLast = index === pieces.length - 1;
    const reserve = isLast ? 0 : CUT_LINE;
    if (cost + reserve > left || blocks.length + (isLast ? 0 : 1) >= count) {
      return { blocks: [...blocks, ...beginningOf(piece, left, count - blocks.length)], cut: true };
    }
    blocks.push(block);
    left -= cost;
  }
  return { blocks, cut: false };
}

function beginningOf(piece: Piece, left: number, count: number): Block[] {
  const space = left - CUT_LINE;
  if ((piece.type === "text" || piece.type === "code") && space >= WORTH_SHOWING && count > 1) {
    const text = clipToWeight(piece.text, space);
    const shown = blockOf({ ...piece, text });
    if (shown !== undefined) {
      const length = grouped(characters(text) - 1);
      return [shown, quiet(`Showing the first ${length} characters: this message is full`)];
    }
  }
  return [quiet(MORE_THAN_FITS)];
}

function blockOf(piece: Piece): Block | undefined {
  switch (piece.type) {
    case "text":
      return piece.text === "" ? undefined : quote([{ type: "text", text: piece.text }]);
    case "ours":
      return richText(isolateRuns(piece.text));
    case "code":
      return piece.text === "" ? undefined : preformatted([piece.text]);
    case "cut":
      return quiet(piece.text);
    case "fields":
      return quote(piece.fields.flatMap(fieldLine));
  }
}

/** One line each, since Slack parses the texts of its own two-column fields. */
function fieldLine({ label, value }: Field, index: number): types.RichTextText[] {
  return [
    { type: "text", text: `${index === 0 ? "" : "\n"}${isolate(label)}: `, style: { bold: true } },
    { type: "text", text: value === "" ? "(empty)" : isolate(value) },
  ];
}
