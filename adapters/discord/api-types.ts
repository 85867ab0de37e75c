/** The parts of Discord's message that parley writes, as its API names them. Lengths: limits.ts. */

/**
 * Nobody is pinged by anything a card says. It belongs on every send and every edit: without it Discord
 * reads mentions out of the text again (docs, resources/message, allowed mentions).
 */
export const NO_MENTIONS = { parse: [], replied_user: false } as const;

export interface MessageBody {
  readonly content: string;
  readonly embeds: readonly Embed[];
  readonly components: readonly ActionRow[];
  readonly allowed_mentions: typeof NO_MENTIONS;
}

interface Embed {
  readonly description: string;
  readonly color?: number;
  readonly footer?: { readonly text: string };
}

export interface ActionRow {
  readonly type: typeof ACTION_ROW;
  readonly components: readonly (Button | LinkButton | SelectMenu)[];
}

/** Leads somewhere, and tells nobody that it was pressed. */
export interface LinkButton {
  readonly type: typeof BUTTON;
  readonly style: 5;
  readonly label: string;
  readonly url: string;
}

export interface Button {
  readonly type: typeof BUTTON;
  readonly style: 1 | 2 | 3 | 4;
  readonly label: string;
  readonly custom_id: string;
}

/** Alone in its row. */
export interface SelectMenu {
  readonly type: typeof STRING_SELECT;
  readonly custom_id: string;
  readonly placeholder: string;
  readonly min_values: number;
  readonly max_values: number;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly description?: string;
  }[];
}

/** Types of components (docs, components/reference). */
export const ACTION_ROW = 1;
export const BUTTON = 2;
export const STRING_SELECT = 3;
export const TEXT_INPUT = 4;
export const TEXT_DISPLAY = 10;
export const LABEL = 18;
export const RADIO_GROUP = 21;
export const CHECKBOX_GROUP = 22;

/** Flag of a message that only one person sees. */
export const EPHEMERAL = 64;

export interface ModalBody {
  readonly custom_id: string;
  readonly title: string;
  readonly components: readonly object[];
}

/** A file that goes with a message, its bytes as they are. */
export interface FileBody {
  readonly name: string;
  readonly data: Buffer;
}

/** A message of nothing but words. */
export function textBody(content: string): MessageBody {
  return { content, embeds: [], components: [], allowed_mentions: NO_MENTIONS };
}
