import { isBlank } from "../core/characters.ts";
import type { Json } from "../core/json.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Payload } from "../core/payload.ts";
import { titleOf } from "./naming.ts";
import { editedArtifact } from "./edit-diff.ts";

/** One text that an engine sent, byte for byte. */
export interface WholeText {
  /** What it is, as a file would be called: `artifact.json`, `description.txt`. */
  readonly name: string;
  readonly text: string;
}

/**
 * Everything of an interrupt that a card may have cut, at most four texts, each as it was sent. A title that a
 * card shows as it is stands above them already.
 */
export function wholeOf({ payload, outcome }: Interrupt): readonly WholeText[] {
  const edited = valueText("edited", editedArtifact(outcome));
  return [...textsOf(payload), ...edited].filter(({ text }) => !isBlank(text));
}

function textsOf(payload: Payload): readonly WholeText[] {
  switch (payload.kind) {
    case "approval": {
      const { title, description = "", artifactType, artifactData } = payload.data;
      return [
        { name: "title.txt", text: titleOf(payload) === title ? "" : title },
        { name: "description.txt", text: description },
        ...valueText("artifact", artifactData, artifactType),
      ];
    }
    case "clarification": {
      const text = payload.data.questions.map(({ question }) => question).join("\n\n");
      return [{ name: "questions.txt", text }];
    }
    case "external-event":
      return valueText("correlation", payload.data.correlation);
    case "custom":
      return valueText("payload", payload.data.payload);
    case "conversation.start":
      return [{ name: "prompt.txt", text: payload.data.initialPrompt ?? "" }];
    case "conversation.exchange":
      return [{ name: "prompt.txt", text: payload.data.prompt }];
    case "conversation.close":
      return [{ name: "reason.txt", text: payload.data.reason ?? "" }];
    case "low-confidence":
      return valueText("decision", payload.data.decision);
  }
}

function valueText(name: string, value: Json | undefined, type = ""): readonly WholeText[] {
  if (value === undefined) return [];
  if (typeof value !== "string") {
    return [{ name: `${name}.json`, text: JSON.stringify(value, null, 2) }];
  }
  return [{ name: `${name}.${/diff|patch/i.test(type) ? "diff" : "txt"}`, text: value }];
}
