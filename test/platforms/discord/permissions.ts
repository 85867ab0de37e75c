import { refusals } from "./api-error.ts";
import { isThread, type Directory, type Place } from "./directory.ts";
import { permission, type PermissionName } from "./permission-bits.ts";

/** Permissions of a thread are those of its parent (Discord docs, topics/threads). */
export function botPermissions(directory: Directory, place: Place): bigint {
  if (place.type === 1) return ~0n;
  const guild = directory.guild(place.guildId);
  const channel = isThread(place) ? directory.places.get(place.parentId) : place;
  const own = channel?.type === 0 ? channel.botPermissions : undefined;
  return own ?? guild.botPermissions;
}

export function botMay(directory: Directory, place: Place, name: PermissionName): boolean {
  const bits = botPermissions(directory, place);
  return (bits & permission.administrator) !== 0n || (bits & permission[name]) !== 0n;
}

/** Not seeing the place is "missing access"; seeing it and lacking a right is "missing permissions". */
export function requireBot(directory: Directory, place: Place, ...names: PermissionName[]): void {
  if (!botSees(directory, place)) throw refusals.missingAccess();
  if (!names.every((name) => botMay(directory, place, name))) throw refusals.missingPermissions();
}

export function botSees(directory: Directory, place: Place): boolean {
  if (!botMay(directory, place, "viewChannel")) return false;
  if (place.type !== 12 || place.members.has(directory.botId)) return true;
  return botMay(directory, place, "manageThreads");
}

export function memberSees(place: Place, userId: string): boolean {
  if (place.type === 1) return place.recipientId === userId;
  return place.type !== 12 || place.members.has(userId);
}
