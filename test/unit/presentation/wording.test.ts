import { describe, expect, it } from "vitest";
import type { InvalidationReason, Outcome } from "../../../src/core/interrupt.ts";
import type { Refusal } from "../../../src/core/refusal.ts";
import {
  formatListPage,
  listing,
  LISTING_SIZE,
  parseListPage,
} from "../../../src/presentation/listing.ts";
import { isWords } from "../../../src/presentation/platform.ts";
import { outcomeWords } from "../../../src/presentation/outcome-wording.ts";
import { refusalWords, unseenWords } from "../../../src/presentation/refusal-wording.ts";
import {
  LIST_UNAVAILABLE,
  NOT_CONFIRMED,
  NOT_RECORDED,
  RECORDED,
  threadInvitation,
} from "../../../src/presentation/wording.ts";
import { plainWords } from "../../../src/presentation/words.ts";
import {
  approval,
  ASKED_AT,
  DEADLINE_AT,
  interruptOf,
  OUTCOMES,
  question,
  voteOf,
} from "../core/samples.ts";
import { nameOf } from "../../support/names.ts";

/** Forty seconds after the outcomes of the samples. */
const NOW = ASKED_AT + 160_000;
const open = interruptOf(approval(), { deadlineAt: DEADLINE_AT });
const ended = (outcome: Outcome) => ({ ...open, outcome });
const told = (refusal: Refusal) => plainWords(refusalWords(refusal, NOW, nameOf));

describe("what a person hears whose press was refused", () => {
  it.each<[Refusal, string]>([
    [
      { code: "unknown-interrupt" },
      "This request is not known here any more. Nothing changed. /pending lists what waits for you.",
    ],
    [
      { code: "account-unknown", account: "slack:T0ACME/U0EVE" },
      "This account is not linked to anyone who may decide. Nothing changed. An operator can add you to the roster as slack:T0ACME/U0EVE.",
    ],
    [
      {
        code: "not-eligible",
        interrupt: interruptOf(approval({ approverGroupRefs: ["finance"] })),
      },
      "Only the finance group can decide “Settle invoice INV-42”. Nothing changed. Ask them to look at it.",
    ],
    [
      { code: "scope-missing", interrupt: open },
      "You are on the roster without the right to respond, so you cannot decide “Settle invoice INV-42”. Nothing changed. An operator can give you the scope approvals:respond.",
    ],
    [
      { code: "already-decided", own: false, interrupt: ended(OUTCOMES.accepted) },
      "Ada Lovelace accepted “Settle invoice INV-42” 40 seconds ago, from Discord. Your answer changed nothing.",
    ],
    [
      { code: "already-decided", own: false, interrupt: ended(OUTCOMES.rejected) },
      "Ada Lovelace rejected “Settle invoice INV-42” 40 seconds ago, from Slack. Your answer changed nothing.",
    ],
    [
      {
        code: "already-decided",
        own: false,
        interrupt: { ...interruptOf(question()), outcome: OUTCOMES.answered },
      },
      "Ada Lovelace answered “Which evening?” 40 seconds ago, from Slack. Your answer changed nothing.",
    ],
    [
      { code: "already-decided", own: false, interrupt: ended(OUTCOMES.elsewhere) },
      "“Settle invoice INV-42” was decided elsewhere 40 seconds ago. Your answer changed nothing.",
    ],
    [
      {
        code: "already-decided",
        own: false,
        interrupt: interruptOf(question(), { outcome: OUTCOMES.elsewhere }),
      },
      "“Which evening?” was answered elsewhere 40 seconds ago. Your answer changed nothing.",
    ],
    [
      {
        code: "already-decided",
        own: false,
        interrupt: interruptOf(approval({ artifactData: { amount: 7 } }), {
          outcome: OUTCOMES.edited,
        }),
      },
      "Ada Lovelace accepted “Settle invoice INV-42” 40 seconds ago, over HTTP. Your answer changed nothing.",
    ],
    [
      { code: "already-decided", own: false, interrupt: open },
      "This is being decided. Look at the card in a moment.",
    ],
    [
      { code: "expired", interrupt: open },
      "The deadline of “Settle invoice INV-42” has passed (2026-03-03T12:00:00.000Z), so it counts as rejected. Your answer changed nothing.",
    ],
    [
      { code: "expired", interrupt: interruptOf(question(), { deadlineAt: DEADLINE_AT }) },
      "The deadline of “Which evening?” has passed (2026-03-03T12:00:00.000Z), so nobody can answer any more. Your answer changed nothing.",
    ],
    [
      { code: "withdrawn", interrupt: ended(OUTCOMES.withdrawn) },
      "The run was cancelled, so there is nothing left to decide in “Settle invoice INV-42”. Your answer changed nothing.",
    ],
    [
      { code: "withdrawn", interrupt: open },
      "It was withdrawn, so there is nothing left to decide in “Settle invoice INV-42”. Your answer changed nothing.",
    ],
    [
      { code: "payload-changed", interrupt: open },
      "This card of “Settle invoice INV-42” was out of date and has been refreshed. Nothing changed. Read it again before you decide.",
    ],
    [
      { code: "action-not-available", interrupt: open },
      "That is not possible for “Settle invoice INV-42”. Nothing changed. The card shows what is possible.",
    ],
    [
      {
        code: "answer-invalid",
        interrupt: open,
        problems: [{ path: ["refineFeedback", "scope"], rule: "is missing" }],
      },
      "The answer to “Settle invoice INV-42” does not fit: refineFeedback.scope is missing. Nothing changed. Correct it and answer again.",
    ],
    [
      {
        code: "answer-invalid",
        interrupt: interruptOf(question()),
        problems: [{ path: ["answers", "q"], rule: "must not be empty" }],
      },
      "The answer must not be empty. Nothing changed. Write another one.",
    ],
    [
      {
        code: "answer-invalid",
        interrupt: open,
        problems: [
          { path: [], rule: "must be an object" },
          { path: ["x"], rule: "is missing" },
        ],
      },
      "The answer to “Settle invoice INV-42” does not fit: it must be an object (1 of 2 problems). Nothing changed. Correct it and answer again.",
    ],
    [
      { code: "answer-invalid", interrupt: open, problems: [] },
      "The answer to “Settle invoice INV-42” does not fit. Nothing changed. Correct it and answer again.",
    ],
    [
      { code: "own-run", interrupt: open },
      "You started the run that asks “Settle invoice INV-42”, and the roster lets nobody decide their own runs. Nothing changed. Ask another approver.",
    ],
    [
      { code: "superseded", interrupt: open },
      "You have voted on “Settle invoice INV-42” again since then, and the later vote stands. This one changed nothing.",
    ],
    [
      { code: "reason-needed", interrupt: open },
      "Accepting “Settle invoice INV-42” now overrides the approvals that are missing, and that needs a reason. Nothing changed. Give one, and it is accepted.",
    ],
    [
      { code: "too-many-questions", interrupt: open },
      "100 questions have been asked on “Settle invoice INV-42”; there is no room for more. Nothing changed. Decide, or talk to whoever runs the workflow.",
    ],
    [
      { code: "nothing-to-change", interrupt: open },
      "There is nothing left to change in “Settle invoice INV-42”.",
    ],
    [
      { code: "already-decided", own: true, interrupt: ended(OUTCOMES.accepted) },
      "You accepted “Settle invoice INV-42” 40 seconds ago, from Discord. That stands; there is nothing more to do.",
    ],
    [
      { code: "already-decided", own: false, interrupt: ended(OUTCOMES.refined) },
      "Ada Lovelace sent back “Settle invoice INV-42” 40 seconds ago, from Slack. Your answer changed nothing.",
    ],
    [
      { code: "already-decided", own: false, interrupt: ended(OUTCOMES.edited) },
      "Ada Lovelace edited and accepted “Settle invoice INV-42” 40 seconds ago, over HTTP. Your answer changed nothing.",
    ],
    [
      { code: "already-decided", own: false, interrupt: ended(OUTCOMES.overridden) },
      "Ada Lovelace accepted “Settle invoice INV-42” alone 40 seconds ago, from Slack. Your answer changed nothing.",
    ],
    [
      {
        code: "already-decided",
        own: false,
        interrupt: {
          ...ended(OUTCOMES.accepted),
          votes: [voteOf("ada", "accept"), voteOf("grace", "accept")],
        },
      },
      "Ada and Grace accepted “Settle invoice INV-42” 40 seconds ago, from Discord. Your answer changed nothing.",
    ],
  ])("case %# names the thing, the reason and the next step", (refusal, sentence) => {
    expect(told(refusal)).toBe(sentence);
    // No exclamation marks, no apologies, no codes.
    expect(sentence).not.toMatch(/!|sorry|unfortunately|undefined|\bnull\b|\bNaN\b|error/i);
  });

  it.each<["list" | "request", Refusal, string]>([
    [
      "list",
      { code: "account-unknown", account: "slack:T0ACME/U0EVE" },
      "This account is not linked to anyone on the roster, so what waits cannot be listed for you. An operator can add you to the roster as slack:T0ACME/U0EVE.",
    ],
    [
      "request",
      { code: "account-unknown", account: "discord:42" },
      "This account is not linked to anyone on the roster, so no more of this request can be shown to you. An operator can add you to the roster as discord:42.",
    ],
    [
      "list",
      { code: "guest", account: "slack:T0ACME/U0EVE" },
      "You are a guest here or belong to another workspace, so what waits cannot be listed for you. An operator can allow it in the roster (guestsMayDecide), or make slack:T0ACME/U0EVE a full member.",
    ],
    [
      "request",
      { code: "unknown-interrupt" },
      "This request is not known here any more. /pending lists what waits for you.",
    ],
  ])("speaks of no decision and no change where a %s was only to be seen: %j", (...given) => {
    const [looking, refusal, sentence] = given;
    expect(plainWords(unseenWords(looking, refusal, NOW, nameOf))).toBe(sentence);
  });

  it("is one line, whatever the engine called the thing and the roster the person", () => {
    const hostile = interruptOf(
      approval({ title: "Pay\nNothing changed. \u202eDecided", approversList: ["a\nb"] }),
    );
    for (const refusal of [
      { code: "not-eligible", interrupt: hostile },
      {
        code: "already-decided",
        own: false,
        interrupt: {
          ...hostile,
          outcome: { ...OUTCOMES.accepted, by: { id: "x", name: "A\r\nB\u202e" } },
        },
      },
      { code: "expired", interrupt: hostile },
    ] as const satisfies readonly Refusal[]) {
      expect(told(refusal)).not.toMatch(/[\n\r\u202e]/);
    }
  });
});

describe("the line of an ending", () => {
  it.each<[InvalidationReason, string]>([
    ["run.cancelled", "Withdrawn: the run was cancelled · "],
    ["run.completed", "Withdrawn: the run went on without it · "],
    ["run.failed", "Withdrawn: the run failed · "],
  ])("for %s is %s", (reason, line) => {
    expect(outcomeWords(open, { kind: "invalidated", reason, at: NOW })[0]).toBe(line);
  });
});

describe("sentences about what became of a press", () => {
  it("are three, and never confused", () => {
    const sentences = [RECORDED, NOT_RECORDED, NOT_CONFIRMED].map(plainWords);
    expect(
      new Set(sentences.map((sentence) => sentence.split(/[ .]/).slice(0, 2).join(" "))).size,
    ).toBe(3);
    expect(plainWords(NOT_RECORDED)).toContain("Press again");
    expect(plainWords(NOT_CONFIRMED)).toContain("pressing again is harmless");
    expect(plainWords(LIST_UNAVAILABLE)).toContain("Try again");
  });
});

describe("an invitation to a thread", () => {
  it("says how to answer, and whom to mention where only that is heard", () => {
    expect(threadInvitation(undefined)).toBe("Write your answer here, in one message.");
    expect(threadInvitation("<@7>")).toBe(
      "Write your answer here, in one message that mentions <@7>.",
    );
  });
});

describe("a listing", () => {
  const waiting = (deadlineAt: number | undefined, requestedAt = ASKED_AT) => ({
    interrupt: interruptOf(approval({ title: `${deadlineAt}/${requestedAt}` }), {
      deadlineAt,
      requestedAt,
    }),
  });

  it("says that nothing waits", () => {
    expect(listing([], 0, NOW)).toEqual({ heading: "Nothing waits for you.", lines: [] });
  });

  it("says what waits, since when and until when, and never what is in it", () => {
    const interrupt = interruptOf(approval({ artifactData: { secret: "s3cr3t" } }), {
      deadlineAt: DEADLINE_AT,
    });
    const link = "https://slack.example/1";
    const list = listing([{ interrupt, link }], 1, ASKED_AT + 720_000);
    expect(list).toMatchObject({
      heading: "1 thing waits for you",
      lines: [{ kind: "Approval", title: "Settle invoice INV-42", link }],
      place: undefined,
      next: undefined,
    });
    expect(plainWords(list.lines[0]?.facts ?? [])).toBe(
      `asked 12 min ago · until 2026-03-03T12:00:00.000Z · ${interrupt.digest.slice(0, 12)}`,
    );
    expect(JSON.stringify(list)).not.toContain("s3cr3t");
    expect(plainWords(listing([waiting(undefined)], 1, NOW).lines[0]?.facts ?? [])).toMatch(
      /^asked 3 min ago · no deadline · [0-9a-f]{12}$/,
    );
  });

  it("has the soonest deadline first, then what waited longest", () => {
    const list = listing(
      [
        waiting(undefined, ASKED_AT + 5),
        waiting(3),
        waiting(undefined),
        waiting(1),
        waiting(3, ASKED_AT - 1),
      ],
      5,
      NOW,
    );
    expect(list.heading).toBe("5 things wait for you");
    expect(list.lines.map(({ title }) => title)).toEqual([
      `1/${ASKED_AT}`,
      `3/${ASKED_AT - 1}`,
      `3/${ASKED_AT}`,
      `undefined/${ASKED_AT}`,
      `undefined/${ASKED_AT + 5}`,
    ]);
  });

  it("holds ten lines, and says which and what follows when there is an eleventh", () => {
    const all = Array.from({ length: 11 }, (_, index) => waiting(index));
    const whole = listing(all.slice(0, LISTING_SIZE), LISTING_SIZE, NOW);
    expect([whole.place, whole.next]).toEqual([undefined, undefined]);
    const first = listing(all, 11, NOW);
    expect(first.lines).toHaveLength(10);
    expect(first.place).toBe("1 to 10 of 11, the most urgent first");
    expect(first.next).toEqual({ list: "mine", page: 1 });
    const second = listing(all.slice(10), 11, NOW, { list: "all", page: 1 });
    expect(second.heading).toBe("11 things wait");
    expect(second.place).toBe("11 to 11 of 11, the most urgent first");
    expect(second.next).toBeUndefined();
  });

  it("says when everything of a page has been decided meanwhile", () => {
    const list = listing([], 12, NOW, { list: "mine", page: 2 });
    expect(list).toMatchObject({ lines: [], place: "There is nothing after the first 12." });
  });

  it("says how the vote stands, without names, and whether one has voted", () => {
    const gate = approval({ requiredApprovals: 3 });
    const ada = { id: "ada", name: "Ada Lovelace" };
    const vote = (action: "accept" | "reject", by: typeof ada) => ({
      by,
      action,
      resumeValue: { action },
      place: `${ASKED_AT}-0`,
      at: ASKED_AT,
      via: "slack" as const,
      eligibility: { reference: "open", readAt: ASKED_AT },
    });
    const votes = [vote("accept", ada), vote("reject", { id: "lin", name: "Lin Wei" })];
    const interrupt = interruptOf(gate, { votes });
    const [line] = listing([{ interrupt, voted: true }], 1, NOW).lines;
    const facts = plainWords(line?.facts ?? []);
    expect(facts).toContain(" · 1 of 3 approved, 1 rejected · you have voted · ");
    expect(facts).not.toContain("Ada");
  });

  it("says of everything that nothing waits", () => {
    expect(listing([], 0, NOW, { list: "all", page: 0 }).heading).toBe("Nothing waits.");
  });

  it("carries a page on a button, and reads no other text as one", () => {
    for (const page of [
      { list: "mine", page: 1 },
      { list: "all", page: 99 },
    ] as const) {
      expect(parseListPage(formatListPage(page))).toEqual(page);
    }
    for (const text of ["", "mine", "yours 1", "mine -1", "mine 1.5", "mine 99999", "mine 1 1"]) {
      expect(parseListPage(text)).toBeUndefined();
    }
  });

  it("is told from a sentence", () => {
    expect(isWords(LIST_UNAVAILABLE)).toBe(true);
    expect(isWords(listing([], 0, NOW))).toBe(false);
  });
});
