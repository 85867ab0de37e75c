import { answerable } from "../core/answerable.ts";
import { isBlank } from "../core/characters.ts";
import { shownDigest } from "../core/digest.ts";
import type { Interrupt, Outcome } from "../core/interrupt.ts";
import type { Payload } from "../core/payload.ts";
import { formatReference, referenceTo } from "../core/reference.ts";
import { artifactBlocks, type Block, isCut, proseBlocks } from "./artifact.ts";
import { ballotWords } from "./ballot-words.ts";
import { type CardButton, decisionButtons } from "./buttons.ts";
import { editBlocks } from "./edit-diff.ts";
import { exchangeWords } from "./exchanges.ts";
import { cleanLine, clip } from "./text.ts";
import { isolateRuns } from "./direction.ts";
import { kindWord, type NameOf, rawTitle, titleOf, whoMayDecide } from "./naming.ts";
import { elsewhereWord, goesAhead, outcomeWords } from "./outcome-wording.ts";
import type { Words } from "./words.ts";

/** What a card looks like at a glance; adapters choose a colour or a mark for it. */
export type CardState = "waiting" | "yes" | "no" | "back" | "over" | "told";

/** What people see of an interrupt, on any platform. Each adapter renders it; none adds to it. */
export interface Card {
  /** What buttons carry; also how a copy is found again. */
  readonly reference: string;
  readonly state: CardState;
  /** `Approval`, `Question`, `Accepted` …; changes with the state. */
  readonly stateWord: string;
  /** One line, never changes. */
  readonly title: string;
  /** Who asks: agent or workflow, and the run's short name. */
  readonly from: string;
  readonly askedAt: number;
  readonly body: readonly Block[];
  /** Who has voted and how many are needed, a line each; only where one voice is not enough. */
  readonly votes?: string | undefined;
  /** What was asked back, and what the engine answered. */
  readonly exchanges?: string | undefined;
  /** While waiting: until when, and what happens then. */
  readonly until?: Words | undefined;
  /** After the end, instead of buttons: what happened, by whom and when. */
  readonly outcome?: Words | undefined;
  /** While waiting: what cannot be done here, and why. */
  readonly notice?: string | undefined;
  readonly buttons: readonly CardButton[];
  /** Set when the answer is typed: the question, for a form's label or a thread's first line. */
  readonly question?: string | undefined;
  readonly digest: string;
  /** Who may decide, while somebody can, and the digest. */
  readonly foot: string;
}

export const SHOW_ALL: CardButton = { action: "show-all", label: "Show all", style: "quiet" };

/** The buttons of a card that a platform had to cut further than the card did itself. */
export function withShowAll(buttons: readonly CardButton[]): readonly CardButton[] {
  return buttons.some(({ action }) => action === "show-all") ? buttons : [...buttons, SHOW_ALL];
}

/** The card of an interrupt as it is now. A pure function of the record and of what people are called. */
export function present(interrupt: Interrupt, nameOf: NameOf): Card {
  const { payload, outcome } = interrupt;
  const body = [...bodyOf(payload), ...editBlocks(interrupt)];
  const ways = answerable(payload);
  return {
    reference: formatReference(referenceTo(interrupt)),
    state: goesAhead(interrupt) === false ? "no" : stateOf(outcome),
    stateWord: outcome === undefined ? kindWord(payload) : endWord(interrupt, outcome),
    title: titleOf(payload),
    from: fromOf(interrupt),
    askedAt: interrupt.requestedAt,
    body,
    votes: ballotWords(interrupt),
    exchanges: exchangeWords(interrupt),
    until: outcome === undefined ? untilOf(interrupt) : undefined,
    outcome: outcome === undefined ? undefined : outcomeWords(interrupt, outcome),
    notice: outcome === undefined && ways.way === "none" ? ways.why : undefined,
    buttons: buttonsOf(interrupt, isCut(body)),
    question:
      outcome === undefined && ways.way === "question"
        ? cleanLine(ways.question.question) || titleOf(payload)
        : undefined,
    digest: shownDigest(interrupt.digest),
    foot: footOf(interrupt, nameOf),
  };
}

/** The reader compares the digest with what the engine says it asked; who may decide matters until the end. */
function footOf(interrupt: Interrupt, nameOf: NameOf): string {
  const digest = shownDigest(interrupt.digest);
  const { way } = answerable(interrupt.payload);
  if (interrupt.outcome !== undefined || way === "none") return digest;
  const verb = way === "approval" ? "decide" : "answer";
  return `May ${verb}: ${isolateRuns(whoMayDecide(interrupt, nameOf))} · ${digest}`;
}

function endWord(interrupt: Interrupt, outcome: Outcome): string {
  const goes = goesAhead(interrupt);
  if (goes !== undefined) return goes ? "Going ahead" : "Stopped";
  switch (outcome.kind) {
    case "decided":
      switch (outcome.verdict) {
        case "granted":
        case "overridden":
          return "Accepted";
        case "rejected":
          return "Rejected";
        case "refined":
          return "Sent back";
      }
    case "answered":
      return "Answered";
    case "noted":
      return kindWord(interrupt.payload);
    case "expired":
      return "Expired";
    case "resolved-elsewhere":
      return elsewhereWord(interrupt.payload);
    case "invalidated":
      return "Withdrawn";
  }
}

function stateOf(outcome: Outcome | undefined): CardState {
  if (outcome === undefined) return "waiting";
  if (outcome.kind === "answered") return "yes";
  if (outcome.kind === "noted") return "told";
  if (outcome.kind !== "decided") return "over";
  switch (outcome.verdict) {
    case "granted":
    case "overridden":
      return "yes";
    case "rejected":
      return "no";
    case "refined":
      return "back";
  }
}

function fromOf({ context, runId, nodeId }: Interrupt): string {
  const who = cleanLine(context.agent ?? "") || cleanLine(context.workflowId ?? "") || nodeId;
  const run = runId.slice(runId.lastIndexOf("/") + 1).replace(/^run[-._~]?(?=.)/i, "");
  return `${clip(who, 80)} · run ${clip(run, 13)}`;
}

function bodyOf(payload: Payload): readonly Block[] {
  switch (payload.kind) {
    case "approval": {
      const { description, artifactType, artifactData } = payload.data;
      return [...prose(payload, description), ...artifactBlocks(artifactType, artifactData)];
    }
    case "clarification": {
      // One is the title; of several, each has the number that its answer will have.
      const { questions } = payload.data;
      const numbered = questions.map(({ question }, index) => `${index + 1}. ${question}`);
      return questions.length < 2 ? prose(payload) : proseBlocks(numbered.join("\n"));
    }
    case "external-event":
      return artifactBlocks("", payload.data.correlation);
    case "custom":
      return [...prose(payload), ...artifactBlocks("", payload.data.payload)];
    case "conversation.start":
      return prose(payload, payload.data.initialPrompt);
    case "conversation.exchange":
      return prose(payload);
    case "conversation.close":
      return prose(payload, payload.data.reason);
    case "low-confidence": {
      const { threshold, observed, decision } = payload.data;
      const sure = `It is ${percent(observed)} sure, and should be ${percent(threshold)}.`;
      const what = artifactBlocks("", decision);
      const text = what.length === 0 ? sure : `${sure} What it would do:`;
      return [{ type: "ours", text }, ...what];
    }
  }
}

/** `54%`, `99.5%`: as exact as it was given, up to a tenth. */
function percent(share: number): string {
  return `${Math.floor(share * 1_000 + 1e-6) / 10}%`;
}

/** What the title says, said again only when the title had to cut it, and what stands below it. */
function prose(payload: Payload, below = ""): readonly Block[] {
  const title = rawTitle(payload);
  const again = isShort(title) && cleanLine(title) === titleOf(payload) ? "" : title;
  const more = isShort(below) && cleanLine(below) === cleanLine(title) ? "" : below;
  return proseBlocks([again, more].filter((text) => !isBlank(text)).join("\n\n"));
}

/** What may be all there is of a title; cleaning a long text for nothing takes its time. */
function isShort(text: string): boolean {
  return text.length <= 4_096;
}

function untilOf({ deadlineAt, payload }: Interrupt): Words {
  if (deadlineAt === undefined) return ["No deadline"];
  const then = payload.kind === "approval" ? "it counts as rejected" : "nobody can answer any more";
  return [
    "Until ",
    { at: deadlineAt, as: "time" },
    " (",
    { at: deadlineAt, as: "relative" },
    `), then ${then}`,
  ];
}

function buttonsOf({ payload, outcome }: Interrupt, cut: boolean): readonly CardButton[] {
  const showAll = cut ? [SHOW_ALL] : [];
  return outcome === undefined ? [...decisionButtons(payload), ...showAll] : showAll;
}
