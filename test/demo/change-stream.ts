import type { ServerResponse } from "node:http";
import type { Engine } from "./engine.ts";
import { entryShower } from "./shown-entries.ts";

/** What tells that a person would see something else by now. Answers how to stop it. */
interface Changing {
  onChange(act: () => void): () => void;
}

export interface ChangeSources {
  readonly engine: Engine;
  readonly slack: Changing;
  readonly discord: Changing;
}

/** Sends what changes, as events named after where it did: of a platform only that, of the streams each entry. */
export function sendChanges(sources: ChangeSources, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.flushHeaders();
  const tell = (name: string, data: unknown) =>
    response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  const shown = entryShower();
  const stops = [
    sources.slack.onChange(() => tell("slack", {})),
    sources.discord.onChange(() => tell("discord", {})),
    sources.engine.watch((entry) => tell("entry", shown(entry))),
  ];
  response.once("close", () => {
    for (const stop of stops) stop();
  });
}
