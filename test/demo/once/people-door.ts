import { members } from "../json.ts";

const ANSWER_WITHIN_MS = 10_000;

/** The people door of one local platform, over HTTP as the page uses it. */
export class PeopleDoor {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  async view(person: string): Promise<Readonly<Record<string, unknown>>> {
    return this.#json(await this.#fetch(`/people/view?as=${encodeURIComponent(person)}`, {}));
  }

  /** A file that somebody sees in a message, as text. */
  async download(person: string, file: string): Promise<string> {
    const asked = new URLSearchParams({ as: person, file });
    const response = await this.#fetch(`/people/file?${asked}`, {});
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer()).toString();
  }

  /** One thing a person does: press, submit, close, command or say. */
  async act(what: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
    const request = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    return this.#json(await this.#fetch(`/people/${what}`, request));
  }

  #fetch(path: string, init: RequestInit): Promise<Response> {
    return fetch(`${this.#base}${path}`, {
      ...init,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  }

  async #json(response: Response): Promise<Readonly<Record<string, unknown>>> {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
    return members(JSON.parse(text));
  }
}
