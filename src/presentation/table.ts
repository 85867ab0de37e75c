import { characters } from "../core/characters.ts";
import type { Json } from "../core/json.ts";
import { cleanText } from "./text.ts";

/** Rows that have the same flat members, as a table that fits a phone. */

/** What a code block holds in a line on a phone, in code points. */
const MAX_WIDTH = 38;
const MOST_COLUMNS = 5;
/** Rows of a table that is laid out at all: a longer one is cut by its lines, as any text is. */
const MOST_ROWS = 500;
const BETWEEN = "  ";

/** A value that is no list and no object, as people read it. */
export function plainValue(value: Json): string {
  if (typeof value === "string") return cleanText(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "(none)" : JSON.stringify(value);
}

/** The names of the members above, numbers to the right; undefined for what is no table or is too wide. */
export function narrowTable(value: Json): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_ROWS) return undefined;
  const rows = (value as readonly Json[]).map(flatRow);
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0 || names.length > MOST_COLUMNS) return undefined;
  const isOne = (row: Row | undefined): row is Row =>
    row !== undefined &&
    Object.keys(row).length === names.length &&
    names.every((name) => Object.hasOwn(row, name));
  if (!rows.every(isOne)) return undefined;
  const columns = names.map((name) => columnOf(name, rows));
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const isReadable = columns.every(({ cells }) => cells.every((cell) => !/[\n\t]/.test(cell)));
  if (!isReadable || width + BETWEEN.length * (columns.length - 1) > MAX_WIDTH) return undefined;
  return Array.from({ length: rows.length + 1 }, (_, line) =>
    columns
      .map(({ cells, width: wide, isNumeric }) => padded(cells[line] ?? "", wide, isNumeric))
      .join(BETWEEN)
      .trimEnd(),
  ).join("\n");
}

type Row = Readonly<Record<string, Json>>;

function flatRow(value: Json): Row | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const row = value as Row;
  const isFlat = Object.values(row).every((each) => each === null || typeof each !== "object");
  return isFlat ? row : undefined;
}

function columnOf(name: string, rows: readonly Row[]) {
  const values = rows.map((row) => row[name] ?? null);
  const cells = [cleanText(name), ...values.map(plainValue)];
  const width = cells.reduce((most, cell) => Math.max(most, characters(cell)), 0);
  return { cells, width, isNumeric: values.every((value) => typeof value === "number") };
}

function padded(text: string, width: number, isNumeric: boolean): string {
  const room = " ".repeat(width - characters(text));
  return isNumeric ? room + text : text + room;
}
