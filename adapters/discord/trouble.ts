import { Fault } from "../../src/core/fault.ts";
import { reasonOf } from "./faults.ts";

type TroubleLog = (level: "warn" | "error", fields: Readonly<Record<string, unknown>>) => void;

/**
 * What goes wrong in something that is done again and again: told when it begins or becomes another, and not
 * every time. A Fault is a warning; anything else is a mistake of ours, and an error.
 */
export class Trouble {
  readonly #log: TroubleLog;
  #told: string | undefined;

  constructor(log: TroubleLog) {
    this.#log = log;
  }

  tell(error: unknown): void {
    const fields = reasonOf(error);
    const said = JSON.stringify(fields);
    if (said === this.#told) return;
    this.#told = said;
    this.#log(error instanceof Fault ? "warn" : "error", fields);
  }

  isOver(): void {
    this.#told = undefined;
  }
}
