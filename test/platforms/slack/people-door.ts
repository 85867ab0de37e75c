import type { IncomingMessage, ServerResponse } from "node:http";
import type { Changes } from "./changes.ts";
import { bodyOf } from "./http-body.ts";
import { isObject, textOf, type JsonObject } from "./json.ts";
import type { GivenValues, PersonDoor, Roster } from "./people.ts";

export interface PeopleDoorParts {
  changes: Changes;
  roster(): Roster;
  person(id: string): PersonDoor;
}

type Act = (person: PersonDoor, body: JsonObject) => unknown;

const word = (body: JsonObject, key: string): string => {
  const value = body[key];
  if (typeof value !== "string" || value === "") throw new Error(`"${key}" is missing.`);
  return value;
};

const values = (body: JsonObject): GivenValues =>
  isObject(body["values"]) ? (body["values"] as GivenValues) : {};

const thread = (body: JsonObject) => {
  const value = textOf(body["thread"]);
  return value === "" ? {} : { thread: value };
};

const ACTS: Record<string, Act> = {
  press: (person, body) =>
    person.press({
      place: textOf(body["place"]),
      message: word(body, "message"),
      action: word(body, "action"),
      values: values(body),
    }),
  submit: (person, body) => person.submit({ modal: word(body, "modal"), values: values(body) }),
  close: (person, body) => person.close({ modal: word(body, "modal"), all: body["all"] === true }),
  command: (person, body) =>
    person.command({
      place: word(body, "place"),
      command: word(body, "command"),
      text: textOf(body["text"]),
    }),
  say: (person, body) =>
    person.say({ place: word(body, "place"), text: word(body, "text"), ...thread(body) }),
};

/** The people door over HTTP. It may be mounted below any prefix, so only the end of the path counts. */
export class PeopleDoor {
  readonly #parts: PeopleDoorParts;
  readonly #streams = new Set<ServerResponse>();

  constructor(parts: PeopleDoorParts) {
    this.#parts = parts;
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    this.#route(request, response).catch((error: unknown) => {
      const shown = error instanceof Error ? error.message : String(error);
      if (!response.headersSent) json(response, 400, { ok: false, shown });
    });
  };

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://local");
    const [, name = ""] = /\/people(?:\/([a-z]*))?$/.exec(url.pathname) ?? [];
    allowEverybody(response);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    if (request.method === "GET") return this.#look(name, url, response);
    const act = ACTS[name];
    if (request.method !== "POST" || !act) return json(response, 404, { ok: false });
    const body: unknown = JSON.parse((await bodyOf(request)) || "{}");
    if (!isObject(body)) throw new Error("The body is no JSON object.");
    return json(response, 200, await act(this.#parts.person(word(body, "as")), body));
  }

  #look(name: string, url: URL, response: ServerResponse): void {
    if (name === "") return json(response, 200, this.#parts.roster());
    if (name === "changes") return this.#stream(response);
    if (name !== "view" && name !== "file") return json(response, 404, { ok: false });
    const person = this.#parts.person(url.searchParams.get("as") ?? "");
    if (name === "view") return json(response, 200, person.view());
    const bytes = person.download(url.searchParams.get("file") ?? "");
    response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes);
  }

  #stream(response: ServerResponse): void {
    const { changes } = this.#parts;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    const tell = (revision: number) => response.write(`data: ${JSON.stringify({ revision })}\n\n`);
    tell(changes.revision);
    const stop = changes.listen(tell);
    this.#streams.add(response);
    response.on("close", () => {
      stop();
      this.#streams.delete(response);
    });
  }

  close(): void {
    for (const stream of this.#streams) stream.end();
  }
}

function allowEverybody(response: ServerResponse): void {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-headers", "content-type");
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
