import type { StreamEntry } from "./engine.ts";
import { members } from "./json.ts";

/** As many characters as a card shows of it. */
const RUN_LENGTH = 13;

/** How the page shows an entry of a stream: so that a person finds the card that belongs to it. */
export interface ShownEntry {
  readonly stream: StreamEntry["stream"];
  readonly id: string;
  readonly type: string;
  /** What the question is called on its card, or why the entry is a dead letter. */
  readonly about: string;
  /** The run as its cards name it: without the tenant and "run-", and not all of a long one. */
  readonly run: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Only the request carries the title; everything else of its run is shown under the same one. */
export function entryShower(): (entry: StreamEntry) => ShownEntry {
  const titles = new Map<string, string>();
  return ({ stream, id, fields: texts }) => {
    // Fields hold JSON as text; a person reads it as the object it is.
    const pairs = Object.entries(texts).map(([name, text]) => [name, parsed(text)]);
    const fields: Record<string, unknown> = Object.fromEntries(pairs);
    const event = members(fields["event"]);
    const runId = textOf(event["runId"]);
    const title = titleOf(members(event["payload"]));
    if (title !== "" && stream === "events") titles.set(runId, title);
    const about = stream === "dead-letters" ? textOf(fields["reason"]) : titles.get(runId);
    const type = typeOf(event, stream);
    return {
      stream,
      id,
      type,
      about: about ?? "",
      run: runIn(runId),
      fields,
    };
  };
}

function runIn(runId: string): string {
  const run = runId.slice(runId.lastIndexOf("/") + 1).replace(/^run[-._~]?(?=.)/i, "");
  return run.length > RUN_LENGTH ? `${run.slice(0, RUN_LENGTH - 1)}…` : run;
}

function typeOf(event: Readonly<Record<string, unknown>>, stream: StreamEntry["stream"]): string {
  if (typeof event["type"] === "string") return event["type"];
  return stream === "dead-letters" ? "dead letter" : "not an event";
}

/** Every kind of question keeps what it is about under another name. */
function titleOf(payload: Readonly<Record<string, unknown>>): string {
  const data = members(payload["data"]);
  const questions = data["questions"];
  const first = Array.isArray(questions) ? members(questions[0])["question"] : undefined;
  const names = ["title", "prompt", "eventType", "customKind", "agentId"];
  return [first, ...names.map((name) => data[name])].map(textOf).find((text) => text !== "") ?? "";
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
