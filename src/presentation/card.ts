import { answerable, unavailableActions } from "../core/answerable.ts";
import { isBlank } from "../core/characters.ts";
import { shownDigest } from "../core/digest.ts";
import type { Interrupt, Outcome } from "../core/interrupt.ts";
import type { Action, Payload } from "../core/payload.ts";
import { formatReference, referenceTo } from "../core/reference.ts";
import { artifactBlocks, type Block, isCut, proseBlocks } from "./artifact.ts";
import { cleanLine, clip } from "./text.ts";
import { isolate } from "./direction.ts";
import { kindWord, rawTitle, shortRef, titleOf, whoMayDecide } from "./naming.ts";
import { outcomeWords } from "./wording.ts";
import type { Words } from "./words.ts";

/** What a card looks like at a glance; adapters choose a colour or a mark for it. */
export type CardState = "waiting" | "yes" | "no" | "over";

export type CardAction = "accept" | "reject" | "answer" | "show-all";

export interface CardButton {
  readonly action: CardAction;
  readonly label: string;
  readonly style: "primary" | "danger" | "plain";
}

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
  /** Who may decide, where somebody can; the digest; enough of the name to ask about it. */
  readonly foot: string;
}

export const SHOW_ALL: CardButton = { action: "show-all", label: "Show all", style: "plain" };

/** The buttons of a card that a platform had to cut further than the card did itself. */
export function withShowAll(buttons: readonly CardButton[]): readonly CardButton[] {
  return buttons.some(({ action }) => action === "show-all") ? buttons : [...buttons, SHOW_ALL];
}

/** The card of an interrupt as it is now. A pure function of the record. */
export function present(interrupt: Interrupt): Card {
  const { payload, outcome } = interrupt;
  const body = bodyOf(payload);
  const ways = answerable(payload);
  return {
    reference: formatReference(referenceTo(interrupt)),
    state: stateOf(outcome),
    stateWord: outcome === undefined ? kindWord(payload) : endWord(outcome),
    title: titleOf(payload),
    from: fromOf(interrupt),
    askedAt: interrupt.requestedAt,
    body,
    until: outcome === undefined ? untilOf(interrupt) : undefined,
    outcome: outcome === undefined ? undefined : outcomeWords(interrupt, outcome),
    notice: outcome === undefined ? noticeOf(payload) : undefined,
    buttons: buttonsOf(interrupt, isCut(body)),
    question:
      outcome === undefined && ways.way === "question"
        ? cleanLine(ways.question.question) || titleOf(payload)
        : undefined,
    digest: shownDigest(interrupt.digest),
    foot: footOf(interrupt),
  };
}

function footOf(interrupt: Interrupt): string {
  const { payload } = interrupt;
  const who = isolate(whoMayDecide(payload));
  return [
    ...(answerable(payload).way === "none" ? [] : [`May decide: ${who}`]),
    footMark(shownDigest(interrupt.digest), formatReference(referenceTo(interrupt))),
  ].join(" · ");
}

/** How every foot of one interrupt ends, and no other's. */
export function footMark(digest: string, reference: string): string {
  return `${digest} · ${shortRef(reference)}`;
}

function endWord(outcome: Outcome): string {
  switch (outcome.kind) {
    case "decided":
      return outcome.action === "accept" ? "Accepted" : "Rejected";
    case "answered":
      return "Answered";
    case "expired":
      return "Expired";
    case "resolved-elsewhere":
      return "Decided elsewhere";
    case "invalidated":
      return "Withdrawn";
  }
}

function stateOf(outcome: Outcome | undefined): CardState {
  if (outcome === undefined) return "waiting";
  if (outcome.kind === "answered") return "yes";
  if (outcome.kind === "decided") return outcome.action === "accept" ? "yes" : "no";
  return "over";
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
      const { questions } = payload.data;
      // The first one is the title.
      return prose(
        payload,
        questions
          .slice(1)
          .map(({ question }) => question)
          .join("\n\n"),
      );
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
      const fields = [
        { label: "Confidence", value: String(observed) },
        { label: "Needed", value: String(threshold) },
      ];
      return [{ type: "fields", fields }, ...artifactBlocks("", decision)];
    }
  }
}

/** What the title says, said again only when the title had to cut it, and what stands below it. */
function prose(payload: Payload, below = ""): readonly Block[] {
  const title = rawTitle(payload);
  const again = cleanLine(title) === titleOf(payload) ? "" : title;
  const more = cleanLine(below) === cleanLine(title) ? "" : below;
  return proseBlocks([again, more].filter((text) => !isBlank(text)).join("\n\n"));
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

const ACTION_WORDS: Readonly<Record<Action, string>> = {
  accept: "accept",
  reject: "reject",
  refine: "send back",
  "edit-accept": "edit and accept",
  ask: "ask",
};

function noticeOf(payload: Payload): string | undefined {
  const ways = answerable(payload);
  if (ways.way === "none") return ways.why;
  if (ways.way === "question") return undefined;
  const missing = unavailableActions(ways.data).map((action) => ACTION_WORDS[action]);
  if (missing.length === 0) return undefined;
  return `The engine also allows: ${missing.join(", ")}. That cannot be given here yet.`;
}

function buttonsOf({ payload, outcome }: Interrupt, cut: boolean): readonly CardButton[] {
  const showAll = cut ? [SHOW_ALL] : [];
  if (outcome !== undefined) return showAll;
  const ways = answerable(payload);
  if (ways.way === "question") {
    return [{ action: "answer", label: "Answer", style: "primary" }, ...showAll];
  }
  if (ways.way === "none") return showAll;
  const decisions: CardButton[] = [];
  if (ways.actions.includes("accept")) {
    decisions.push({ action: "accept", label: "Accept", style: "primary" });
  }
  if (ways.actions.includes("reject")) {
    decisions.push({ action: "reject", label: "Reject", style: "danger" });
  }
  return [...decisions, ...showAll];
}
