import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import { json as readJson } from "node:stream/consumers";
import { sendChanges } from "./change-stream.ts";
import type { Engine } from "./engine.ts";
import { members } from "./json.ts";
import { sendPageFile } from "./page-files.ts";
import { SAMPLES } from "./samples.ts";
import { PEOPLE } from "./world.ts";

/** A local platform as the page needs it: its door for people, and when there is something new behind it. */
export interface PeopleDoor {
  handlePeople(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
  onChange(act: () => void): () => void;
}

export interface DemoServerOptions {
  readonly engine: Engine;
  readonly prefix: string;
  readonly slack: PeopleDoor;
  readonly discord: PeopleDoor;
  readonly port?: number | undefined;
}

export interface DemoServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startDemoServer(options: DemoServerOptions): Promise<DemoServer> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end(`${error instanceof Error ? error.message : String(error)}\n`);
    });
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  return { url: urlOf(server), stop: () => stopped(server) };
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The demo has no port.");
  return `http://127.0.0.1:${address.port}`;
}

async function stopped(server: Server): Promise<void> {
  server.close();
  // Streams of events stay open for as long as a page does.
  server.closeAllConnections();
  if (server.listening) await once(server, "close");
}

async function answer(
  options: DemoServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOfThisPage(request)) {
    response.writeHead(403, { "content-type": "text/plain" }).end("Not from the demo page.\n");
    return;
  }
  const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
  for (const platform of ["slack", "discord"] as const) {
    if (pathname.startsWith(`/${platform}/people`)) {
      request.url = (request.url ?? "").slice(platform.length + 1);
      await options[platform].handlePeople(request, response);
      return;
    }
  }
  switch (`${request.method} ${pathname}`) {
    case "GET /":
      return sendPageFile("index.html", response);
    case "GET /demo/world":
      return sendJson(response, worldOf(options));
    case "GET /demo/changes":
      return sendChanges(options, response);
    case "POST /demo/answer":
      return answerBack(options.engine, request, response);
    case "POST /demo/raise":
      return raise(options.engine, request, response);
    default:
      return sendPageFile(pathname.replace(/^\/page\//, ""), response);
  }
}

/** Other sites in the same browser can reach a local port too; their requests carry another host or origin. */
function isOfThisPage({ headers, socket }: IncomingMessage): boolean {
  const hosts = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  const { host = "", origin } = headers;
  return hosts.includes(host) && (origin === undefined || origin === `http://${host}`);
}

/** What the page has to know before it can show anything. */
function worldOf({ prefix }: DemoServerOptions) {
  const samples = SAMPLES.map(({ name, title, answerable }) => ({ name, title, answerable }));
  return { prefix, people: PEOPLE, samples };
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

async function raise(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { sample: name } = members(await readJson(request).catch(() => undefined));
  const sample = SAMPLES.find((candidate) => candidate.name === name);
  if (sample === undefined) {
    response.writeHead(404, { "content-type": "text/plain" }).end("There is no such sample.");
    return;
  }
  const { runId } = await engine.raise(sample.question, sample.agent);
  sendJson(response, { runId });
}

/** What an engine says to a question that somebody asked it back. */
async function answerBack(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = members(await readJson(request).catch(() => undefined));
  const textOf = (name: string) => (typeof asked[name] === "string" ? asked[name] : "");
  const on = { runId: textOf("runId"), nodeId: textOf("nodeId") };
  await engine.answer(on, textOf("interruptId"), textOf("askId"), textOf("answer"));
  sendJson(response, {});
}
