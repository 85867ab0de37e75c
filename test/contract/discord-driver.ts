import { readFileSync } from "node:fs";
import type {
  MessageView,
  ModalView,
  Person as Door,
  ThreadView,
} from "../platforms/discord/people.ts";
import { type LocalDiscord, startLocalDiscord } from "../platforms/discord/server.ts";
import { until } from "../support/until.ts";
import {
  type Driver,
  filledIn,
  type FillIn,
  joined,
  linesOf,
  NOTHING,
  type Opened,
  type Person,
  type Place,
  type SeenField,
  type SeenForm,
  type SeenMessage,
  type Sent,
  type Shown,
  textOf,
} from "./driver.ts";
import { readMarkdown } from "./discord-reading.ts";

const GUILD = "300000000000000001";
const TREASURY = "500000000000000001";
const CHANNELS: Readonly<Record<Place, string>> = {
  main: "400000000000000001",
  other: "400000000000000002",
};

const invitation = JSON.parse(readFileSync("manifests/discord-permissions.json", "utf8")) as {
  readonly permissions: string;
};

/** People in the local Discord, to which parley speaks by its gateway. Who is not reachable takes no direct messages. */
export async function startDiscordDriver(people: readonly Person[]): Promise<Driver> {
  const ids = new Map(
    people.map(({ id }, index) => [id, String(200_000_000_000_000_001n + BigInt(index))]),
  );
  const idOf = (who: string) => ids.get(who) ?? "";
  const discord = await startLocalDiscord({
    rateLimits: "off",
    guilds: [
      {
        id: GUILD,
        name: "Acme",
        // What an invitation asks for has to be enough for everything.
        botPermissions: BigInt(invitation.permissions),
        channels: Object.entries(CHANNELS).map(([name, id]) => ({ id, name })),
        roles: [{ id: TREASURY, name: "Treasury" }],
        members: people.map(({ id, name, isReachable = true, isTreasurer = false }) => ({
          id: idOf(id),
          name,
          roles: isTreasurer ? [TREASURY] : [],
          acceptsDirect: isReachable,
        })),
      },
    ],
  });
  const hands = (who: string) => handsOf(discord, idOf(who));
  return {
    platform: "discord",
    settings: { discord: { token: discord.token, apiUrl: discord.apiUrl } },
    home: { discord: { guild: GUILD, channels: [CHANNELS.main] } },
    accountOf: (who) => `discord:${idOf(who)}`,
    treasury: `discord:${GUILD}/${TREASURY}`,
    listsMembers: false,
    idOf,
    channelOf: (place) => CHANNELS[place],
    beginThread: async (who) => beginThread(discord, idOf(who)),
    async shutPlace() {
      const origin = await beginThread(discord, idOf("ada"));
      discord.setThread(origin.thread, { locked: true, archived: true });
      return origin;
    },
    remove({ id }) {
      discord.deleteMessage(id);
      return Promise.resolve();
    },
    messages: (who) => hands(who).messages,
    notes: (who) => hands(who).notes(),
    press: async (who, message, label) => hands(who).press(message, label),
    look: async (who, message, label) => look(hands(who), message, label),
    fill: async (who, message, label, how) => fill(hands(who), message, label, how),
    showAll: async (who, message) => showAll(hands(who), message),
    deliverTwice() {
      discord.faults.clear();
      discord.faults.duplicate("INTERACTION_CREATE", 2);
    },
    loseNextAnswer() {
      const posts = { method: "POST", path: /^\/channels\/\d+\/messages$/ };
      discord.faults.onRest(posts, { kind: "error", when: "after" });
    },
    refuseNextBelow({ place }) {
      const posts = { method: "POST", path: new RegExp(`^/channels/${place}/messages$`) };
      discord.faults.onRest(posts, { kind: "rate-limit", retryAfter: WAIT_SECONDS });
    },
    refused: () =>
      discord.log
        .filter(({ status }) => status >= 400)
        .map(({ method, route, status, code }) => `${method} ${route}: ${status} ${code ?? ""}`),
    triesToReach: (who) => triesToReach(discord, idOf(who)),
    close: async () => discord.close(),
  };
}

const WAIT_SECONDS = 2;

async function beginThread(discord: LocalDiscord, user: string) {
  const said = discord.people(user).say({ place: CHANNELS.main, text: "It began here" });
  if (!said.ok) throw new Error(said.shown);
  const response = await fetch(
    `${discord.apiUrl}/v10/channels/${CHANNELS.main}/messages/${said.message}/threads`,
    {
      method: "POST",
      headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "It began here" }),
    },
  );
  if (!response.ok) throw new Error(`no thread: ${response.status}`);
  return { channel: CHANNELS.main, thread: said.message };
}

/** Posts to the channel of direct messages with this person. */
function triesToReach(discord: LocalDiscord, user: string): number {
  const { places } = discord.people(user).view();
  const direct = places.filter(({ kind }) => kind === "direct");
  const paths = new Set(direct.map(({ id }) => `/channels/${id}/messages`));
  return discord.log.filter(({ method, path }) => method === "POST" && paths.has(path)).length;
}

interface Hands {
  readonly door: Door;
  readonly messages: readonly SeenMessage[];
  notes(): readonly SeenMessage[];
  press(message: SeenMessage, label: string): Promise<void>;
}

type Component = Readonly<Record<string, unknown>>;

const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");

function handsOf(discord: LocalDiscord, user: string): Hands {
  const door = discord.people(user);
  const notes = () =>
    door
      .view()
      .ephemerals.filter(({ loading }) => !loading)
      .map((view) => seen(view));
  return {
    door,
    get messages() {
      return door
        .view()
        .places.flatMap(({ messages, threads }) => [
          ...messages.flatMap((view) => [seen(view), ...inThread(view.thread)]),
          ...threads.flatMap((thread) => inThread(thread)),
        ]);
    },
    notes,
    async press({ id, place }, wanted) {
      const component = componentsOf(discord, user, id).find(
        (each) => each["type"] === 2 && String(each["label"]).startsWith(wanted),
      );
      if (component === undefined) throw new Error(`there is no button “${wanted}”`);
      await door.press({ place, message: id, action: String(component["custom_id"]) });
    },
  };
}

function componentsOf(discord: LocalDiscord, user: string, id: string): readonly Component[] {
  const { places, ephemerals } = discord.people(user).view();
  const all = places.flatMap(({ messages, threads }) => [
    ...messages.flatMap((view) => [view, ...(view.thread?.messages ?? [])]),
    ...threads.flatMap(({ messages: inside }) => inside),
  ]);
  const found = [...all, ...ephemerals].find((view) => view.id === id);
  return (found?.components ?? []).flatMap((row) => (row["components"] ?? []) as Component[]);
}

const inThread = (thread: ThreadView | undefined) =>
  (thread?.messages ?? []).map((view) => ({
    ...seen(view),
    thread: thread?.id,
    about: thread?.id,
  }));

function seen(view: MessageView): SeenMessage {
  const embeds = view.embeds.map((embed) =>
    joined([
      readMarkdown(stringOf(embed["title"])),
      readMarkdown(stringOf(embed["description"])),
      ...((embed["fields"] ?? []) as Component[]).flatMap(({ name, value }) => [
        readMarkdown(String(name)),
        readMarkdown(String(value)),
      ]),
      {
        lines: linesOf(stringOf((embed["footer"] as Component | undefined)?.["text"]), "open"),
        live: [],
      },
    ]),
  );
  const buttons = view.components
    .flatMap((row) => (row["components"] ?? []) as Component[])
    .filter(({ type }) => type === 2);
  return {
    id: view.id,
    place: view.place,
    where: whereOf(view.place),
    thread: undefined,
    about: view.replyTo?.id,
    fromBot: view.author.bot && view.kind !== "thread-started" && view.kind !== "thread-starter",
    shown: joined([readMarkdown(view.content), ...embeds]),
    buttons: buttons.map((each) => String(each["label"])),
    notifies: view.mentionsMe,
  };
}

function whereOf(place: string): Place | "direct" {
  if (place === CHANNELS.main) return "main";
  return place === CHANNELS.other ? "other" : "direct";
}

/** Presses, and waits for a form or for words that came instead of one. Where parley was too slow, presses again. */
async function open(
  hands: Hands,
  message: SeenMessage,
  wanted: string,
): Promise<ModalView | Shown> {
  const { door } = hands;
  const before = door.view().modal;
  if (before !== null) door.close(before.id);
  for (;;) {
    const known = hands.notes().length;
    await hands.press(message, wanted);
    const came = await until(
      "a form, or words",
      () => door.view().modal ?? hands.notes().slice(known)[0]?.shown,
      { everyMs: 3 },
    );
    if ("customId" in came || !textOf(came).includes("Press again")) return came;
  }
}

async function look(hands: Hands, message: SeenMessage, wanted: string): Promise<Opened> {
  const opened = await open(hands, message, wanted);
  if (!("customId" in opened)) return { ok: false, said: opened };
  hands.door.close(opened.id);
  return { ok: true, form: formIn(opened) };
}

async function fill(
  hands: Hands,
  message: SeenMessage,
  wanted: string,
  how: FillIn,
): Promise<Sent> {
  const pages: SeenForm[] = [];
  let opened = await open(hands, message, wanted);
  for (;;) {
    if (!("customId" in opened)) return { pages, isToMend: false, said: opened };
    const form = formIn(opened);
    pages.push(form);
    const given = await filledIn(form, how);
    const values = Object.fromEntries(given.map(([{ id }, value]) => [id, value]));
    const known = hands.notes();
    const outcome = await hands.door.submit({ modal: opened.id, values });
    if (!outcome.ok) {
      hands.door.close(opened.id);
      return {
        pages,
        isToMend: true,
        said: { lines: linesOf(outcome.shown ?? "", "open"), live: [] },
      };
    }
    const fresh = hands.notes().find(({ id }) => known.every((each) => each.id !== id));
    const leadsOn = fresh?.buttons.some((each) => each.startsWith("Continue")) ?? false;
    if (fresh === undefined || !leadsOn) {
      const isToMend = fresh?.buttons.includes("Fix") ?? false;
      return { pages, isToMend, said: fresh?.shown ?? NOTHING };
    }
    opened = await open(hands, fresh, "Continue");
  }
}

const TEXT_DISPLAY = 10;
const LABEL = 18;

function formIn({ title, components }: ModalView): SeenForm {
  const labels = components.filter(({ type }) => type === LABEL);
  const fields = labels.map(fieldIn);
  const displays = components
    .filter(({ type }) => type === TEXT_DISPLAY)
    .map(({ content }) => readMarkdown(String(content)));
  const plain = fields.map((field) => ({
    lines: linesOf(`${field.label}\n${field.hint}`, "open"),
    live: [],
  }));
  return { title, fields, shown: joined([...displays, ...plain]) };
}

function fieldIn(field: Component): SeenField {
  const input = field["component"] as Component;
  const options = input["options"] as readonly Component[] | undefined;
  return {
    id: String(input["custom_id"]),
    label: String(field["label"]),
    hint: stringOf(field["description"]),
    value:
      options === undefined
        ? stringOf(input["value"])
        : options.filter((each) => each["default"] === true).map(({ value }) => String(value)),
    ...(options === undefined
      ? {}
      : {
          options: options.map((each) => ({
            value: String(each["value"]),
            label: String(each["label"]),
          })),
        }),
  };
}

async function showAll(hands: Hands, message: SeenMessage): Promise<string> {
  const known = new Set(hands.door.view().ephemerals.map(({ id }) => id));
  await hands.press(message, "Show all");
  const files = await until("the attached files", () => {
    const fresh = hands.door.view().ephemerals.filter(({ id }) => !known.has(id));
    return fresh.find(({ attachments }) => attachments.length > 0)?.attachments;
  });
  const texts = await Promise.all(files.map(async ({ url }) => (await fetch(url)).text()));
  return texts.join("\n\n");
}
