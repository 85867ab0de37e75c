/** Where a value stands in what was sent, and what is wrong with it. */
export type Surface = "message" | "modal" | "home";

/** What rules of one payload share. */
export interface Payload {
  readonly surface: Surface;
  readonly problems: string[];
  readonly blockIds: Set<string>;
  /** Counted over the payload: elements that want the focus, and characters of markdown. */
  focused: number;
  markdownLength: number;
}

export class Place {
  readonly payload: Payload;
  readonly pointer: string;

  constructor(payload: Payload, pointer: string) {
    this.payload = payload;
    this.pointer = pointer;
  }

  at(key: string | number): Place {
    return new Place(this.payload, `${this.pointer}/${key}`);
  }

  problem(text: string): void {
    this.payload.problems.push(`${text} [json-pointer:${this.pointer}]`);
  }
}

/** Looks at one value and reports; never throws, so that all problems are told at once, as Slack does. */
export type Rule = (value: unknown, place: Place) => void;
