import { boundId } from "./ids.ts";

/**
 * An id as one segment of a path. A tenant-bound id has a slash, which `%2F` carries only past front doors
 * that leave it alone; `~` is unreserved, so `~2F` arrives as it was sent (interrupt specification,
 * identity: the one-path-segment projection). Project exactly once, where the id leaves: a projection of a
 * projection is another id. Node ids are not projected, bodies and events carry the plain id.
 */

export type ReadSegment = { readonly ok: true; readonly id: string } | { readonly ok: false };

/** Bytes that stand for themselves. Not `~`, which begins an escape. */
const PLAIN = /[A-Za-z0-9._-]/;

/** Writes an id as a segment: its UTF-8 bytes, all but letters, digits and `. _ -` as `~` and two hex digits. */
export function projectId(id: string): string {
  return Array.from(Buffer.from(id), (byte) => {
    const character = String.fromCharCode(byte);
    return PLAIN.test(character)
      ? character
      : `~${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

/**
 * Reads a segment of a path that has been percent-decoded once. With a slash in it, it is the plain id, taken
 * literally, also where it has a `~`; else it is a projection. Not ok: a `~` without two hex digits after it,
 * and bytes that are not UTF-8. Whether the id is well formed is for the grammars in ids.ts to say.
 */
export function readSegment(segment: string): ReadSegment {
  if (segment.includes("/")) return { ok: true, id: segment };
  if (!segment.isWellFormed() || /~(?![0-9A-Fa-f]{2})/.test(segment)) return { ok: false };
  const bytes = Buffer.concat(
    segment
      .split(/(~..)/)
      .map((part) =>
        part.startsWith("~") ? Buffer.from(part.slice(1), "hex") : Buffer.from(part),
      ),
  );
  const id = bytes.toString();
  // What is not UTF-8 is read as U+FFFD, and does not come back as it was.
  return Buffer.from(id).equals(bytes) ? { ok: true, id } : { ok: false };
}

/** The tenant-bound id that a segment is; undefined where it is none, bare ids included. */
export function readBoundId(segment: string): string | undefined {
  const read = readSegment(segment);
  return read.ok ? boundId.safeParse(read.id).data : undefined;
}
