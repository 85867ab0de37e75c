import type { Interrupt } from "../../src/core/interrupt.ts";
import type { Refusal } from "../../src/core/refusal.ts";
import { countedWords } from "../../src/presentation/counted.ts";
import * as fileWords from "../../adapters/slack/file-words.ts";
import { listing } from "../../src/presentation/listing.ts";
import { reminderWords } from "../../src/presentation/reminder.ts";
import { threadLines } from "../../src/presentation/thread-lines.ts";
import { refusalWords, unseenWords } from "../../src/presentation/refusal-wording.ts";
import * as wording from "../../src/presentation/wording.ts";
import type { Words } from "../../src/presentation/words.ts";
import { payloadOf, question, quorum } from "../unit/core/samples.ts";
import { ALL, asked, ended, GRACE, invoice, NOW, pressed, votes } from "./questions.ts";
import type { Scene } from "./scene.ts";
import { nameOf } from "../support/names.ts";

/** What is said besides cards and forms: lists, reminders, threads, private answers. */

const MINUTE = 60_000;
const all = () => asked(invoice({ actions: [...ALL] }));

const note = (label: string, words: Words, offer?: string): Scene["exhibits"][number] => ({
  label,
  type: "note",
  words,
  ...(offer === undefined ? {} : { offer }),
});

const refusal = (label: string, of: Refusal, offer?: string) =>
  note(label, refusalWords(of, NOW, nameOf), offer);

const accepted = pressed(all(), { action: "accept" }, { via: "discord" });

const EVE: Refusal = { code: "account-unknown", account: "slack:T0ACME/U0EVE" };

const refusals: Scene = {
  name: "refusals",
  exhibits: [
    refusal("unknown", { code: "unknown-interrupt" }),
    refusal("account unknown", EVE),
    note("account unknown, to list", unseenWords("list", EVE, NOW, nameOf)),
    note("account unknown, to see all", unseenWords("request", EVE, NOW, nameOf)),
    refusal("guest", { code: "guest", account: "slack:T0ACME/U0EVE" }),
    refusal("membership unknown", { code: "membership-unknown", interrupt: all() }),
    refusal("scope missing", { code: "scope-missing", interrupt: all() }),
    refusal("not eligible: group", { code: "not-eligible", interrupt: all() }),
    refusal("not eligible: people", {
      code: "not-eligible",
      interrupt: asked(invoice({ approverGroupRefs: [], approversList: ["ada", "grace"] })),
    }),
    refusal("own run", { code: "own-run", interrupt: all() }),
    refusal("already decided", { code: "already-decided", interrupt: accepted, own: false }),
    refusal("already decided by you", { code: "already-decided", interrupt: accepted, own: true }),
    refusal("resolved elsewhere", {
      code: "already-decided",
      interrupt: ended(all(), { kind: "resolved-elsewhere", resumeValue: 1, at: NOW - MINUTE }),
      own: false,
    }),
    refusal("expired", { code: "expired", interrupt: { ...all(), deadlineAt: NOW - MINUTE } }),
    refusal("withdrawn", {
      code: "withdrawn",
      interrupt: ended(all(), { kind: "invalidated", reason: "run.completed", at: NOW }),
    }),
    refusal("payload changed", { code: "payload-changed", interrupt: all() }),
    refusal("superseded", { code: "superseded", interrupt: all() }),
    refusal("not available", { code: "action-not-available", interrupt: all() }),
    refusal("reason needed", { code: "reason-needed", interrupt: all() }, "Give a reason"),
    refusal("too many questions", { code: "too-many-questions", interrupt: all() }),
    refusal("answer invalid, typed", {
      code: "answer-invalid",
      interrupt: asked(question()),
      problems: [{ path: ["answers", "q"], rule: "must be a whole number" }],
    }),
    refusal("answer invalid", {
      code: "answer-invalid",
      interrupt: all(),
      problems: [
        { path: ["editedArtifactData", "amount"], rule: "must be a number" },
        { path: ["editedArtifactData", "due"], rule: "must be a date" },
      ],
    }),
  ],
};

function afterVote(label: string, from: Interrupt, to: Interrupt) {
  return note(label, countedWords(from, to) ?? ["(nothing)"]);
}

const gate = () => asked(quorum(3, { rejectionPolicy: "majority" }));
const one = pressed(gate(), { action: "accept" });
const two = pressed(one, { action: "accept" }, { by: GRACE });

const notes: Scene = {
  name: "notes",
  exhibits: [
    afterVote("first vote", gate(), one),
    afterVote("second vote", one, two),
    afterVote("the same again", one, pressed(one, { action: "accept" }, { at: NOW })),
    afterVote("changed", one, pressed(one, { action: "reject" }, { at: NOW })),
    afterVote(
      "edited",
      gate(),
      pressed(gate(), { action: "edit-accept", editedArtifactData: { amount: 7 } }),
    ),
    afterVote("asked", all(), pressed(all(), { action: "ask", question: "Why?" })),
    ...Object.entries(wording)
      .filter((entry): entry is [string, Words] => Array.isArray(entry[1]))
      .map(([name, words]) => note(name.toLowerCase().replaceAll("_", " "), words)),
    note("too large", wording.tooLargeWords(31_457_280, "discord")),
  ],
};

const waiting = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    interrupt: WAITING[index % WAITING.length] ?? all(),
    ...(index % 2 === 0 ? { link: "https://discord.com/channels/1/2/3" } : {}),
    voted: index === 1,
  }));

const WAITING: readonly Interrupt[] = [
  { ...all(), deadlineAt: NOW + 20 * MINUTE },
  { ...asked(quorum(3)), votes: votes(1, "accept"), deadlineAt: NOW + 90 * MINUTE },
  asked(question("Which evening suits the launch dinner?")),
  asked(payloadOf("low-confidence", { agentId: "triage-agent" })),
  asked(
    invoice({ title: "Settle the invoice of the supplier for the delivery ".repeat(3).trim() }),
  ),
];

const lists: Scene = {
  name: "lists",
  exhibits: [
    { label: "empty", type: "listing", listing: listing([], 0, NOW) },
    { label: "one", type: "listing", listing: listing(waiting(1), 1, NOW) },
    { label: "five", type: "listing", listing: listing(waiting(5), 5, NOW) },
    { label: "first of three pages", type: "listing", listing: listing(waiting(10), 24, NOW) },
    { label: "home, empty", type: "listing", listing: listing([], 0, NOW), home: true },
    { label: "home", type: "listing", listing: listing(waiting(2), 2, NOW), home: true },
    { label: "opened", type: "read-only", interrupt: all() },
    {
      label: "opened, with a link",
      type: "read-only",
      interrupt: all(),
      link: "https://discord.com/channels/1/2/3",
    },
  ],
};

const ended_ = pressed(all(), { action: "reject", feedback: "Paid in February." });
const lineOf = (interrupt: Interrupt) =>
  threadLines(interrupt).map((line) => ({ label: line.name, type: "line" as const, line }));

const threads: Scene = {
  name: "threads",
  exhibits: [
    ...lineOf(asked(question("Which evening suits the launch dinner?"))),
    ...lineOf(pressed(all(), { action: "ask", question: "Which order does this belong to?" })),
    ...lineOf(ended_),
    ...lineOf(ended(all(), { kind: "expired", at: NOW })),
    ...[
      { ...all(), deadlineAt: NOW + 30 * MINUTE },
      { ...gate(), votes: votes(1, "accept"), deadlineAt: NOW + 30 * MINUTE },
      { ...asked(question()), deadlineAt: NOW + 30 * MINUTE },
      all(),
    ].map((interrupt) => ({
      label: "reminder",
      type: "reminder" as const,
      reminder: { words: reminderWords(interrupt, NOW), users: [], roles: [] },
    })),
    { label: "everything", type: "whole", interrupt: all() },
    { label: "everything, the second page", type: "whole", interrupt: long(), page: 1 },
  ],
};

/** Longer than one page by a few lines. */
function long(): Interrupt {
  const artifactData = "The quick brown fox jumps over the lazy dog.\n".repeat(1_330);
  return asked(invoice({ artifactType: "text", artifactData }));
}

/** How everything comes as files on Slack. */
const files: Scene = {
  name: "files",
  exhibits: [
    ["on the way", fileWords.FILES_COMING, false] as const,
    ["sent", fileWords.FILES_SENT, false] as const,
    ["not certain", fileWords.FILES_NOT_CONFIRMED, true] as const,
    ["not taken", fileWords.FILES_NOT_TAKEN, false] as const,
  ]
    .map<Scene["exhibits"][number]>(([label, words, offersFiles]) => ({
      label,
      type: "whole",
      interrupt: long(),
      page: 1,
      words,
      offersFiles,
      only: "slack",
    }))
    .concat({ label: "the files", type: "files", interrupt: long(), only: "slack" }),
};

const view = (title: string, words: Words) =>
  ({ label: title.toLowerCase(), type: "view", title, words, only: "slack" }) as const;

/** What stands in a view of Slack's while something is read, and where it cannot be shown. */
const views: Scene = {
  name: "views",
  exhibits: [
    view("Loading", wording.LOADING),
    view("Not open", wording.NOT_OPENED),
    view("Accepted", wording.FORM_GONE),
  ],
};

export const WORD_SCENES: readonly Scene[] = [refusals, notes, lists, threads, views, files];
