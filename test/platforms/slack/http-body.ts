import type { IncomingMessage } from "node:http";

export async function bodyOf(request: IncomingMessage): Promise<string> {
  return (await bytesOf(request)).toString();
}

export async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
