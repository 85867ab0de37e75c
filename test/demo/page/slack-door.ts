import type {
  Close,
  Command,
  FileView,
  Outcome,
  PersonView,
  Press,
  Said,
  Say,
  Submit,
} from "../../platforms/slack/people.ts";

/** The people door, as one person uses it. */
export class SlackDoor {
  readonly #base: string;
  as = "";

  constructor(base: string) {
    this.#base = `${base}/people`;
  }

  async view(): Promise<PersonView> {
    const response = await fetch(`${this.#base}/view?as=${encodeURIComponent(this.as)}`);
    return (await response.json()) as PersonView;
  }

  /** Where this person gets a file. */
  addressOf({ id }: FileView): string {
    return `${this.#base}/file?${new URLSearchParams({ as: this.as, file: id })}`;
  }

  press(press: Press): Promise<Outcome> {
    return this.#post("press", press);
  }

  submit(submit: Submit): Promise<Outcome> {
    return this.#post("submit", submit);
  }

  close(close: Close): Promise<Outcome> {
    return this.#post("close", close);
  }

  command(command: Command): Promise<Outcome> {
    return this.#post("command", command);
  }

  say(say: Say): Promise<Said> {
    return this.#post("say", say);
  }

  async #post<T>(act: string, body: object): Promise<T> {
    const response = await fetch(`${this.#base}/${act}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ as: this.as, ...body }),
    });
    return (await response.json()) as T;
  }
}
