import type { Person } from "../world.ts";

/** How people sit at one platform: what a person sees there and can do, whatever the platform calls it. */
export interface Seat {
  readonly platform: "slack" | "discord";
  /** The cards in the channel that this mark stands on, as this person sees them. */
  cards(person: Person, mark: string): Promise<readonly Card[]>;
  /** Presses a button of the card; what the platform then shows the presser, if anything. */
  press(person: Person, card: Card, button: Button): Promise<Pressed>;
  /** Opens a form: by a button of a card, or of a private note that offers one. */
  openForm(person: Person, card: Card, label: string): Promise<Form>;
  /** Answers a question as one does on this platform: in a form, or in the card's thread. */
  answer(person: Person, card: Card, text: string): Promise<void>;
  /** The texts that Show all gives this person: the pages of a dialog as one, then each file. */
  showAll(person: Person, card: Card): Promise<readonly string[]>;
  /** What is written for this person's eyes only, oldest first. */
  notes(person: Person): Promise<readonly Card[]>;
  /** The texts of it. */
  privateNotes(person: Person): Promise<readonly string[]>;
  command(person: Person, command: string): Promise<void>;
}

/** Discord keeps an answer and what comes of it in a thread of the card. */
export interface SeatWithThreads extends Seat {
  openThread(person: Person, card: Card): Promise<void>;
  threadTexts(person: Person, card: Card): Promise<readonly string[]>;
  /** What the thread of a card holds, as messages that can be pressed. */
  threadCards(person: Person, card: Card): Promise<readonly Card[]>;
  /** Chooses what a menu calls so, on a message in the thread of a card. */
  choose(person: Person, card: Card, message: Card, label: string): Promise<void>;
}

/** What is filled in, by words of the labels: a text, or the label of the option that is chosen. */
export type Filled = Readonly<Record<string, string>>;

/** A form on somebody's screen. */
export interface Form {
  /** Fills it in and sends it; every page of it, where the platform shows it page by page. */
  send(filled: Filled): Promise<void>;
  /** Sends what does not fit, and gives what is said of it. The form can be sent again then. */
  sendWrong(filled: Filled): Promise<string>;
}

export interface Card {
  readonly place: string;
  readonly message: string;
  /** Everything on the card that can be read, the labels of its buttons left out. */
  readonly text: string;
  readonly buttons: readonly Button[];
}

export interface Button {
  readonly label: string;
  readonly action: string;
}

export interface Pressed {
  readonly ok: boolean;
  readonly shown?: string | undefined;
}

/** The button with these words on it, as a person finds it. */
export function buttonOf({ buttons, text }: Card, label: string): Button {
  const found = buttons.find((button) => button.label.startsWith(label));
  if (found !== undefined) return found;
  const labels = buttons.map((button) => button.label).join(", ");
  throw new Error(`The card has no button “${label}”. It has: ${labels}. It says: ${text}`);
}
