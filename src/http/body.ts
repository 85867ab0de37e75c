import type { DoorAnswer } from "../core/door.ts";
import { type Json, parseJson } from "../core/json.ts";
import { refuse } from "./answers.ts";

/** The largest body that is read: an event on the stream may be as large. Bytes. */
export const MAX_BODY_BYTES = 1_048_576;

export type ReadBody =
  | { readonly ok: true; readonly resumeValue: Json }
  | { readonly ok: false; readonly answer: Exclude<DoorAnswer, { ok: true }> };

/** Reads `{ "resumeValue": … }`, closed: the one member has to be there, and no other may. */
export async function readResumeBody(request: Request): Promise<ReadBody> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    return no("unsupported_media_type", "Send the body as Content-Type: application/json.");
  }
  if (!/^(?:identity)?$/i.test(request.headers.get("content-encoding") ?? "")) {
    return no("unsupported_media_type", "Send the body as it is, without a Content-Encoding.");
  }
  const bytes = await bytesOf(request).catch(() => "cut" as const);
  // Whoever hung up hears nothing; whose chunks make no sense has been answered.
  if (bytes === "cut") return no("validation_error", "The body did not arrive whole.");
  if (bytes === undefined) {
    return no("payload_too_large", `The body must not be larger than ${MAX_BODY_BYTES} bytes.`);
  }
  const text = textOf(bytes);
  if (text === undefined) return no("validation_error", "The body is not valid UTF-8.");
  const parsed = parseJson(text);
  if (!parsed.ok) return no("validation_error", `The body ${parsed.problem}.`);
  return resumeValueIn(parsed.value);
}

function resumeValueIn(body: Json): ReadBody {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return no("validation_error", 'The body must be an object like {"resumeValue": …}.');
  }
  const members = Object.keys(body);
  const other = members.find((name) => name !== "resumeValue");
  if (other !== undefined) {
    return no("validation_error", "The body must not have a member besides resumeValue.");
  }
  if (members.length === 0) return no("validation_error", "The member resumeValue is missing.");
  return { ok: true, resumeValue: (body as { readonly resumeValue: Json }).resumeValue };
}

/** The whole body; undefined as soon as it is too large, without reading the rest. */
async function bytesOf(request: Request): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function no(code: Parameters<typeof refuse>[0], message: string): ReadBody {
  return { ok: false, answer: refuse(code, message) };
}
