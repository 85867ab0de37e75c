import type { FormField } from "../../src/presentation/form.ts";
import { joinPieces, pieceId, splitText } from "../../src/presentation/pieces.ts";
import { LIMITS } from "./limits.ts";
import { weight } from "./measure.ts";

/** One input of a field that is typed: its block, and what it begins with. */
export interface Piece {
  readonly id: string;
  readonly initial: string;
}

/** UTF-16 units that a piece begins with: room to type, and less where escaping makes a text longer. */
const LENGTHS = [2000, 1000, 500];

/**
 * The inputs of a field that is typed: one named like the field, or several that together hold a longer
 * text. Undefined where the text cannot be cut into inputs. The same field always gives the same pieces.
 */
export function piecesOf({ id, initial }: FormField): readonly Piece[] | undefined {
  const text = typeof initial === "string" ? initial : "";
  for (const length of LENGTHS) {
    const pieces = splitText(text, length, "utf-16");
    if (pieces === undefined) return undefined;
    if (pieces.some((piece) => weight(piece) > LIMITS.typed)) continue;
    if (pieces.length === 1) return [{ id, initial: text }];
    return pieces.map((initialOfPiece, index) => ({
      id: pieceId(id, index),
      initial: initialOfPiece,
    }));
  }
  return undefined;
}

/** The text that the pieces mean when they come back; undefined where none of them was shown. */
export function joined(
  pieces: readonly Piece[],
  typed: readonly (string | undefined)[],
): string | undefined {
  if (typed.every((text) => text === undefined)) return undefined;
  return joinPieces(
    pieces.map(({ initial }) => initial),
    typed,
  );
}
