import type {
  GivenValue,
  GivenValues,
  MessageView,
  ModalView,
  PersonView,
  PlaceView,
} from "../../platforms/slack/people.ts";
import type { Surface } from "./slack-blocks.ts";
import { FollowedList } from "./followed-list.ts";
import type { PersonScreen } from "./person-screen.ts";
import { composer } from "./slack-composer.ts";
import { confirmed } from "./slack-confirm.ts";
import { dayOf } from "./slack-dates.ts";
import { keep, make, type Keyed } from "./slack-dom.ts";
import { SlackDoor } from "./slack-door.ts";
import { words, type Json } from "./slack-json.ts";
import { failure, message, type MessageParts } from "./slack-message.ts";
import { busy, SlackModal } from "./slack-modal.ts";
import { readerOf, type Reader } from "./slack-reader.ts";

/** A Slack channel as one of its people sees it. */
export function slackPanel(root: HTMLElement, base: string): PersonScreen {
  const panel = new Panel(root, new SlackDoor(base));
  return {
    become: (userId) => panel.become(userId),
    refresh: () => void panel.refresh(),
  };
}

class Panel {
  readonly #root: HTMLElement;
  readonly #door: SlackDoor;
  readonly #switcher = make("nav", { class: "places", "aria-label": "Conversations" });
  readonly #title = make("h3", { class: "place-title" });
  readonly #members = make("span", { class: "quiet" });
  readonly #list = make("div", { class: "messages", role: "log", "aria-label": "Messages" });
  readonly #thread = make("aside", { class: "thread", "aria-label": "Thread", hidden: true });
  readonly #replies = make("div", { class: "messages", role: "log", "aria-label": "Replies" });
  readonly #followed = new FollowedList(this.#list);
  readonly #followedReplies = new FollowedList(this.#replies);
  readonly #main = make("div", { class: "channel" });
  readonly #layer = make("div", { class: "modal-layer", hidden: true });
  readonly #modal: SlackModal;
  readonly #composer = composer((text) => this.#write(text));
  readonly #replyComposer = composer((text) => this.#write(text, this.#threadId));
  #view: PersonView | undefined;
  #placeId = "";
  #threadId = "";
  #isLoading = false;
  #isStale = false;

  constructor(root: HTMLElement, door: SlackDoor) {
    this.#root = root;
    this.#door = door;
    this.#modal = new SlackModal(root, this.#layer);
    root.classList.add("slack-panel");
    const close = make(
      "button",
      { type: "button", class: "cross", "aria-label": "Close thread" },
      "×",
    );
    close.addEventListener("click", () => this.#openThread(""));
    this.#thread.append(
      make(
        "header",
        { class: "place-head" },
        make("h3", { class: "place-title" }, "Thread"),
        close,
      ),
      this.#followedReplies.node,
      this.#replyComposer.node,
    );
    this.#replyComposer.name("Reply…");
    this.#main.append(
      make("header", { class: "place-head" }, this.#title, this.#members),
      this.#followed.node,
      this.#composer.node,
    );
    const columns = make("div", { class: "columns" }, this.#main, this.#thread);
    root.replaceChildren(this.#switcher, columns, this.#layer);
  }

  become(userId: string): void {
    this.#door.as = userId;
    this.#threadId = "";
    void this.refresh();
  }

  /** One request at a time; whatever changed meanwhile is asked for once more. */
  async refresh(): Promise<void> {
    if (this.#door.as === "") return;
    this.#isStale = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const asked = this.#door.as;
        const view = await this.#door.view();
        if (asked === this.#door.as) this.#draw(view);
      }
    } finally {
      this.#isLoading = false;
    }
  }

  #draw(view: PersonView): void {
    this.#view = view;
    const place = view.places.find(({ id }) => id === this.#placeId) ?? view.places[0];
    this.#placeId = place?.id ?? "";
    this.#drawSwitcher(view.places);
    if (place) this.#drawPlace(view, place);
    // What lies behind a dialog is out of reach; a closing dialog hands the focus back to it.
    if (!view.modal) this.#setBehind(false);
    this.#modal.show(view.modal, {
      surface: { reader: readerOf(view), choices: view },
      act: (modal, element, source, values) => this.#actInModal(modal, element, source, values),
      submit: async (modal, values) => void (await this.#door.submit({ modal: modal.id, values })),
      close: async (modal, all = false) => void (await this.#door.close({ modal: modal.id, all })),
    });
    if (view.modal) this.#setBehind(true);
  }

  #setBehind(isBehind: boolean): void {
    for (const node of [this.#switcher, this.#main.parentElement])
      node?.toggleAttribute("inert", isBehind);
  }

  #drawSwitcher(places: readonly PlaceView[]): void {
    this.#switcher.hidden = places.length < 2;
    const buttons = places.map(({ id, name, kind }): Keyed => {
      const isHere = id === this.#placeId;
      const render = () => {
        const attributes = isHere ? { "aria-current": "page" } : {};
        const button = make("button", { type: "button", ...attributes }, placeName(name, kind));
        button.addEventListener("click", () => this.#go(id));
        return button;
      };
      return { key: id, signature: `${name} ${String(isHere)}`, render };
    });
    keep(this.#switcher, buttons);
  }

  #go(placeId: string): void {
    this.#placeId = placeId;
    this.#threadId = "";
    if (this.#view) this.#draw(this.#view);
  }

  #drawPlace(view: PersonView, place: PlaceView): void {
    const reader = readerOf(view);
    const name = placeName(place.name, place.kind);
    this.#title.textContent = name;
    this.#members.textContent = place.kind === "im" ? "" : `${place.members.length} members`;
    // Above the messages the sign stands for an icon; here it is part of the name.
    this.#composer.name(`Message ${place.kind === "channel" ? `#${place.name}` : name}`);
    const notices = view.notices.filter((notice) => notice.place === place.id);
    const parts: MessageParts = {
      reader,
      notices,
      surfaceOf: (one) => this.#surfaceOf(view, place.id, one),
      addressOf: (file) => this.#door.addressOf(file),
      openThread: (one) => this.#openThread(one.id),
    };
    const standalone = notices.filter((notice) => notice.message === undefined);
    const entries = [
      ...place.messages.map((one) => ({ atMs: one.atMs, keyed: keyedMessage(one, parts) })),
      ...standalone.map((notice) => ({
        atMs: notice.atMs,
        keyed: { key: `notice-${notice.id}`, signature: "", render: () => failure(notice) },
      })),
    ].sort((a, b) => a.atMs - b.atMs);
    drawList(this.#list, this.#followed, withDays(entries), `${view.you.id} ${place.id}`);
    this.#drawThread(place, parts);
  }

  #drawThread(place: PlaceView, parts: MessageParts): void {
    const root = place.messages.find(({ id }) => id === this.#threadId);
    this.#thread.hidden = root === undefined;
    this.#root.classList.toggle("has-thread", root !== undefined);
    if (!root) return;
    const { openThread: _, ...inThread } = parts;
    drawList(
      this.#replies,
      this.#followedReplies,
      [root, ...root.replies].map((one) => keyedMessage(one, inThread)),
      root.id,
    );
  }

  #openThread(id: string): void {
    const was = this.#threadId;
    this.#threadId = id;
    if (this.#view) this.#draw(this.#view);
    const focus = id
      ? this.#thread.querySelector("textarea")
      : this.#list.querySelector<HTMLElement>(`[data-thread="${CSS.escape(was)}"]`);
    focus?.focus();
  }

  #surfaceOf(view: PersonView, placeId: string, one: MessageView): Surface {
    const reader = readerOf(view);
    return {
      reader,
      choices: view,
      prefix: one.id,
      state: one.state,
      errors: {},
      act: (element, source, value) =>
        void this.#press(reader, element, source, placeId, one.id, given(element, value)),
    };
  }

  #actInModal(modal: ModalView, element: Json, source: HTMLElement, values: GivenValues): void {
    if (this.#view)
      void this.#press(readerOf(this.#view), element, source, this.#placeId, modal.id, values);
  }

  async #press(
    reader: Reader,
    element: Json,
    source: HTMLElement,
    place: string,
    id: string,
    values: GivenValues,
  ): Promise<void> {
    if (element["confirm"] && !(await confirmed(element["confirm"], this.#root, { reader })))
      return;
    const url = words(element["url"]);
    if (/^https?:/.test(url)) window.open(url, "_blank", "noreferrer");
    const action = words(element["action_id"]);
    await busy(source, async () => {
      await this.#door.press({ place, message: id, action, values });
    });
  }

  async #write(text: string, thread?: string): Promise<void> {
    const place = this.#placeId;
    (thread ? this.#followedReplies : this.#followed).showNext();
    const [, command, rest] = /^(\/\S+)\s*(.*)$/s.exec(text) ?? [];
    // Slack has no commands in threads.
    if (command && !thread) await this.#door.command({ place, command, text: rest ?? "" });
    else await this.#door.say({ place, text, ...(thread ? { thread } : {}) });
  }
}

const placeName = (name: string, kind: PlaceView["kind"]): string => {
  if (kind === "group") return `🔒 ${name}`;
  return kind === "channel" ? `# ${name}` : name;
};

const given = (element: Json, value: GivenValue): GivenValues =>
  value === null ? {} : { [words(element["action_id"])]: value };

function keyedMessage(one: MessageView, parts: MessageParts): Keyed {
  const notices = parts.notices.filter((notice) => notice.message === one.id);
  const signature = JSON.stringify([one, notices, parts.reader.you]);
  return { key: one.id, signature, render: () => message(one, parts) };
}

/** A line for each new day, in this browser's zone. */
function withDays(entries: readonly { atMs: number; keyed: Keyed }[]): Keyed[] {
  let last = "";
  return entries.flatMap(({ atMs, keyed }) => {
    const day = dayOf(atMs);
    if (day === last) return [keyed];
    last = day;
    const line = () => make("div", { class: "day" }, make("span", {}, day));
    return [{ key: `day-${day}`, signature: day, render: line }, keyed];
  });
}

/** Another place or thread begins at its newest message. */
function drawList(
  list: HTMLElement,
  followed: FollowedList,
  wanted: readonly Keyed[],
  subject: string,
): void {
  if (list.dataset["subject"] !== subject) followed.startAtEnd();
  list.dataset["subject"] = subject;
  followed.change(() => keep(list, wanted));
}
