import { randomBytes } from "node:crypto";
import type { Clock } from "./clock.ts";

/** docs.slack.dev/methods/files.getUploadURLExternal: the address that the bytes are posted to. */
const UPLOAD_PATH = "/upload/v1/";

/** A file as Slack keeps it. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  /** In bytes, as it was announced. */
  readonly size: number;
  title: string;
  /** Nothing of it has come yet when absent. */
  bytes?: Buffer;
  /** It stands in a message. */
  isShared: boolean;
}

/** The files of one workspace, from the announcement to the message that shares them. */
export class Files {
  readonly #clock: Clock;
  readonly #byId = new Map<string, StoredFile>();
  readonly #byPath = new Map<string, StoredFile>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes room for a file; its bytes are to be posted to the path. */
  announce(name: string, size: number): { readonly file: StoredFile; readonly path: string } {
    const id = `F${randomBytes(5).toString("hex").toUpperCase()}`;
    const path = UPLOAD_PATH + randomBytes(24).toString("base64url");
    const file: StoredFile = { id, name, size, title: name, isShared: false };
    this.#byId.set(id, file);
    this.#byPath.set(path, file);
    return { file, path };
  }

  find(id: string): StoredFile | undefined {
    return this.#byId.get(id);
  }

  isUpload(path: string): boolean {
    return this.#byPath.has(path);
  }

  /**
   * Takes the bytes of a file, once; they must be as many as were announced. Slack does not say what else it
   * would do, so this is as strict as it can be.
   */
  take(path: string, bytes: Buffer): number {
    const file = this.#byPath.get(path);
    if (file === undefined) return 404;
    if (file.bytes !== undefined || bytes.byteLength !== file.size) return 400;
    file.bytes = bytes;
    return 200;
  }

  /** Files are worked on after the call that ends an upload: the message that shows them comes later. */
  later(work: () => void): void {
    this.#clock.setTimer(1, work);
  }
}

/** What is in a POST: the bytes themselves, or one part of a form. docs.slack.dev/messaging/working-with-files */
export async function uploadedBytes(body: Buffer, contentType: string): Promise<Buffer> {
  if (!contentType.includes("multipart/form-data")) return body;
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": contentType },
  }).formData();
  const [part] = [...form.values()];
  if (part === undefined) return Buffer.alloc(0);
  return typeof part === "string" ? Buffer.from(part) : Buffer.from(await part.arrayBuffer());
}
