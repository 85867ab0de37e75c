import type { IncomingMessage, ServerResponse } from "node:http";

import { isObject, type Json } from "./json.ts";
import type { CommandCall, Person, Press, Say, Submit } from "./people.ts";
import { person } from "./person.ts";
import { peopleIndex } from "./person-view.ts";
import { readBytes } from "./rest/request-body.ts";
import type { World } from "./world.ts";

/** Only this door may be used by pages of another origin: the demo page is one. */
const crossOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers": "content-type",
};

export class PeopleDoor {
  readonly #world: World;
  readonly #watching = new Set<ServerResponse>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Works below any prefix: what counts is what follows the last `/people`. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const path = url.pathname.slice(url.pathname.lastIndexOf("/people") + "/people".length);
    if (request.method === "OPTIONS") {
      response.writeHead(204, crossOrigin).end();
      return;
    }
    try {
      if (request.method === "GET") this.#read(path, url.searchParams, response);
      else await this.#act(path, request, response);
    } catch (error) {
      const shown = error instanceof Error ? error.message : String(error);
      reply(response, 400, { ok: false, shown });
    }
  }

  close(): void {
    for (const response of this.#watching) response.end();
  }

  #read(path: string, query: URLSearchParams, response: ServerResponse): void {
    if (path === "" || path === "/") reply(response, 200, peopleIndex(this.#world));
    else if (path === "/view") reply(response, 200, this.#person(query.get("as")).view());
    else if (path === "/changes") this.#watch(response);
    else reply(response, 404, { ok: false, shown: "there is nothing here" });
  }

  async #act(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await readBytes(request)).toString("utf8");
    const body: unknown = text === "" ? {} : JSON.parse(text);
    if (!isObject(body)) throw new Error("the body must be a JSON object");
    const action = actions.get(path);
    if (action === undefined) reply(response, 404, { ok: false, shown: "there is nothing here" });
    else reply(response, 200, await action(this.#person(body["as"]), body));
  }

  #person(id: unknown): Person {
    if (typeof id !== "string") throw new Error("say who, with `as`");
    return person(this.#world, id);
  }

  #watch(response: ServerResponse): void {
    const { changes } = this.#world;
    response.writeHead(200, {
      ...crossOrigin,
      "content-type": "text/event-stream",
      "cache-control": "no-cache",
    });
    const tell = (revision: number) => response.write(`data: {"revision":${revision}}\n\n`);
    tell(changes.revision);
    const stop = changes.subscribe(tell);
    this.#watching.add(response);
    response.on("close", () => {
      stop();
      this.#watching.delete(response);
    });
  }
}

type Action = (who: Person, body: Json) => unknown;

const actions = new Map<string, Action>([
  [
    "/press",
    (who, body) => who.press(texts(body, "place", "message", "action") as unknown as Press),
  ],
  [
    "/submit",
    (who, body) => who.submit({ values: {}, ...texts(body, "modal") } as unknown as Submit),
  ],
  ["/close", (who, body) => who.close(String(body["modal"]))],
  [
    "/command",
    (who, body) => who.command(texts(body, "place", "command") as unknown as CommandCall),
  ],
  ["/say", (who, body) => who.say(texts(body, "place", "text") as unknown as Say)],
  ["/dismiss", (who, body) => who.dismiss(String(body["id"]))],
]);

/** The body, once these members are known to be texts. */
function texts(body: Json, ...keys: string[]): Json {
  for (const key of keys)
    if (typeof body[key] !== "string") throw new Error(`"${key}" must be a text`);
  return body;
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...crossOrigin, "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
