import type { CardLimits } from "../../src/core/budget.ts";

/**
 * Slack's numbers, each with its source. "types" is the comments of @slack/types 3.2.0, "python" the models of
 * python-slack-sdk, a name with # an issue on GitHub, a method its page on docs.slack.dev. Slack does not say
 * how it counts, so everything is counted in the dearest way: UTF-16 units after escaping.
 */
export const LIMITS = {
  /** types. */
  blocksInMessage: 50,
  /** types: plain_text of a header. */
  header: 150,
  /** types, python: text of a section. */
  section: 3000,
  /** types: a button's text. Clients cut near 30. */
  buttonText: 75,
  /** types. */
  accessibilityLabel: 75,
  /** python: title, submit and close of a modal. */
  modalTitle: 24,
  /** types: max_length of a plain_text_input; its min_length and what it begins with may be as long. */
  typed: 3000,
  /** types; @slack/types names none for radio buttons, slackblocks has the same. */
  tickedOptions: 10,
  /** types: text, and description, of an option. */
  optionText: 75,
  /** types: blocks of a modal. */
  blocksInView: 100,
  /** docs.slack.dev/methods/views.open: 250 kB. Slack adds ids of its own to what we send. */
  viewBytes: 240_000,
  /** Ours: what others wrote on a card, one line of it. */
  cardLine: 450,
  /**
   * Undocumented: the text of all blocks of a message together. About 13,200 (bolt-js#2509), but a card of
   * rich text was refused at 11,341 (bolt-js#2867). This stays well below either.
   */
  messageText: 10_000,
  /** chat.update refuses a top-level text over about 4,000 that chat.postMessage took. */
  topLevelText: 3900,
  /** Ours: one preformatted element, a screenful or two. */
  preformatted: 2900,
  /** Ours: one page of a modal. views.open refuses views over 250 kB; a UTF-16 unit is at most three bytes. */
  pageText: 60_000,
  /** Ours: what is sent as files, in UTF-16 units; JSON of a few can be many when it is set out in lines. */
  wholeFiles: 8 * 1024 * 1024,
  /** Ours: a text beside a form's field; how long Slack lets it be is not documented. */
  fieldError: 300,
  /** docs.slack.dev/methods/conversations.history: distributed apps get 15 however many are asked for. */
  historyPage: 100,
} as const;

/**
 * Slack's clocks, in milliseconds. A press must be acknowledged, and its trigger used, within 3 s of Slack
 * sending it; the way here and back comes out of those 3 s.
 */
export const CLOCKS = {
  /** For the store to take a press. */
  press: 2000,
  /** The same where the outcome should be known, too, before the acknowledgement. */
  submission: 1500,
  /** A form or a list that is not ready by then is acknowledged and answered by a message. */
  inTime: 2000,
  /** Whatever happens, Slack is acknowledged by then. */
  acknowledge: 2600,
  /** For what a form or a page shows, before something else has to spend the trigger. */
  open: 700,
  /** For the same, once a view is up that says that it comes. */
  read: 8000,
  /** One call of the Web API. */
  call: 8000,
  /** A call that somebody waits for, or that is only nice to have. */
  quickCall: 2500,
  /** For presses in hand when stopping. */
  drain: 5000,
} as const;

/**
 * docs.slack.dev/apis/web-api/rate-limits: about one chat.postMessage a second and channel with short bursts
 * (how short is not said), several hundred a minute in a workspace (the least that can mean is 300);
 * chat.update is of tier 3, 50 a minute and workspace. Slack may allow more, and says when it does not.
 */
const CARD_CALLS: CardLimits = {
  post: [
    { per: "channel", calls: 5, windowMs: 5_000 },
    { per: "workspace", calls: 300, windowMs: 60_000 },
  ],
  edit: [{ per: "workspace", calls: 50, windowMs: 60_000 }],
};

/** So many times Slack's own limits; none where nobody knows them. */
export function cardLimits(scale: number | undefined): CardLimits | undefined {
  if (scale === undefined) return undefined;
  const scaled = (limits: CardLimits["post"]): CardLimits["post"] =>
    limits.map((limit) => ({ ...limit, calls: Math.max(1, Math.floor(limit.calls * scale)) }));
  return { post: scaled(CARD_CALLS.post), edit: scaled(CARD_CALLS.edit) };
}
