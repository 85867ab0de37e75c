import { randomUUID } from "node:crypto";
import type { Core } from "./core.ts";
import type { Interactions } from "./interactions.ts";
import { objectsIn, type JsonObject } from "./json.ts";
import type { StoredMessage } from "./messages.ts";
import type {
  MessageView,
  ModalView,
  PersonDoor,
  PersonView,
  PlaceView,
  Said,
  Say,
} from "./people.ts";
import { allBlocksOf, edit, post, remove } from "./posting.ts";
import { stateOf } from "./state.ts";
import { typedByPerson } from "./typed-text.ts";
import type { Channel } from "./workspace.ts";

export function personDoor(core: Core, interactions: Interactions, user: string): PersonDoor {
  if (!core.workspace.people.has(user)) throw new Error(`Nobody here has the id ${user}.`);
  return {
    view: () => viewOf(core, user),
    download: (file) => download(core, user, file),
    press: (press) => interactions.press(user, press),
    submit: (submit) => interactions.submit(user, submit),
    close: (close) => interactions.close(user, close),
    command: (command) => interactions.command(user, command),
    say: (say) => sayAs(core, user, say),
    edit: ({ place, message, text }) => {
      edit(core, ownMessage(core, user, place, message), {
        by: user,
        ...typedByPerson(core.workspace, text),
      });
      return { ok: true, message };
    },
    unsay: ({ place, message }) => remove(core, ownMessage(core, user, place, message)),
    reload: () => {
      core.messages.forgetEphemerals(user);
      core.changes.note();
    },
  };
}

function ownMessage(core: Core, user: string, place: string, ts: string): StoredMessage {
  const message = core.messages.find(place, ts);
  if (message?.user !== user) throw new Error(`${user} said nothing at ${ts} in ${place}.`);
  return message;
}

function sayAs(core: Core, user: string, { place, thread, text }: Say): Said {
  const channel = core.workspace.channels.get(place);
  if (!channel?.members.has(user)) throw new Error(`${user} is not in ${place}.`);
  if (channel.isArchived) throw new Error(`${place} is archived.`);
  const message = post(core, {
    channel,
    user,
    ...typedByPerson(core.workspace, text),
    ...(thread ? { threadTs: thread } : {}),
    clientMsgId: randomUUID(),
  });
  return { ok: true, message: message.ts };
}

function download(core: Core, user: string, id: string): Buffer {
  const { messages, workspace } = core;
  const file = messages.kept
    .filter(({ channel }) => workspace.channels.get(channel)?.members.has(user) === true)
    .flatMap(({ files }) => files)
    .find((one) => one.id === id);
  if (file?.bytes === undefined) throw new Error(`${user} sees no file ${id}.`);
  return file.bytes;
}

function viewOf(core: Core, user: string): PersonView {
  const { workspace, changes, clock, notices } = core;
  const tz = workspace.people.get(user)?.tz;
  const { userId, name } = workspace.bot;
  return {
    revision: changes.revision,
    nowMs: clock.now(),
    workspace: { id: workspace.team.id, name: workspace.team.name },
    you: { id: user, name: workspace.nameOf(user), ...(tz ? { tz } : {}) },
    people: [
      ...[...workspace.people.values()].map((person) => ({
        id: person.id,
        name: person.name,
        isApp: false,
      })),
      { id: userId, name, isApp: true },
    ],
    places: [...workspace.channels.values()]
      .filter((channel) => channel.members.has(user))
      .map((channel) => placeOf(core, channel, user)),
    modal: modalOf(core, user),
    notices: [...notices.for(user)],
  };
}

function placeOf(core: Core, channel: Channel, user: string): PlaceView {
  const ephemerals = core.messages.ephemerals.filter(
    (message) => message.onlyFor === user && message.channel === channel.id,
  );
  const all = [...core.messages.inChannel(channel.id), ...ephemerals].sort((a, b) =>
    a.ts < b.ts ? -1 : 1,
  );
  const roots = all.filter(
    (message) => !message.threadTs || message.subtype === "thread_broadcast",
  );
  const members = [...channel.members].map((id) => ({ id, name: core.workspace.nameOf(id) }));
  return {
    id: channel.id,
    name: channel.kind === "im" ? core.workspace.bot.name : channel.name,
    kind: channel.kind,
    members,
    messages: roots.map((message) => messageView(core, message, all, user)),
  };
}

function messageView(
  core: Core,
  message: StoredMessage,
  all: readonly StoredMessage[],
  user: string,
): MessageView {
  const replies = all.filter((one) => one.threadTs === message.ts);
  const { threadTs } = message;
  return {
    id: message.ts,
    from: {
      id: message.user,
      name: core.workspace.nameOf(message.user),
      isApp: message.isFromApp,
    },
    atMs: Math.floor(Number(message.ts) * 1_000),
    text: message.text,
    blocks: message.blocks,
    attachments: message.attachments,
    files: message.files.map(({ id, name, size }) => ({ id, name, size })),
    isEdited: message.edited !== undefined,
    isEphemeral: message.onlyFor !== undefined,
    ...(threadTs ? { threadId: threadTs } : {}),
    replies: replies.map((reply) => messageView(core, reply, [], user)),
    state: stateOf(allBlocksOf(message), message.state),
    pingsYou: message.pings.includes(user),
  };
}

function modalOf(core: Core, user: string): ModalView | null {
  const top = core.views.top(user);
  if (!top) return null;
  const view: JsonObject = core.views.wire(top);
  return {
    id: top.id,
    view,
    state: stateOf(objectsIn(view["blocks"]), top.typed),
    errors: top.errors,
    ...(top.failure ? { failure: top.failure } : {}),
    depth: core.views.stack(user).length - 1,
  };
}
