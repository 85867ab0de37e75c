import { parseEntry } from "../core/event.ts";
import { answerQuestion, endRun, name, resolveElsewhere } from "./changes.ts";
import { dead, DONE, type EngineOptions, type Handled } from "./handled.ts";
import { open } from "./opening.ts";

export interface EngineEntry {
  readonly fields: Readonly<Record<string, string>>;
  /** When the entry reached the stream: milliseconds, server clock. */
  readonly at: number;
}

/**
 * What engines say: they ask, they name, they decide elsewhere, their runs end. Each is handled so that
 * a second delivery, at once or after a restart, changes nothing more.
 */
export function createEngineFlow(options: EngineOptions) {
  return {
    async handle(entry: EngineEntry): Promise<Handled> {
      const parsed = parseEntry(entry.fields);
      if (!parsed.ok) return dead("malformed-entry", parsed.problems);
      const { incoming } = parsed;
      switch (incoming.event.type) {
        case "interrupt.requested":
        case "approval.requested":
        case "clarification.requested":
          return open(options, incoming, entry.at);
        case "interrupt.resolved":
        // Older names of the same, with the same payload.
        case "approval.received":
        case "approval.granted":
        case "approval.rejected":
        case "approval.overridden":
        case "clarification.resolved":
          return resolveElsewhere(options, incoming.event, entry.at);
        case "node.suspended":
          return name(options, incoming.event);
        case "parley.interrupt.answered":
          return answerQuestion(options, incoming.event, entry.at);
        case "run.cancelled":
        case "run.completed":
        case "run.failed":
          return endRun(options, incoming.event, incoming.event.type, entry.at);
        default:
          return DONE;
      }
    },
  };
}
