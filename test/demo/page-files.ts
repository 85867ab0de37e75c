import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import ts from "typescript";

const FOLDER = new URL("page/", import.meta.url).pathname;

/** Names of the page's own files: nothing else of the disk can be asked for. */
const FILE = /^(?:[a-z0-9-]+\/)*[a-z0-9-]+\.(?:html|css|ts|svg)$/;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".ts": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * Everything comes from here and nothing inline runs: text that an agent or a person wrote could not become a
 * script even if the page put it in the wrong place.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Answers with a file of the page; TypeScript as the JavaScript it is without its types. */
export async function sendPageFile(name: string, response: ServerResponse): Promise<void> {
  const body = FILE.test(name) ? await read(name) : undefined;
  if (body === undefined) {
    response.writeHead(404, { "content-type": "text/plain" }).end("No such file.\n");
    return;
  }
  response.writeHead(200, {
    "content-type": TYPES[extname(name)] ?? "application/octet-stream",
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
  response.end(body);
}

async function read(name: string): Promise<string | undefined> {
  const text = await readFile(join(FOLDER, name), "utf8").catch(() => undefined);
  return text !== undefined && name.endsWith(".ts") ? withoutTypes(text, name) : text;
}

/** Imports keep their `.ts`: the browser asks for them by that name and gets JavaScript. */
function withoutTypes(text: string, fileName: string): string {
  const { ESNext } = ts.ModuleKind;
  const target = ts.ScriptTarget.ES2023;
  const compilerOptions = { module: ESNext, target, verbatimModuleSyntax: true };
  return ts.transpileModule(text, { fileName, compilerOptions }).outputText;
}
