import { isBlank } from "../../src/core/characters.ts";
import { sameText } from "../../src/presentation/typed-text.ts";
import { at, textAt } from "./json.ts";

/**
 * The texts that somebody wrote or changed in a form that was sent, in its order: for handing them back where
 * the form is of no use any more. `view` is what Slack sends of it, of which nothing is certain.
 */
export function typedIn(view: unknown): readonly string[] {
  const blocks = at(view, "blocks");
  if (!Array.isArray(blocks)) return [];
  return blocks.flatMap((block: unknown) => {
    const [id, action] = [textAt(block, "block_id"), textAt(block, "element", "action_id")];
    if (id === undefined || action === undefined) return [];
    const typed = textAt(view, "state", "values", id, action, "value");
    const initial = textAt(block, "element", "initial_value") ?? "";
    return typed === undefined || isBlank(typed) || sameText(initial, typed) ? [] : [typed];
  });
}
