/**
 * Discord's limits, in code points unless said otherwise: JavaScript's `length` would count an emoji
 * twice. Each with its source; "docs" is docs.discord.com.
 */

/** docs, resources/message: content of a bot's message. */
export const MAX_CONTENT = 2000;
/** docs, resources/message, embed limits. */
export const MAX_EMBED_DESCRIPTION = 4096;
export const MAX_EMBED_FOOTER = 2048;
/** The same page: everything in all embeds of one message together. */
export const MAX_EMBED_TOTAL = 6000;
/** docs, components/reference: label of a button. */
export const MAX_BUTTON_LABEL = 80;
/** docs, components/reference: buttons in a row, of which a message has up to five. */
export const ROW_BUTTONS = 5;
/** docs, interactions/receiving-and-responding: title of a modal. */
export const MAX_MODAL_TITLE = 45;
/** docs, components/reference: components in a modal, of which a Label is one with what it holds. */
export const MAX_MODAL_COMPONENTS = 5;
/** docs, components/reference: label and description of a Label. */
export const MAX_LABEL = 45;
export const MAX_LABEL_DESCRIPTION = 100;
/** docs, components/reference: `max_length` of a text input goes to 4000, and so does its value. */
export const MAX_INPUT = 4000;
/** Longest part of a text that one input is filled in with: the rest of the input is for typing. */
export const MAX_PIECE = 3500;
/** docs, components/reference: options of a select, of a group of radio buttons, of a group of checkboxes. */
export const MAX_SELECT_OPTIONS = 25;
/** docs, components/reference: label of an option. */
export const MAX_OPTION_LABEL = 100;
export const MAX_GROUP_OPTIONS = 10;
export const MIN_RADIO_OPTIONS = 2;
/** docs, components/reference: a text display; all of one form together keep to it as well. */
export const MAX_TEXT_DISPLAY = 4000;
/** decision: longer texts are not edited in a chat, where nobody could look them through. */
export const MAX_EDITED = 20_000;
/** Nobody goes through more pages than this: room for 25 fields with long questions, or for the longest text. */
export const MAX_PAGES = 15;
/** docs, resources/channel: name of a thread. */
export const MAX_THREAD_NAME = 100;
/** docs, resources/channel: minutes without a message after which a thread is put away; the longest of four. */
export const THREAD_ARCHIVE_MINUTES = 10_080;
/** docs, resources/message: files of one message. */
export const MAX_FILES = 10;
/** docs, reference, uploading files: 10 MiB for a request without a boost; two are left for the rest of it. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/**
 * docs, receiving-and-responding: an interaction that is not answered within 3000 ms has failed. This much
 * of them may go into recording a press; the rest is for one round trip to Discord.
 */
export const RECORD_WITHIN_MS = 2000;
/** Whatever happens, the first answer is on its way by then; see waiting.ts. */
export const ANSWER_BY_MS = 2500;
/**
 * How long the result of a form is waited for before its first answer. Less than others hold back, so that
 * a replica that recorded an answer is not overtaken by one that could not.
 */
export const RESULT_WITHIN_MS = 700;
/** How long a replica that failed lets others answer first. */
export const HOLD_BACK_MS = 1000;
/** A list that is not there by then is promised and follows. */
export const LIST_WITHIN_MS = 1200;
/** For reading what a form or a file shows. */
export const READ_WITHIN_MS = 800;
/** For reading what was typed on earlier pages, beside the reading or recording of the rest. */
export const DRAFT_WITHIN_MS = 400;
/** One request to Discord. A lease that is held meanwhile is renewed while the work goes on. */
export const REQUEST_TIMEOUT_MS = 8000;
/** A rate limit that ends within this is waited out; a longer one is the caller's to plan around. */
export const MAX_HIDDEN_WAIT_MS = 1000;
/** docs, resources/channel: messages in one page of a channel's history. */
export const HISTORY_PAGE = 100;
/** Pages of history that are read in one try to find a card again. */
export const HISTORY_PAGES = 35;
/** docs, events/gateway: of 1000 connections a day; when they are used up, Discord resets the token. */
export const SPARE_CONNECTIONS = 10;
