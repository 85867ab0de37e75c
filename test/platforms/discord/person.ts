import { lengthOf } from "./body/field.ts";
import { kind } from "./body/component-kinds.ts";
import { choiceProblem, findComponent, resolvable, resolveChoices } from "./choices.ts";
import { parseCommandText } from "./command-text.ts";
import { isThread, type Place } from "./directory.ts";
import { type Outcome } from "./interaction.ts";
import { startInteraction, type Start } from "./interactions.ts";
import type { Json } from "./json.ts";
import type { StoredMessage } from "./messages.ts";
import { modalData, modalProblems, isSelect } from "./modal-submit.ts";
import type { CommandCall, Person, Press, Said, Say, Submit } from "./people.ts";
import { memberSees } from "./permissions.ts";
import { permission } from "./permission-bits.ts";
import { personView } from "./person-view.ts";
import { postMessage } from "./posting.ts";
import type { World } from "./world.ts";

const refused = (shown: string) => ({ ok: false as const, shown });

const replyType = 19;

/** People may type 2000 characters, paying ones 4000 (Discord docs, resources/message). */
const typedLimit = 2000;

export function person(world: World, userId: string): Person {
  world.directory.user(userId);
  return {
    view: () => personView(world, userId),
    press: (press) => pressComponent(world, userId, press),
    submit: (submit) => submitModal(world, userId, submit),
    close: (modal) => closeModal(world, userId, modal),
    command: (call) => runCommand(world, userId, call),
    say: (say) => sayText(world, userId, say),
    dismiss: (id) => dismiss(world, userId, id),
  };
}

/** Every event of the same press, at the same moment. */
async function start(world: World, begin: Start): Promise<Outcome> {
  const { outcome } = startInteraction(world, begin);
  world.changes.bump();
  return outcome;
}

async function pressComponent(world: World, userId: string, press: Press): Promise<Outcome> {
  const message = visibleMessage(world, userId, press);
  if (message === undefined) return refused("This message is gone.");
  const place = world.directory.places.get(message.channelId);
  const component = findComponent(message.components, press.action);
  if (component === undefined || place === undefined)
    return refused("There is nothing like that on this message.");
  if (component["disabled"] === true) return refused("This is disabled.");
  // Buttons in locked threads do not work for anyone, in archived ones not on every client.
  if (isThread(place) && (place.archived || place.locked))
    return refused("This thread is closed; its buttons cannot be pressed.");
  const chosen = press.values ?? [];
  const problem = isSelect(component) ? choiceProblem(component, chosen) : undefined;
  if (problem !== undefined) return refused(problem);
  const data = componentData(world, place, component, chosen);
  return start(world, { kind: "component", userId, place, message, data });
}

function componentData(
  world: World,
  place: Place,
  component: Json,
  chosen: readonly string[],
): Json {
  const { type, id, custom_id: customId } = component;
  const values = type === kind.button ? {} : { values: chosen };
  const resolved = resolvable.includes(type) ? resolveChoices(world, place, chosen) : {};
  return { id, component_type: type, custom_id: customId, ...values, ...resolved };
}

function visibleMessage(world: World, userId: string, press: Press): StoredMessage | undefined {
  const message = world.messages.get(press.message);
  if (message?.channelId !== press.place) return undefined;
  const place = world.directory.places.get(message.channelId);
  const mine = message.ephemeralFor === undefined || message.ephemeralFor === userId;
  return mine && place !== undefined && seesPlace(world, place, userId) ? message : undefined;
}

function seesPlace(world: World, place: Place, userId: string): boolean {
  if (place.type !== 1 && !world.directory.guild(place.guildId).members.has(userId)) return false;
  return memberSees(place, userId);
}

async function submitModal(world: World, userId: string, submit: Submit): Promise<Outcome> {
  const modal = world.desks.modalOf(userId);
  if (modal === undefined || modal.id !== submit.modal) return refused("This form is not open.");
  modal.errors = modalProblems(modal, submit.values);
  const [problem] = Object.values(modal.errors);
  if (problem !== undefined) {
    world.changes.bump();
    return refused(problem);
  }
  const { place, message } = modal;
  const data = modalData(world, modal, submit.values);
  const source = message === undefined ? {} : { message };
  return start(world, { kind: "modal", userId, place, data, ...source });
}

function closeModal(world: World, userId: string, modal: string): Outcome {
  if (world.desks.modalOf(userId)?.id !== modal) return refused("This form is not open.");
  world.desks.close(userId);
  world.changes.bump();
  return { ok: true };
}

async function runCommand(world: World, userId: string, call: CommandCall): Promise<Outcome> {
  const place = world.directory.places.get(call.place);
  if (place === undefined || !seesPlace(world, place, userId))
    return refused("There is no such place.");
  const name = call.command.replace(/^\//, "");
  const guildId = place.type === 1 ? undefined : place.guildId;
  // A command of the guild hides a global one of the same name.
  const candidates = [
    ...(guildId === undefined ? [] : world.commands.in(guildId)),
    ...world.commands.in(),
  ];
  const command = candidates.find(
    (candidate) => candidate.name === name && (candidate.type ?? 1) === 1,
  );
  if (command === undefined || !mayUse(world, place, userId, command.default_member_permissions))
    return refused(`There is no command /${name} here.`);
  const parsed = parseCommandText(call.text ?? "", command.options ?? []);
  if (parsed.problem !== undefined) return refused(parsed.problem);
  const data: Json = {
    type: 1,
    id: command.id,
    name,
    ...(command.guildId === undefined ? {} : { guild_id: command.guildId }),
    ...(parsed.options.length === 0 ? {} : { options: parsed.options }),
    ...resolveChoices(world, place, parsed.ids),
  };
  return start(world, { kind: "command", userId, place, data, commandName: name });
}

/** A command may ask for permissions of who uses it; "0" leaves it to administrators. */
function mayUse(
  world: World,
  place: Place,
  userId: string,
  needed: string | null | undefined,
): boolean {
  if (needed === undefined || needed === null || place.type === 1) return true;
  const own = world.directory.guild(place.guildId).members.get(userId)?.permissions ?? 0n;
  if ((own & permission.administrator) !== 0n) return true;
  const bits = BigInt(needed);
  return bits !== 0n && (own & bits) === bits;
}

function sayText(world: World, userId: string, say: Say): Said {
  const place = world.directory.places.get(say.thread ?? say.place);
  if (place === undefined || !seesPlace(world, place, userId))
    return refused("There is no such place.");
  if (isThread(place) && place.locked) return refused("This thread is locked.");
  const length = lengthOf(say.text);
  if (say.text.trim() === "" || length > typedLimit)
    return refused(`A message has 1 to ${typedLimit} characters; this one has ${length}.`);
  const answered = say.replyTo === undefined ? undefined : world.messages.get(say.replyTo);
  if (say.replyTo !== undefined && answered?.channelId !== place.id)
    return refused("There is no such message here.");
  const message = postMessage(world, {
    authorId: userId,
    place,
    body: { content: say.text, nonce: world.snowflakes.next() },
    defaults: ["users", "roles", "everyone"],
    ...(answered === undefined
      ? {}
      : {
          type: replyType,
          reference: { messageId: answered.id, channelId: place.id },
          ...(say.silently === true ? {} : { alsoPinged: answered.authorId }),
        }),
  });
  return { ok: true, message: message.id };
}

function dismiss(world: World, userId: string, id: string): Outcome {
  const message = world.messages.get(id);
  const mine = message?.ephemeralFor === userId;
  if (mine) world.desks.hide(id);
  const done = world.desks.dismiss(userId, id) || mine;
  world.changes.bump();
  return done ? { ok: true } : refused("There is nothing to dismiss.");
}
