import type { MessageView, ModalView, PersonDoor } from "../platforms/slack/people.ts";
import { rawCall } from "../platforms/slack/raw-call.ts";
import { type LocalSlack, startLocalSlack } from "../platforms/slack/server.ts";
import { until } from "../support/until.ts";
import {
  type Driver,
  filledIn,
  type FillIn,
  type Given,
  joined,
  linesOf,
  type Opened,
  type Person,
  type Place,
  type SeenField,
  type SeenForm,
  type SeenMessage,
  type Sent,
  type Shown,
} from "./driver.ts";
import { readBlocks, readMarkup } from "./slack-reading.ts";

const TEAM = "T0ACME";
const TREASURY = "S0TREASURY";
/** Archived. */
const ATTIC = "C0ATTIC";
const CHANNELS: Readonly<Record<Place, string>> = { main: "C0MAIN", other: "C0OTHER" };

/** People in the local Slack, to which parley speaks by Socket Mode. Who is not reachable has left it. */
export async function startSlackDriver(people: readonly Person[]): Promise<Driver> {
  const here = people.filter(({ isReachable = true }) => isReachable);
  const members = here.map(({ id }) => idOf(id));
  const slack = await startLocalSlack({
    workspace: { id: TEAM, name: "Acme" },
    people: here.map(({ id, name }) => ({ id: idOf(id), name })),
    channels: [
      ...Object.entries(CHANNELS).map(([name, id]) => ({ id, name, members })),
      { id: ATTIC, name: "attic", members, isArchived: true },
    ],
    groups: {
      [TREASURY]: here.filter((each) => each.isTreasurer === true).map(({ id }) => idOf(id)),
    },
    rateLimits: "off",
  });
  const hands = (who: string) => handsOf(slack, idOf(who));
  return {
    platform: "slack",
    settings: {
      slack: {
        botTokens: [slack.botToken],
        apiUrl: slack.apiUrl,
        mode: { kind: "socket", appToken: slack.appToken },
      },
    },
    home: { slack: { workspace: TEAM, channels: [CHANNELS.main] } },
    accountOf: (who) => `slack:${TEAM}/${idOf(who)}`,
    treasury: `slack:${TEAM}/${TREASURY}`,
    listsMembers: true,
    idOf,
    channelOf: (place) => CHANNELS[place],
    async beginThread(who) {
      const { message } = slack
        .people(idOf(who))
        .say({ place: CHANNELS.main, text: "It began here" });
      return { channel: CHANNELS.main, thread: message };
    },
    shutPlace: () => Promise.resolve({ channel: ATTIC, thread: "1772532000.000100" }),
    async remove({ place, id }) {
      await rawCall(slack, "chat.delete", { channel: place, ts: id });
    },
    messages: (who) => hands(who).messages.filter(({ isNote }) => !isNote),
    notes: (who) => hands(who).messages.filter(({ isNote }) => isNote),
    press: async (who, message, label) => hands(who).press(message, label),
    look: async (who, message, label) => look(hands(who), message, label),
    fill: async (who, message, label, how) => fill(hands(who), message, label, how),
    showAll: async (who, message) => showAll(hands(who), message),
    deliverTwice() {
      slack.faults.clear();
      slack.faults.next({ delivery: "block_actions" }, "twice");
      slack.faults.next({ delivery: "view_submission" }, "twice");
    },
    loseNextAnswer() {
      slack.faults.next({ method: "chat.postMessage" }, { status: 500, after: "commit" });
    },
    refuseNextBelow({ id }) {
      const replies = { method: "chat.postMessage", where: isReplyTo(id) };
      slack.faults.next(replies, { retryAfterSeconds: WAIT_SECONDS });
    },
    refused: () =>
      slack.log.filter(({ ok }) => !ok).map(({ method, error }) => `${method}: ${error}`),
    triesToReach: (who) =>
      slack.log.filter(({ args }) => [args["users"], args["channel"]].includes(idOf(who))).length,
    close: async () => slack.close(),
  };
}

const WAIT_SECONDS = 2;
const isReplyTo = (id: string) => (args: Record<string, unknown>) => args["thread_ts"] === id;

function idOf(who: string): string {
  return `U0${who.toUpperCase()}`;
}

interface Hands {
  readonly door: PersonDoor;
  readonly messages: readonly (SeenMessage & { readonly isNote: boolean })[];
  press(message: SeenMessage, label: string): Promise<void>;
}

function handsOf(slack: LocalSlack, user: string): Hands {
  const door = slack.people(user);
  const messages = door
    .view()
    .places.flatMap((place) =>
      place.messages
        .flatMap((message) => [message, ...message.replies])
        .map((message) => seen(message, place, slack.workspace.bot.userId)),
    );
  return {
    door,
    messages,
    async press({ id, place }, label) {
      const action = messages
        .find((each) => each.id === id && each.place === place)
        ?.actions.find((each) => each.label.startsWith(label))?.action;
      if (action === undefined) throw new Error(`there is no button “${label}”`);
      await door.press({ place, message: id, action });
    },
  };
}

function seen(view: MessageView, place: { id: string; kind: string }, bot: string) {
  const { buttons, ...shown } = readBlocks([...view.blocks, ...view.attachments]);
  // With blocks, the text is what notifications show: only what it would set off matters.
  const plain = readMarkup(view.text);
  const hasBlocks = view.blocks.length > 0;
  return {
    id: view.id,
    place: place.id,
    where: whereOf(place.id),
    thread: view.threadId === view.id ? undefined : view.threadId,
    about: view.threadId,
    fromBot: view.from.id === bot,
    shown: hasBlocks ? { ...shown, live: [...shown.live, ...plain.live.filter(isToken)] } : plain,
    buttons: buttons.map(({ label }) => label),
    actions: buttons,
    notifies: view.pingsYou,
    isNote: view.isEphemeral,
  };
}

const isToken = (live: string) => live.startsWith("token ");

function whereOf(channel: string): Place | "direct" {
  if (channel === CHANNELS.main) return "main";
  return channel === CHANNELS.other ? "other" : "direct";
}

/** Presses, and waits for a dialog or for words that came instead of one. */
async function open(hands: Hands, message: SeenMessage, label: string): Promise<ModalView | Shown> {
  const { door } = hands;
  const before = door.view().modal;
  if (before !== null) await door.close({ modal: before.id, all: true });
  const known = notesIn(door).length;
  await hands.press(message, label);
  const isThere = () => {
    const dialog = dialogOn(door);
    return dialog === null ? notesIn(door).slice(known)[0] : dialog;
  };
  return until("a dialog, or words", isThere, { everyMs: 3 });
}

/** A dialog that only says that it is to come, as it does where parley is slow, is no dialog yet. */
function dialogOn(door: PersonDoor): ModalView | null | undefined {
  const { modal } = door.view();
  return modal !== null && titleOf(modal) === "Loading" ? undefined : modal;
}

const titleOf = ({ view }: ModalView) =>
  String((view["title"] as { text?: unknown } | undefined)?.text);

function notesIn(door: PersonDoor): readonly Shown[] {
  const all = door
    .view()
    .places.flatMap(({ messages }) => messages.flatMap((each) => [each, ...each.replies]));
  return all.filter(({ isEphemeral }) => isEphemeral).map(({ blocks }) => readBlocks(blocks));
}

async function look(hands: Hands, message: SeenMessage, label: string): Promise<Opened> {
  const opened = await open(hands, message, label);
  if (!("view" in opened)) return { ok: false, said: opened };
  await hands.door.close({ modal: opened.id, all: true });
  const form = formIn(opened);
  return form.fields.length > 0 ? { ok: true, form } : { ok: false, said: form.shown };
}

async function fill(hands: Hands, message: SeenMessage, label: string, how: FillIn): Promise<Sent> {
  const opened = await open(hands, message, label);
  const { door } = hands;
  if (!("view" in opened)) return { pages: [], isToMend: false, said: opened };
  const form = formIn(opened);
  const given = await filledIn(form, how);
  const known = notesIn(door).length;
  const values = Object.fromEntries(
    given.map(([field, value]) => [field.id, wireValue(field, value)]),
  );
  const outcome = await door.submit({ modal: opened.id, values });
  const errors = Object.values(outcome.errors ?? {});
  const left = door.view().modal;
  // A dialog that stays says something in place of its fields.
  const replaced = left !== null && errors.length === 0 ? [readBlocks(left.view["blocks"])] : [];
  const beside = errors.map((text) => ({ lines: linesOf(text, "open"), live: [] }));
  return {
    pages: [form],
    isToMend: errors.length > 0,
    said: joined([...beside, ...replaced, ...notesIn(door).slice(known)]),
  };
}

/** One of several options is no list, on the wire. */
function wireValue({ takesOne }: SeenField, given: Given): Given {
  return takesOne === true && typeof given !== "string" ? (given[0] ?? "") : given;
}

function formIn(modal: ModalView): SeenForm {
  const { view, state } = modal;
  const blocks = (view["blocks"] ?? []) as readonly Record<string, unknown>[];
  const { buttons: _none, ...shown } = readBlocks(blocks);
  return {
    title: titleOf(modal),
    shown,
    fields: blocks
      .filter(({ type }) => type === "input")
      .map((block) => fieldIn(block, state[String(block["block_id"])] ?? {})),
  };
}

interface Element {
  readonly type: string;
  readonly options?: readonly {
    readonly value: string;
    readonly text: { readonly text: string };
  }[];
}

function fieldIn(
  block: Record<string, unknown>,
  state: Record<string, Record<string, unknown>>,
): SeenField {
  const textIn = (name: string) => (block[name] as { text?: string } | undefined)?.text ?? "";
  const { options, type } = block["element"] as Element;
  const held = Object.values(state)[0] ?? {};
  return {
    id: String(block["block_id"]),
    label: textIn("label"),
    hint: textIn("hint"),
    value: heldIn(held),
    ...(options === undefined
      ? {}
      : {
          options: options.map(({ value, text }) => ({ value, label: text.text })),
          takesOne: type === "static_select" || type === "radio_buttons",
        }),
  };
}

function heldIn(held: Record<string, unknown>): string | readonly string[] {
  const { selected_options: many, selected_option: one } = held;
  if (Array.isArray(many)) return many.map(({ value }: { value: string }) => value);
  if (one !== undefined) return one === null ? [] : [(one as { value: string }).value];
  const text = held["value"] ?? held["selected_date"];
  return typeof text === "string" ? text : "";
}

async function showAll(hands: Hands, message: SeenMessage): Promise<string> {
  const { door } = hands;
  let view = await open(hands, message, "Show all");
  let whole = "";
  for (;;) {
    if (!("view" in view)) throw new Error("Show all opened nothing");
    const { view: shown, id } = view;
    const { lines, buttons } = readBlocks(shown["blocks"]);
    whole += `${lines.flatMap(({ kind, text }) => (kind === "code" ? [text] : [])).join("\n")}\n`;
    const next = buttons.find(({ label }) => label === "Next");
    if (next === undefined) break;
    await door.press({ place: "", message: id, action: next.action });
    view = await until("the next page", () => {
      const top = dialogOn(door) ?? undefined;
      return top?.view["hash"] === shown["hash"] ? undefined : top;
    });
  }
  await door.close({ modal: view.id, all: true });
  return whole;
}
