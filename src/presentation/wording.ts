import type { PlatformName } from "../core/interrupt.ts";
import type { Words } from "./words.ts";

/** Sentences that people hear whatever the request is. Each names the thing, the reason and the next step. */

/** What people call a platform. */
export const PLATFORM_WORD: Readonly<Record<PlatformName, string>> = {
  slack: "Slack",
  discord: "Discord",
};

/** Said when the press never reached the store. */
export const NOT_RECORDED: Words = [
  "Nothing was recorded (the store is away). Press again in a minute.",
];

/** What stands in a view until what it shows was read. */
export const LOADING: Words = ["One moment. This fills in by itself."];

/** Said when the press may or may not have reached the store. */
export const NOT_CONFIRMED: Words = [
  "Not confirmed yet. The card will show the outcome; pressing again is harmless.",
];

/** Said when a press was recorded and its outcome is not known yet. */
export const RECORDED: Words = ["Recorded. The card will show the outcome."];

/** Said to somebody who asks for everything without the right to see it. */
export const MAY_NOT_READ_ALL: Words = [
  "You may see what waits for you (/pending), not everything that waits. An operator can give you the scope interrupts:read.",
];

/** The name of the link from a copy that can only be read to the card itself. */
export const OPEN_MESSAGE = "Open the message";

/** Above a copy that can only be read; at most 24 characters. */
export const LOOKING = "To read, not to decide";

/** In place of that link. */
export const DECIDE_ON_CARD = "To decide, use the card where it was sent.";

/** Said to somebody who names a list that there is not. */
export const UNKNOWN_LIST: Words = [
  "/pending lists what waits for you, /pending all everything that waits.",
];

/** Said to somebody whose list cannot be read now. */
export const LIST_UNAVAILABLE: Words = [
  "The list cannot be read just now (the store is away). Try again in a minute.",
];

/**
 * Said in public of a typed answer that this replica could not record: another may have recorded it, so
 * the sentence is true either way.
 */
export const NOT_CONFIRMED_TYPED: Words = [
  "Not confirmed yet (the store is away). If the card has not changed in a minute, write your answer again; answering twice is harmless.",
];

/** Said when what was filled in does not fit; what is wrong stands at the fields. */
export const FORM_INVALID: Words = ["Something in the form does not fit. Nothing changed."];

/** Said when a form is asked for that the request does not have. */
export const FORM_GONE: Words = [
  "There is nothing to fill in for this request. Nothing changed. The card shows what is possible.",
];

/** Said when a button or a form means nothing to this version. */
export const UNKNOWN_BUTTON: Words = [
  "This button is not known here (its card is of another version). Nothing changed. /pending lists what waits for you.",
];

/** Said when a form or a text was not shown, mostly because reading it took too long. */
export const NOT_OPENED: Words = [
  "This could not be opened in time. Nothing changed. Press again.",
];

/** Said to who presses while this process ends. */
export const RESTARTING: Words = [
  "Nothing was recorded (this is being restarted). Press again in a minute.",
];

/** Said to who presses where nobody is asked. */
export const NOT_SERVED_HERE: Words = [
  "Requests are not decided here (parley does not serve this place). Nothing changed. Use the channel in which the card was posted.",
];

/** Stands above the files that hold everything of a request. */
export const WHOLE_FOLLOWS = "Everything, exactly as it was sent:";

/** Said when everything of a request is more than the platform takes. */
export function tooLargeWords(bytes: number, platform: PlatformName): Words {
  const mebibytes = (bytes / 1024 / 1024).toFixed(1);
  return [
    `The whole text has ${mebibytes} MiB, more than ${PLATFORM_WORD[platform]} takes as a file. Nothing changed. Ask whoever runs the workflow for it.`,
  ];
}

/** Stands in a card whose body the platform refused. */
export const NO_PREVIEW = "The preview could not be shown here. Show all opens it.";

/** Stands in a card below what the platform had room for. */
export const MORE_THAN_FITS = "There is more than this message can hold. Show all opens it.";

/** Stands in a form beside its field. */
export const CLOSING_DECIDES_NOTHING = "Closing this decides nothing.";

/** Said to who answers a question that is not asked any more. */
export const QUESTION_OVER: Words = [
  "The questions have moved on. Nothing changed. Answer the latest one in the thread.",
];

/** Said when an answer to one of several questions may or may not have been kept. */
export const NOT_CONFIRMED_ANSWER: Words = [
  "Not confirmed yet (the store is away). In a minute, answer the latest question in the thread.",
];

/** Said of what was written before anybody could see the question that it would answer. */
export const TOO_EARLY: Words = [
  "This was written before the question that is asked now, so it is not taken for an answer. Nothing changed. Answer the latest question.",
];

/** Said to who writes on when everything is answered. */
export const SEND_OR_CHANGE: Words = [
  "Everything is answered. Nothing changed. Choose an answer to change above, or press Send answers.",
];

export const ANSWERS_SENT: Words = ["The answers were sent."];

/** In place of the answers that nobody sent, once they cannot be sent any more. */
export const ANSWERS_NOT_SENT: Words = ["The answers given here were not sent."];

/** In place of a question, once nobody can answer it any more. */
export const NOT_ASKED_ANY_MORE = (question: string): Words => [`Not asked any more: ${question}`];

export const NOT_ALL_ANSWERED: Words = [
  "Not everything is answered yet. Nothing was sent. Answer the latest question in the thread.",
];

export const ASKED_AGAIN = (question: string): Words => [`“${question}” is asked again below.`];

/** Said in a thread in which an answer is typed. */
export function threadInvitation(mention: string | undefined): string {
  return mention === undefined
    ? "Write your answer here, in one message."
    : `Write your answer here, in one message that mentions ${mention}.`;
}
