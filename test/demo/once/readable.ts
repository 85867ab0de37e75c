import { members } from "../json.ts";
import type { Button } from "./seat.ts";

/** How a platform spells what can be read and pressed on a message. */
export interface Spelling {
  /** Members that hold text for people. */
  readonly textMembers: readonly string[];
  /** Reads a button; undefined for anything else. */
  readonly button: (part: Readonly<Record<string, unknown>>) => Button | undefined;
}

/** What people can read and press on a message, out of the JSON that the platform keeps of it. */
export function readMessage(
  parts: unknown,
  spelling: Spelling,
): { text: string; buttons: Button[] } {
  const texts: string[] = [];
  const buttons: Button[] = [];
  const read = (part: unknown): void => {
    if (Array.isArray(part)) {
      part.forEach(read);
      return;
    }
    const button = spelling.button(members(part));
    if (button !== undefined) {
      buttons.push(button);
      return;
    }
    for (const [name, value] of Object.entries(members(part))) {
      if (typeof value === "string") {
        if (spelling.textMembers.includes(name)) texts.push(value);
      } else read(value);
    }
  };
  read(parts);
  return { text: texts.join("\n"), buttons };
}
