import type {
  CommandCall,
  Outcome,
  PersonView,
  Press,
  Said,
  Say,
  Submit,
} from "../../platforms/discord/people.ts";

/** The people door, as the person whose screen this is. */
export class DiscordDoor {
  readonly #base: string;
  as = "";

  constructor(base: string) {
    this.#base = base;
  }

  async view(): Promise<PersonView> {
    const response = await fetch(`${this.#base}/people/view?as=${encodeURIComponent(this.as)}`);
    if (!response.ok) throw new Error(`the local Discord answered ${response.status}`);
    return (await response.json()) as PersonView;
  }

  press(press: Press): Promise<Outcome> {
    return this.#post("press", press);
  }

  submit(submit: Submit): Promise<Outcome> {
    return this.#post("submit", submit);
  }

  close(modal: string): Promise<Outcome> {
    return this.#post("close", { modal });
  }

  command(call: CommandCall): Promise<Outcome> {
    return this.#post("command", call);
  }

  say(say: Say): Promise<Said> {
    return this.#post("say", say);
  }

  dismiss(id: string): Promise<Outcome> {
    return this.#post("dismiss", { id });
  }

  async #post<Answer>(action: string, body: object): Promise<Answer> {
    const response = await fetch(`${this.#base}/people/${action}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ as: this.as, ...body }),
    });
    return (await response.json()) as Answer;
  }
}
