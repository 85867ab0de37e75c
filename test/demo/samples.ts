import { longDiff } from "./long-diff.ts";
import type { Question } from "./question.ts";

export interface Sample {
  readonly name: string;
  /** As the button that raises it says it. */
  readonly title: string;
  /** Whether people can answer it from the card. The others arrive as a card that only tells. */
  readonly answerable: boolean;
  /** Who asks, as the engine's context says it. */
  readonly agent: string;
  readonly question: Question;
}

const DECIDERS = ["ada", "grace"];
const YES_OR_NO = ["accept", "reject"];

const invoice: Sample = {
  name: "invoice",
  title: "Settle an invoice",
  answerable: true,
  agent: "invoice-agent",
  question: {
    kind: "approval",
    data: {
      artifactId: "invoice-inv-42",
      artifactType: "invoice",
      title: "Settle invoice INV-42",
      description:
        "Northwind Paper delivered on 3 March. The amount matches the purchase order; the bank details are the ones on file.",
      actions: YES_OR_NO,
      approversList: DECIDERS,
      artifactData: {
        number: "INV-42",
        supplier: "Northwind Paper Ltd",
        amount: 18_240.5,
        currency: "EUR",
        due: "2026-03-31",
        purchaseOrder: "PO-7731",
        costCentre: "4100 Office",
      },
    },
  },
};

const restart: Sample = {
  name: "restart",
  title: "Restart a service",
  answerable: true,
  agent: "operations-agent",
  question: {
    kind: "approval",
    data: {
      artifactId: "restart-payments-eu",
      artifactType: "operation",
      title: "Restart the payments service in eu-west",
      description: [
        "Reason: its memory has grown from 2 to 7.4 of 8 GB since Tuesday's release; at this pace it is full at about 16:40.",
        "Impact: four replicas one after another, about three minutes; payments that are under way are finished first.",
        "Without it: the service stops by itself when its memory is full, in the busiest hour.",
      ].join("\n"),
      actions: YES_OR_NO,
      approversList: DECIDERS,
    },
  },
};

const FIFTEEN_MINUTES_MS = 15 * 60_000;

const deadline: Sample = {
  name: "deadline",
  title: "One with a deadline",
  answerable: true,
  agent: "procurement-agent",
  question: {
    kind: "approval",
    data: {
      artifactId: "quote-5518",
      artifactType: "quote",
      title: "Take the offer of Harbour Freight before it lapses",
      description:
        "The price holds for 15 minutes. If nobody decides until then, this counts as rejected, the offer lapses, and the agent asks for a new one tomorrow.",
      actions: YES_OR_NO,
      approversList: DECIDERS,
      artifactData: { carrier: "Harbour Freight", pallets: 12, price: 1_940, currency: "EUR" },
    },
    timeoutMs: FIFTEEN_MINUTES_MS,
  },
};

/** Longer than any card: whoever decides it opens all of it first. */
export const LONG_DIFF = longDiff();

const migration: Sample = {
  name: "long-diff",
  title: "A long diff",
  answerable: true,
  agent: "coding-agent",
  question: {
    kind: "approval",
    data: {
      artifactId: "change-1042",
      artifactType: "text/x-diff",
      title: "Merge: amounts in minor units",
      description: "Money is counted in whole cents from here on. 240 lines; Show all has them.",
      actions: YES_OR_NO,
      approversList: DECIDERS,
      artifactData: LONG_DIFF,
    },
  },
};

const markdown: Sample = {
  name: "release-notes",
  title: "Publish release notes",
  answerable: true,
  agent: "release-writer",
  question: {
    kind: "approval",
    data: {
      artifactId: "release-notes-4.2.0",
      artifactType: "text/markdown",
      title: "Publish the release notes of 4.2.0",
      description: "They go to the public changelog as they are.",
      actions: YES_OR_NO,
      approversList: DECIDERS,
      artifactData: [
        "# 4.2.0",
        "",
        "**Exports** keep the order of columns.",
        "",
        "- Faster start: the index is read *once*",
        "- `--since` takes a date or a commit",
        "- Thanks to everyone who reported [the time zone bug](https://example.com/issues/181)",
        "",
        "> Upgrading needs no migration.",
      ].join("\n"),
    },
  },
};

/** Everything in it must arrive as text: nobody is pinged, no link hides its address, nothing runs backwards. */
const hostile: Sample = {
  name: "hostile-text",
  title: "A card that tries to mislead",
  answerable: true,
  agent: "support-agent",
  question: {
    kind: "approval",
    data: {
      artifactId: "ticket-9",
      artifactType: "ticket",
      title:
        "@everyone <!channel> Refund *now* [invoice.pdf](https://evil.example) \u202Efdp.tnemyap\u202C",
      description: [
        "<@U0ADA> <@200000000000000001> <#C0FINANCE> @here: approve at <https://evil.example|https://bank.example>",
        "||hidden|| `code` ~~gone~~ *Accepted by Grace*",
        "> Accepted by Ada · 2 min after asking",
        "&lt;!everyone&gt; <t:0:R> :white_check_mark: \u200Bzero\u200Dwidth \u2066isolated\u2069",
      ].join("\n"),
      actions: YES_OR_NO,
      approversList: DECIDERS,
      artifactData: { note: "```\n@everyone\n```", "<!here>": "[x](javascript:alert(1))" },
    },
  },
};

const clarification: Sample = {
  name: "clarification",
  title: "Ask one question",
  answerable: true,
  agent: "travel-agent",
  question: {
    kind: "clarification",
    data: {
      questions: [
        {
          id: "arrival",
          question:
            "Which evening should the hotel in Lisbon expect the team, and is a late arrival likely?",
        },
      ],
    },
  },
};

const quorum: Sample = {
  name: "quorum",
  title: "Two approvals needed",
  answerable: true,
  agent: "treasury-agent",
  question: {
    kind: "approval",
    data: {
      artifactId: "transfer-2210",
      artifactType: "transfer",
      title: "Move 250,000 EUR to the reserve account",
      description: "Two of the finance team have to agree.",
      actions: YES_OR_NO,
      approversList: DECIDERS,
      requiredApprovals: 2,
      rejectionPolicy: "single-veto",
      artifactData: { from: "Operating", to: "Reserve", amount: 250_000, currency: "EUR" },
    },
  },
};

const override: Sample = {
  name: "override",
  title: "Three approvals, or an override",
  answerable: true,
  agent: "release-agent",
  question: {
    kind: "approval",
    data: {
      artifactId: "hotfix-318",
      artifactType: "release",
      title: "Release the hotfix on a Friday",
      description: "Three of the finance team; Katherine alone may override, with a reason.",
      actions: YES_OR_NO,
      approverGroupRefs: ["finance"],
      requiredApprovals: 3,
      rejectionPolicy: "majority",
      overrideBypassesQuorum: true,
    },
  },
};

const edited: Sample = {
  name: "edit-accept",
  title: "Edit, send back or ask back",
  answerable: true,
  agent: "mail-agent",
  question: {
    kind: "approval",
    data: {
      artifactId: "mail-77",
      artifactType: "text/plain",
      title: "Answer the customer about the late parcel",
      actions: ["accept", "edit-accept", "refine", "ask", "reject"],
      approversList: DECIDERS,
      artifactData:
        "Dear Ms Okafor,\n\nyour parcel left our warehouse this morning.\n\nKind regards",
    },
  },
};

const form: Sample = {
  name: "form",
  title: "Questions with a form",
  answerable: true,
  agent: "onboarding-agent",
  question: {
    kind: "clarification",
    data: {
      questions: [
        { id: "size", question: "How many seats?", schema: { type: "integer", minimum: 1 } },
        { id: "plan", question: "Which plan?", schema: { enum: ["team", "company"] } },
      ],
    },
  },
};

const lowConfidence: Sample = {
  name: "low-confidence",
  title: "An agent is not sure",
  answerable: true,
  agent: "triage-agent",
  question: {
    kind: "low-confidence",
    data: {
      agentId: "triage-agent",
      threshold: 0.7,
      observed: 0.42,
      decision: { queue: "billing", priority: "high" },
    },
  },
};

const externalEvent: Sample = {
  name: "external-event",
  title: "Wait for another system",
  answerable: false,
  agent: "order-workflow",
  question: {
    kind: "external-event",
    data: { eventType: "payment.settled", correlation: { orderId: "A-1007" } },
  },
};

const conversation: Sample = {
  name: "conversation",
  title: "A turn of a conversation",
  answerable: true,
  agent: "research-agent",
  question: {
    kind: "conversation.exchange",
    data: {
      conversationId: "research-31",
      prompt: "I found two suppliers. Shall I compare them by price or by delivery time?",
    },
  },
};

const begun: Sample = {
  name: "conversation-start",
  title: "A conversation begins",
  answerable: false,
  agent: "research-agent",
  question: {
    kind: "conversation.start",
    data: {
      conversationId: "research-31",
      title: "Two suppliers for paper",
      initialPrompt: "I compare their offers and come back with questions.",
    },
  },
};

const closed: Sample = {
  name: "conversation-close",
  title: "A conversation ends",
  answerable: false,
  agent: "research-agent",
  question: {
    kind: "conversation.close",
    data: { conversationId: "research-31", reason: "The comparison is in the report." },
  },
};

const counted: Sample = {
  name: "custom-form",
  title: "A kind of one's own, with a form",
  answerable: true,
  agent: "warehouse-workflow",
  question: {
    kind: "custom",
    data: { customKind: "shelf-count", payload: { shelf: "B-12", expected: 40 } },
    resumeSchema: {
      type: "object",
      required: ["counted"],
      properties: {
        counted: { type: "integer", minimum: 0, title: "Counted" },
        damaged: { type: "boolean", title: "Any of them damaged?" },
      },
      additionalProperties: false,
    },
  },
};

const custom: Sample = {
  name: "custom",
  title: "A kind of one's own",
  answerable: false,
  agent: "warehouse-workflow",
  question: {
    kind: "custom",
    data: { customKind: "shelf-count", payload: { shelf: "B-12", expected: 40 } },
  },
};

/** Every sample there is. What people can answer today comes first. */
export const SAMPLES: readonly Sample[] = [
  invoice,
  restart,
  deadline,
  migration,
  markdown,
  hostile,
  clarification,
  quorum,
  override,
  edited,
  form,
  lowConfidence,
  conversation,
  counted,
  begun,
  closed,
  externalEvent,
  custom,
];
