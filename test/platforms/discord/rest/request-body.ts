import type { IncomingMessage } from "node:http";

import { refusals } from "../api-error.ts";
import { limits } from "../body/limits.ts";
import type { Upload } from "../posting.ts";

export interface RequestBody {
  readonly body: unknown;
  readonly uploads: readonly Upload[];
}

export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** JSON, or a form with `payload_json` and `files[n]`. */
export async function parseBody(bytes: Buffer, contentType: string): Promise<RequestBody> {
  if (bytes.length > limits.requestBytes.max) throw refusals.requestTooLarge();
  if (bytes.length === 0) return { body: undefined, uploads: [] };
  if (!contentType.startsWith("multipart/form-data"))
    return { body: parseJson(bytes.toString("utf8")), uploads: [] };
  const headers = { "content-type": contentType };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData();
  const uploads: Upload[] = [];
  for (const [name, value] of form) {
    if (typeof value === "string") continue;
    const data = Buffer.from(await value.arrayBuffer());
    if (data.length > limits.fileBytes.max) throw refusals.requestTooLarge();
    const index = /^files\[(\d+)\]$/.exec(name)?.[1] ?? String(uploads.length);
    const type = value.type === "" ? "application/octet-stream" : value.type;
    uploads.push({ index, filename: value.name, contentType: type, data });
  }
  const payload = form.get("payload_json");
  return { body: typeof payload === "string" ? parseJson(payload) : {}, uploads };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusals.invalidJson();
  }
}
