import type {
  MessageView,
  Outcome,
  PersonView,
  PlaceView,
  ThreadView,
} from "../../platforms/discord/people.ts";
import { arrange } from "./arrange.ts";
import type { Surroundings } from "./discord-components.ts";
import { Composer } from "./discord-composer.ts";
import { buttonThat, el, KeptNodes } from "./discord-dom.ts";
import { DiscordDoor } from "./discord-door.ts";
import type { Names } from "./discord-inline.ts";
import { errorLine, message } from "./discord-message.ts";
import { rememberFocus } from "./kept-focus.ts";
import { ModalDialog } from "./discord-modal.ts";
import { ThreadBox } from "./discord-thread.ts";
import type { PersonScreen } from "./person-screen.ts";
import { refreshRelativeTimes } from "./discord-time.ts";
import { FollowedList } from "./followed-list.ts";

/** A Discord channel as one of its people sees it. */
export function discordPanel(root: HTMLElement, base: string): PersonScreen {
  const panel = new Panel(root, new DiscordDoor(base));
  return {
    become: (userId) => panel.become(userId),
    refresh: () => void panel.refresh(),
  };
}

/** Messages closer together than this share one name and picture, as in Discord. */
const groupedWithinMs = 7 * 60_000;
const relativeTimesEveryMs = 10_000;

class Panel {
  readonly #root: HTMLElement;
  readonly #door: DiscordDoor;
  readonly #channels = el("nav", { class: "channels", "aria-label": "Channels" });
  readonly #name = el("h3", { class: "channel-name" });
  readonly #topic = el("span", { class: "topic" });
  readonly #list = el("div", { class: "messages", role: "log", tabindex: "0" });
  readonly #followed = new FollowedList(this.#list);
  readonly #layer = el("div", { class: "layer" });
  readonly #composer = new Composer((text) => this.#send(text));
  readonly #kept = new KeptNodes();
  readonly #threads = new Map<string, ThreadBox>();
  readonly #waiting = new Set<string>();
  readonly #failures = new Map<string, string>();
  /** Back to where the person was before the form opened. */
  #refocus = () => {};
  #modal: ModalDialog | undefined;
  #view: PersonView | undefined;
  #placeId = "";
  #round = 0;

  constructor(root: HTMLElement, door: DiscordDoor) {
    this.#root = root;
    this.#door = door;
    root.classList.add("discord-panel");
    const head = el("header", { class: "channel-head" }, this.#name, this.#topic);
    const { node } = this.#followed;
    root.replaceChildren(this.#channels, head, node, this.#composer.node, this.#layer);
    setInterval(() => refreshRelativeTimes(root), relativeTimesEveryMs);
  }

  become(userId: string): void {
    this.#door.as = userId;
    this.#failures.clear();
    this.#waiting.clear();
    void this.refresh();
  }

  /** Several changes may come while one view is on its way; only the last one asked for is shown. */
  async refresh(): Promise<void> {
    if (this.#door.as === "") return;
    this.#round += 1;
    const round = this.#round;
    const view = await this.#door.view().catch(() => undefined);
    if (view === undefined || round !== this.#round) return;
    this.#view = view;
    this.#draw();
  }

  #draw(): void {
    const view = this.#view;
    const place = view?.places.find(({ id }) => id === this.#placeId) ?? view?.places[0];
    if (view === undefined || place === undefined) return;
    this.#placeId = place.id;
    const sign = place.kind === "direct" ? "@" : "#";
    this.#name.textContent = place.name;
    this.#name.dataset["sign"] = sign;
    this.#topic.textContent = place.topic ?? "";
    this.#list.setAttribute("aria-label", `Messages in ${place.name}`);
    this.#composer.show(`Message ${sign}${place.name}`, view.commands);
    this.#drawChannels(view.places, place);
    this.#drawMessages(view, place);
    this.#drawModal(view);
  }

  #drawChannels(places: readonly PlaceView[], current: PlaceView): void {
    this.#channels.hidden = places.length < 2;
    const tabs = places.map(({ id, name, kind }) => {
      const selected = id === current.id;
      const go = () => {
        this.#placeId = id;
        this.#followed.startAtEnd();
        this.#draw();
      };
      const attributes = { class: "channel", "aria-current": selected ? "page" : "false" };
      return buttonThat(go, attributes, `${kind === "direct" ? "@" : "#"} ${name}`);
    });
    this.#channels.replaceChildren(...tabs);
  }

  #drawMessages(view: PersonView, place: PlaceView): void {
    const shown = inOrder([
      ...place.messages,
      ...view.ephemerals.filter((one) => one.place === place.id),
    ]);
    this.#followed.change(() => this.#arrange(view, place, shown));
    this.#kept.sweep();
  }

  #arrange(view: PersonView, place: PlaceView, shown: readonly MessageView[]): void {
    const nodes = this.#listOf(view, shown);
    for (const thread of place.threads) nodes.push(this.#thread(view, thread));
    const loose = view.notices.filter(
      (notice) => notice.place === place.id && notice.message === undefined,
    );
    nodes.push(...loose.map(({ text, id }) => errorLine(text, id)));
    if (nodes.length === 0) nodes.push(this.#kept.get("empty", place.id, () => emptyPlace(place)));
    arrange(this.#list, nodes);
  }

  #listOf(view: PersonView, messages: readonly MessageView[]): HTMLElement[] {
    return messages.flatMap((one, index) => {
      const before = messages[index - 1];
      const node = this.#message(view, one, before !== undefined && continues(before, one));
      return one.thread === undefined ? [node] : [node, this.#thread(view, one.thread)];
    });
  }

  #message(view: PersonView, one: MessageView, grouped: boolean): HTMLElement {
    const { thread: _, ...own } = one;
    const notice = view.notices.find((candidate) => candidate.message === one.id);
    const failure = this.#failures.get(one.id);
    const waiting = this.#waiting.has(one.id);
    const names = namesIn(view);
    const around: Surroundings = {
      names,
      waiting,
      people: view.people,
      roles: view.roles,
      places: view.places,
      press: (action, values) => void this.#press(one, action, values),
    };
    const state = [view.me.id, own, grouped, notice, failure, waiting];
    const parts = { message: one, around, notice, failure, continues: grouped };
    return this.#kept.get(one.id, state, () =>
      message({ ...parts, dismiss: (id) => void this.#door.dismiss(id) }),
    );
  }

  #thread(view: PersonView, thread: ThreadView): HTMLElement {
    const known = this.#threads.get(thread.id);
    const send = (text: string) => this.#say(text, thread.id);
    const box = known ?? new ThreadBox(thread, new Composer(send));
    this.#threads.set(thread.id, box);
    // The first entry only repeats the message the thread hangs on, which stands right above.
    const messages = thread.messages.filter(({ kind }) => kind !== "thread-starter");
    const private_ = view.ephemerals.filter((one) => one.place === thread.id);
    box.show(thread, this.#listOf(view, inOrder([...messages, ...private_])));
    return box.node;
  }

  #drawModal(view: PersonView): void {
    const { modal } = view;
    if (modal === null) {
      this.#modal = undefined;
      this.#layer.replaceChildren();
      this.#refocus();
      this.#refocus = () => {};
      return;
    }
    if (this.#modal?.id === modal.id) {
      this.#modal.show(modal);
      return;
    }
    this.#refocus = rememberFocus(this.#root);
    const lists = { ...view, names: namesIn(view) };
    this.#modal = new ModalDialog(modal, view.bot.name, lists, {
      submit: (values) => void this.#submit(modal.id, { values }),
      close: () => void this.#door.close(modal.id),
    });
    this.#layer.replaceChildren(this.#modal.node);
    this.#modal.focus();
  }

  async #submit(
    modal: string,
    { values }: { values: Parameters<DiscordDoor["submit"]>[0]["values"] },
  ) {
    await this.#door.submit({ modal, values });
    await this.refresh();
  }

  async #press(one: MessageView, action: string, values?: readonly string[]): Promise<void> {
    this.#waiting.add(one.id);
    this.#failures.delete(one.id);
    this.#draw();
    const press = { place: one.place, message: one.id, action };
    const outcome = await this.#door
      .press(values === undefined ? press : { ...press, values })
      .catch((): Outcome => ({ ok: false, shown: "This interaction failed" }));
    this.#waiting.delete(one.id);
    if (!outcome.ok) this.#failures.set(one.id, outcome.shown ?? "This interaction failed");
    await this.refresh();
  }

  async #send(text: string): Promise<string | undefined> {
    if (!text.startsWith("/")) return this.#say(text);
    const [command = "", ...rest] = text.slice(1).split(" ");
    this.#followed.showNext();
    const call = { place: this.#placeId, command, text: rest.join(" ") };
    const outcome = await this.#door.command(call);
    // What the clock decided stands in the channel already; what the client refused does not.
    await this.refresh();
    const noted = this.#view?.notices.some(({ text: shown }) => shown === outcome.shown) === true;
    return outcome.ok || noted ? undefined : outcome.shown;
  }

  async #say(text: string, thread?: string): Promise<string | undefined> {
    const say = { place: this.#placeId, text };
    (thread === undefined ? this.#followed : this.#threads.get(thread))?.showNext();
    const said = await this.#door.say(thread === undefined ? say : { ...say, thread });
    return said.ok ? undefined : said.shown;
  }
}

/** Ids carry the time, and have the same length for many years to come. */
function inOrder(messages: readonly MessageView[]): MessageView[] {
  return messages.toSorted((left, right) => (BigInt(left.id) < BigInt(right.id) ? -1 : 1));
}

function continues(before: MessageView, one: MessageView): boolean {
  const plain =
    one.replyTo === undefined && one.command === undefined && before.thread === undefined;
  const together = before.author.id === one.author.id && before.ephemeral === one.ephemeral;
  return (
    plain && together && before.kind !== "thread-started" && one.at - before.at < groupedWithinMs
  );
}

function namesIn({ people, roles, places }: PersonView): Names {
  const byId = (list: readonly { id: string; name: string }[]) =>
    new Map(list.map(({ id, name }) => [id, name]));
  return { people: byId(people), roles: byId(roles), places: byId(places) };
}

function emptyPlace({ name, kind }: PlaceView): HTMLElement {
  const title = kind === "direct" ? name : `Welcome to #${name}!`;
  const text =
    kind === "direct" ? "This is the beginning." : `This is the start of the #${name} channel.`;
  return el("div", { class: "empty" }, el("b", {}, title), el("span", { class: "quiet" }, text));
}
