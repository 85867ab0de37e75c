/**
 * What goes through the people door: the words between the local Slack and whoever plays its people.
 * Types only, so that a browser page can use them.
 */

/** Block Kit JSON as it was stored. */
export type Block = { [key: string]: unknown };

export interface Named {
  id: string;
  name: string;
}

/** GET /people */
export interface Roster {
  platform: "slack";
  people: Named[];
  places: Named[];
}

/** A file that stands in a message. */
export interface FileView extends Named {
  /** In bytes. */
  size: number;
}

export interface MessageView {
  /** Its `ts`. */
  id: string;
  from: Named & { isApp: boolean };
  atMs: number;
  text: string;
  blocks: Block[];
  attachments: Block[];
  files: FileView[];
  isEdited: boolean;
  /** "Only visible to you". */
  isEphemeral: boolean;
  threadId?: string;
  replies: MessageView[];
  /** block_id → action_id → what was chosen in the message's own inputs. */
  state: Record<string, Record<string, Block>>;
  /** This person is mentioned by name, by group or by broadcast. */
  pingsYou: boolean;
}

export interface PlaceView extends Named {
  kind: "channel" | "group" | "im" | "mpim";
  members: Named[];
  messages: MessageView[];
}

export interface ModalView {
  /** The view id. */
  id: string;
  view: Block;
  /** block_id → action_id → value. */
  state: Record<string, Record<string, Block>>;
  /** Under the fields, by block_id. */
  errors: Record<string, string>;
  /** Over the whole dialog. */
  failure?: string;
  /** How many dialogs lie below. */
  depth: number;
}

/** What Slack itself says to one person. */
export interface NoticeView {
  id: number;
  atMs: number;
  text: string;
  place?: string;
  message?: string;
}

/** GET /people/view?as=ID */
export interface PersonView {
  revision: number;
  nowMs: number;
  workspace: Named;
  you: Named & { tz?: string };
  /** Everybody who can be named in a message. */
  people: (Named & { isApp: boolean })[];
  places: PlaceView[];
  modal: ModalView | null;
  notices: NoticeView[];
}

export type GivenValue = string | number | readonly string[] | null;
export type GivenValues = Readonly<Record<string, GivenValue>>;

/** `message` is a message's ts, or the id of an open dialog whose button is pressed. */
export interface Press {
  place: string;
  message: string;
  /** An action_id. */
  action: string;
  /** By action_id or block_id: what is picked in the pressed element and its neighbours. */
  values?: GivenValues;
}

export interface Submit {
  /** The view id. */
  modal: string;
  /** By block_id or action_id. */
  values: GivenValues;
}

export interface Close {
  modal: string;
  /** The corner cross: the dialogs below go too. */
  all?: boolean;
}

export interface Command {
  place: string;
  /** With its slash. */
  command: string;
  text?: string;
}

export interface Say {
  place: string;
  /** The ts of the thread's first message. */
  thread?: string;
  text: string;
}

/** What the person saw of it. */
export interface Outcome {
  ok: boolean;
  /** The platform's words, or the text of what came up meanwhile. */
  shown?: string;
  /** The dialog that opened meanwhile. */
  opened?: string;
  /** Under the fields, by block_id. */
  errors?: Record<string, string>;
}

export interface Said {
  ok: boolean;
  /** The new message's ts. */
  message: string;
}

/** One person's hands and eyes. */
export interface PersonDoor {
  view(): PersonView;
  /** What somebody gets who saves a file of a place where they are. */
  download(file: string): Buffer;
  press(press: Press): Promise<Outcome>;
  submit(submit: Submit): Promise<Outcome>;
  close(close: Close): Promise<Outcome>;
  command(command: Command): Promise<Outcome>;
  say(say: Say): Said;
  /** Changes what this person said before. */
  edit(change: { place: string; message: string; text: string }): Said;
  /** Deletes what this person said before. */
  unsay(what: { place: string; message: string }): void;
  /** Reloads the client: ephemeral messages are gone afterwards. */
  reload(): void;
}
