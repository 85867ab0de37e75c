import { structuredPatch } from "diff";
import { digestOf } from "../core/digest.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Json } from "../core/json.ts";
import { artifactBlocks, type Block, flatFields } from "./artifact.ts";

/** What somebody changed in an artifact before they accepted it. */

/** Lines shown before and after each change. */
const CONTEXT = 2;
/** More changes, or longer texts, are shown as the new artifact instead: finding them costs too long. */
const MOST_CHANGES = 500;
const LONGEST = 200_000;

/**
 * Below the artifact as it was sent: what of it is otherwise now. Empty where nobody edited it, and where what
 * was accepted is what was sent.
 */
export function editBlocks(interrupt: Interrupt): readonly Block[] {
  const { payload, outcome } = interrupt;
  const edited = editedArtifact(outcome);
  if (payload.kind !== "approval" || edited === undefined || changesNothing(interrupt)) return [];
  const { artifactType, artifactData } = payload.data;
  const diff = artifactData === undefined ? undefined : diffOf(artifactData, edited);
  // A number and a text of its digits are not the same, and have no line that says so.
  return diff === undefined || diff === ""
    ? [{ type: "ours", text: "Accepted as edited:" }, ...artifactBlocks(artifactType, edited)]
    : [{ type: "ours", text: "Changed before it was accepted:" }, ...artifactBlocks("diff", diff)];
}

/** Whether it was accepted as an edit, and yet is what was sent, as canonical JSON has it. */
export function changesNothing({ payload, outcome }: Interrupt): boolean {
  const sent = payload.kind === "approval" ? payload.data.artifactData : undefined;
  const edited = editedArtifact(outcome);
  if (sent === undefined || edited === undefined) return false;
  return digestOf(sent) === digestOf(edited);
}

/** The artifact that was accepted in place of the one that was sent. */
export function editedArtifact(outcome: Interrupt["outcome"]): Json | undefined {
  if (outcome?.kind !== "decided" || outcome.action !== "edit-accept") return undefined;
  return (outcome.resumeValue as { readonly editedArtifactData: Json }).editedArtifactData;
}

/** Changed lines with `-` and `+` and a little around them; undefined when there are too many to find. */
function diffOf(before: Json, after: Json): string | undefined {
  const plain = fieldsDiff(before, after);
  // Lines may be the same where values are not, as a number and its digits: JSON tells those apart.
  return plain === undefined || plain === "" ? linesDiff(textOf(before), textOf(after)) : plain;
}

/** Of what the card shows as label and value, lines of that kind; undefined for anything else. */
function fieldsDiff(before: Json, after: Json): string | undefined {
  const [old, now] = [before, after].map((each) =>
    flatFields(each)
      ?.map(({ label, value }) => `${label}: ${value}`)
      .join("\n"),
  );
  return old === undefined || now === undefined ? undefined : linesDiff(old, now);
}

function linesDiff(old: string, now: string): string | undefined {
  if (old.length > LONGEST || now.length > LONGEST) return undefined;
  const patch = structuredPatch("", "", old, now, "", "", {
    context: CONTEXT,
    maxEditLength: MOST_CHANGES,
  });
  return patch?.hunks
    .map(({ lines }) => lines.filter((line) => !line.startsWith("\\")).join("\n"))
    .join("\n…\n");
}

function textOf(artifact: Json): string {
  return typeof artifact === "string" ? artifact : JSON.stringify(artifact, null, 2);
}
