import { kind } from "./body/component-kinds.ts";
import { isThread, type Place } from "./directory.ts";
import { isObject, type Json } from "./json.ts";
import { wireMember, wirePlace, wireRole, wireUser } from "./wire.ts";
import type { World } from "./world.ts";

/** Only what is listed in these can be chosen. */
const optionKinds = new Set<unknown>([kind.stringSelect, kind.radioGroup, kind.checkboxGroup]);

/** What can be wrong with what a person chose, in words; nothing when all is well. */
export function choiceProblem(component: Json, values: readonly string[]): string | undefined {
  const least = Number(component["min_values"] ?? (component["required"] === false ? 0 : 1));
  const most = Number(component["max_values"] ?? 1);
  if (values.length < least) return least === 1 ? "Choose one." : `Choose at least ${least}.`;
  if (values.length > most) return most === 1 ? "Choose only one." : `Choose at most ${most}.`;
  if (!optionKinds.has(component["type"])) return undefined;
  const options = (component["options"] as Json[] | undefined) ?? [];
  const unknown = values.find((value) => !options.some((option) => option["value"] === value));
  return unknown === undefined ? undefined : `There is no option "${unknown}".`;
}

type Resolved = Record<"users" | "members" | "roles" | "channels", Json>;

/** Chosen people, roles and channels come along in full. */
export function resolveChoices(world: World, place: Place, ids: readonly string[]): Json {
  const resolved: Resolved = { users: {}, members: {}, roles: {}, channels: {} };
  for (const id of ids) resolveOne(world, place, id, resolved);
  const filled = Object.entries(resolved).filter(([, found]) => Object.keys(found).length > 0);
  return filled.length === 0 ? {} : { resolved: Object.fromEntries(filled) };
}

function resolveOne(world: World, place: Place, id: string, resolved: Resolved): void {
  const { directory } = world;
  const guild = place.type === 1 ? undefined : directory.guild(place.guildId);
  const user = directory.users.get(id);
  const member = guild?.members.get(id);
  const role = guild?.roles.get(id);
  const channel = directory.places.get(id);
  if (user !== undefined) resolved.users[id] = wireUser(user);
  if (member !== undefined)
    resolved.members[id] = { ...wireMember(member), permissions: member.permissions.toString() };
  if (role !== undefined) resolved.roles[id] = wireRole(role, 0);
  if (channel !== undefined && (channel.type === 0 || isThread(channel)))
    resolved.channels[id] = wirePlace(world, channel);
}

export const resolvable: readonly unknown[] = [
  kind.userSelect,
  kind.roleSelect,
  kind.mentionableSelect,
  kind.channelSelect,
];

/** Finds a component by its custom_id, however deep it lies. */
export function findComponent(components: readonly unknown[], customId: string): Json | undefined {
  for (const component of components) {
    if (!isObject(component)) continue;
    if (component["custom_id"] === customId) return component;
    const inner = [component["components"], component["component"], component["accessory"]].flat();
    const hit = findComponent(inner, customId);
    if (hit !== undefined) return hit;
  }
  return undefined;
}
