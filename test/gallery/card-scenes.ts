import type { Interrupt } from "../../src/core/interrupt.ts";
import type { Json } from "../../src/core/json.ts";
import type { Action } from "../../src/core/payload.ts";
import { after, approval, OUTCOMES, payloadOf, question, voteOf } from "../unit/core/samples.ts";
import { ALL, asked, ASKED_AT, ended, GRACE, invoice, NOW, pressed, votes } from "./questions.ts";
import type { Scene } from "./scene.ts";

/** Cards: every kind, every state, every artifact. */

const cards = (name: string, each: Readonly<Record<string, Interrupt>>): Scene => ({
  name,
  exhibits: Object.entries(each).map(([label, interrupt]) => ({ label, type: "card", interrupt })),
});

const MINUTE = 60_000;
const ALL_ACTIONS = { actions: [...ALL] };
const quorumOf = (more: Parameters<typeof invoice>[0] = {}) =>
  invoice({ requiredApprovals: 3, approversList: ["ada", "grace"], ...ALL_ACTIONS, ...more });

const kinds = cards("kinds", {
  approval: asked(invoice()),
  clarification: asked(question("Which evening suits the launch dinner?")),
  "clarification of four": asked(FOUR_QUESTIONS()),
  "external event": asked(
    payloadOf("external-event", {
      eventType: "payment.settled",
      correlation: { invoice: "INV-42", bank: "Northwind" },
    }),
  ),
  custom: asked(payloadOf("custom", { customKind: "pick-a-venue", payload: { city: "Bergen" } })),
  "conversation starts": ended(
    asked(
      payloadOf("conversation.start", {
        conversationId: "c-1",
        title: "Planning the launch",
        initialPrompt: "I will ask you a few things about the launch, one at a time.",
      }),
    ),
    OUTCOMES.noted,
  ),
  exchange: asked(
    payloadOf("conversation.exchange", {
      conversationId: "c-1",
      prompt: "How many guests do you expect?",
    }),
  ),
  "conversation ends": ended(
    asked(
      payloadOf("conversation.close", { conversationId: "c-1", reason: "Everything is planned." }),
    ),
    OUTCOMES.noted,
  ),
  "low confidence": asked(
    payloadOf("low-confidence", {
      agentId: "triage-agent",
      threshold: 0.8,
      observed: 0.54,
      decision: { label: "refund", amount: 40 },
    }),
  ),
});

function FOUR_QUESTIONS() {
  return payloadOf("clarification", {
    questions: [
      { id: "a", question: "Which evening suits the launch dinner?" },
      { id: "b", question: "How many guests?", schema: { type: "integer", minimum: 1 } },
      { id: "c", question: "Which menu?", schema: { enum: ["fish", "meat", "vegetables"] } },
      { id: "d", question: "Anything that guests cannot eat?" },
    ],
  });
}

const actionSet = (...actions: Action[]) => asked(invoice({ actions, description: "" }));
const actions = cards("actions", {
  "accept only": actionSet("accept"),
  "reject only": actionSet("reject"),
  "accept, ask": actionSet("accept", "ask"),
  "accept, send back": actionSet("accept", "refine"),
  "edit, reject": actionSet("edit-accept", "reject"),
  all: actionSet(...ALL),
});

const ballots = cards("ballots", {
  "0 of 3": asked(quorumOf()),
  "1 of 3": { ...asked(quorumOf()), votes: votes(1, "accept") },
  "2 of 3": { ...asked(quorumOf()), votes: votes(2, "accept") },
  "majority with rejections": {
    ...asked(quorumOf({ requiredApprovals: 5, rejectionPolicy: "majority" })),
    votes: [...votes(2, "accept"), ...votes(1, "reject", 2), ...votes(1, "refine", 3)],
  },
  "25 votes": { ...asked(quorumOf({ requiredApprovals: 40 })), votes: votes(25, "accept") },
  "edits that differ": {
    ...asked(quorumOf()),
    votes: [
      voteOf("ada", "edit-accept"),
      voteOf("grace", "accept"),
      voteOf("katherine", "edit-accept", {
        resumeValue: { action: "edit-accept", editedArtifactData: { amount: 8 } },
      }),
    ],
  },
});

const all = (data: Parameters<typeof invoice>[0] = {}) =>
  asked(invoice({ ...ALL_ACTIONS, ...data }));
const REFINE = {
  action: "refine",
  refineFeedback: {
    scope: "section",
    sectionPath: "Bank details",
    text: "The VAT number is missing.",
    tags: ["incomplete"],
  },
};
const EDIT: Json = {
  action: "edit-accept",
  editedArtifactData: { supplier: "Northwind Traders", amount: "1,150.00 EUR", due: "2026-03-10" },
};

const decided = cards("decided", {
  accepted: pressed(all(), { action: "accept" }, { via: "discord" }),
  "accepted by link, with a comment": pressed(
    all({ approverGroupRefs: [] }),
    { action: "accept", feedback: "As agreed on the phone." },
    { via: "link", by: undefined },
  ),
  "rejected with a reason": pressed(all(), {
    action: "reject",
    feedback: "This was paid in February.\nSee INV-39.",
  }),
  "rejected without": pressed(all(), { action: "reject" }, { via: "http" }),
  "sent back": pressed(all(), REFINE),
  "edited and accepted": pressed(all(), EDIT),
  "edited without a change": pressed(all(), {
    action: "edit-accept",
    editedArtifactData: {
      supplier: "Northwind Traders",
      amount: "1,200.00 EUR",
      due: "2026-03-10",
    },
  }),
  overridden: ended({ ...asked(quorumOf()), votes: votes(1, "accept") }, OUTCOMES.overridden),
  "accepted by three": pressed(
    { ...asked(quorumOf()), votes: votes(2, "accept") },
    { action: "accept" },
    { by: { ...GRACE, id: "p9", name: "Lin Wei", groups: ["finance"] } },
  ),
  "rejected, with votes for it": pressed(
    { ...asked(quorumOf()), votes: votes(2, "accept") },
    { action: "reject", feedback: "This was paid in February." },
    { by: { ...GRACE, id: "p9", name: "Lin Wei", groups: ["finance"] } },
  ),
});

const over = cards("over", {
  expired: ended(all(), { kind: "expired", at: NOW - MINUTE }),
  "expired short of its quorum": ended(
    { ...asked(quorumOf()), votes: votes(1, "accept") },
    { kind: "expired", at: NOW - MINUTE },
  ),
  "question expired": ended(asked(question()), { kind: "expired", at: NOW - MINUTE }),
  cancelled: ended(all(), { kind: "invalidated", reason: "run.cancelled", at: NOW - MINUTE }),
  failed: ended(all(), { kind: "invalidated", reason: "run.failed", at: NOW - MINUTE }),
  "resolved elsewhere": ended(all(), OUTCOMES.elsewhere),
  "question resolved elsewhere": ended(asked(question()), OUTCOMES.elsewhere),
  answered: ended(asked(question("Which evening suits?")), {
    ...OUTCOMES.answered,
    at: ASKED_AT + 3 * MINUTE,
  }),
  "answered, four": ended(asked(FOUR_QUESTIONS()), {
    ...OUTCOMES.answered,
    resumeValue: { answers: { a: "Friday", b: 24, c: "fish", d: "No nuts, please." } },
    at: ASKED_AT + 3 * MINUTE,
  }),
  "goes ahead": ended(asked(payloadOf("low-confidence")), {
    ...OUTCOMES.answered,
    resumeValue: true,
    at: ASKED_AT + 3 * MINUTE,
  }),
  stopped: ended(asked(payloadOf("low-confidence")), {
    ...OUTCOMES.answered,
    resumeValue: false,
    at: ASKED_AT + 3 * MINUTE,
  }),
});

function askedBack(): Interrupt {
  const ask = (interrupt: Interrupt, text: string, at: number) =>
    pressed(interrupt, { action: "ask", question: text }, { at, by: GRACE });
  const first = ask(all(), "Which purchase order does this belong to?", ASKED_AT + MINUTE);
  const askId = first.exchanges[0]?.askId ?? "";
  const answered = after(first, {
    type: "reply",
    askId,
    answer: "PO-7731, signed by Grace on 12 February.",
    at: ASKED_AT + 3 * MINUTE,
  });
  return ask(answered, "And who checked the goods in?", ASKED_AT + 5 * MINUTE);
}

const during = cards("during", {
  "asked back": askedBack(),
  "no deadline": all(),
  "in a minute": { ...all(), deadlineAt: NOW + MINUTE },
  "in two days": { ...all(), deadlineAt: NOW + 2 * 24 * 60 * MINUTE },
  "past, not yet swept": { ...all(), deadlineAt: NOW - 1_000 },
  "a question with a deadline": { ...asked(question()), deadlineAt: NOW + 30 * MINUTE },
});

const eligible = cards("eligible", {
  list: asked(invoice({ approverGroupRefs: [], approversList: ["ada", "grace"] })),
  "groups and roles": asked(
    invoice({ approverGroupRefs: ["finance", "board"], approverRoleRefs: ["cfo"] }),
  ),
  many: asked(
    invoice({ approversList: Array.from({ length: 30 }, (_, index) => `person-${String(index)}`) }),
  ),
  open: asked(invoice({ approverGroupRefs: [] })),
  unknown: asked(invoice({ approverGroupRefs: [], approversList: ["usr_01HZX9K3", "ada"] })),
});

const MARKDOWN =
  "# Version 2.4\n\n- Faster search\n- **Fewer** crashes\n\n> Thanks to everybody\n\n```\nnpm i\n```";
const DIFF = Array.from({ length: 40 }, (_, line) =>
  line % 5 === 0
    ? `-  const total${line} = 0;`
    : line % 5 === 1
      ? `+  const total${line} = 0n;`
      : `   keep(${line});`,
).join("\n");
const TABLE = "| item | amount |\n| --- | ---: |\n| Paper | 120.00 |\n| Toner | 340.50 |";
const of = (artifactType: string, artifactData: Json) =>
  asked(approval({ artifactType, artifactData, description: "Please look at this." }));

const artifacts = cards("artifacts", {
  flat: of("invoice", { supplier: "Northwind", amount: 1200, paid: false, note: "", ref: null }),
  nested: of("order", { id: 7, lines: [{ item: "Paper", amount: 120 }], to: { city: "Bergen" } }),
  markdown: of("text/markdown", MARKDOWN),
  diff: of("text/x-diff", DIFF),
  text: of(
    "text/plain",
    "Dear Ms Øberg,\n\nyour order has left our warehouse today.\n\nKind regards",
  ),
  table: of("table", TABLE),
  "50,000 characters": of(
    "text/plain",
    "The quick brown fox jumps over the lazy dog.\n".repeat(1_112),
  ),
  none: asked(approval({ description: "Restart the service, please." })),
});

const hostile = cards("hostile", {
  "150 characters": asked(
    invoice({ title: "Settle the invoice of the supplier for the delivery of ".repeat(3).trim() }),
  ),
  arabic: asked(invoice({ title: "اعتماد الفاتورة رقم ٤٢", approversList: ["محمد"] }), {
    context: { agent: "وكيل الفواتير" },
  }),
  emoji: asked(invoice({ title: "🚀 Ship it 👩‍👩‍👧‍👦 :tada:" })),
  markdown: asked(
    invoice({
      title: "**Accepted** by <@U0ADA> @everyone [click](https://evil.example)",
      description:
        "# Accepted\n> by Ada\n<!channel> @here `code` \u202Egnp.exe\u202C ~~x~~\n-# Decided",
      artifactData: { "**Accepted** by": "<@U0EVE>", link: "https://evil.example/x" },
    }),
  ),
});

export const CARD_SCENES: readonly Scene[] = [
  kinds,
  actions,
  ballots,
  decided,
  over,
  during,
  eligible,
  artifacts,
  hostile,
];
