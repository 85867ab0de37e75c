/** One permission the bot needs, by its bit (docs, topics/permissions). */
export interface Needed {
  readonly name: string;
  readonly bit: number;
  readonly reason: string;
}

/** Everything the bot needs in a channel, and nothing more; `manifests/discord-permissions.json` says the same. */
export const NEEDED: readonly Needed[] = [
  { name: "View Channels", bit: 10, reason: "to reach the channel at all, and its threads" },
  { name: "Send Messages", bit: 11, reason: "to post cards" },
  { name: "Embed Links", bit: 14, reason: "to show what is in a card" },
  {
    name: "Read Message History",
    bit: 16,
    reason: "to find a card again after a crash instead of posting a second one",
  },
  {
    name: "Create Public Threads",
    bit: 35,
    reason: "to open the thread in which a question is answered",
  },
  {
    name: "Send Messages in Threads",
    bit: 38,
    reason: "to say in the thread how to answer, and whether an answer was taken",
  },
];

/** The integer an invitation carries. */
export const PERMISSIONS: bigint = NEEDED.reduce((sum, { bit }) => sum | (1n << BigInt(bit)), 0n);

/** The address that invites the bot to a server. */
export function inviteUrl(applicationId: string): string {
  return `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${PERMISSIONS}`;
}

/** What decides a member's permissions in one channel. Permissions are bit fields written as decimal text. */
export interface PermissionFacts {
  readonly guildId: string;
  readonly ownerId?: string | undefined;
  readonly memberId: string;
  /** Ids of the member's roles, without the one of everybody. */
  readonly memberRoles: readonly string[];
  readonly roles: readonly { readonly id: string; readonly permissions: string }[];
  readonly overwrites: readonly Overwrite[];
}

export interface Overwrite {
  /** Of a role or a member. */
  readonly id: string;
  readonly allow: string;
  readonly deny: string;
}

const ADMINISTRATOR = 1n << 3n;
const EVERYTHING = (1n << 64n) - 1n;

/** A member's permissions in a channel, in the order of docs, topics/permissions, permission hierarchy. */
export function permissionsIn(facts: PermissionFacts): bigint {
  const { guildId, ownerId, memberId, memberRoles, roles, overwrites } = facts;
  if (memberId === ownerId) return EVERYTHING;
  const own = new Set([guildId, ...memberRoles]);
  const base = roles
    .filter(({ id }) => own.has(id))
    .reduce((sum, { permissions }) => sum | bits(permissions), 0n);
  if ((base & ADMINISTRATOR) !== 0n) return EVERYTHING;
  const ofRoles = overwrites.filter(({ id }) => id !== guildId && memberRoles.includes(id));
  return [
    overwrites.filter(({ id }) => id === guildId),
    ofRoles,
    overwrites.filter(({ id }) => id === memberId),
  ].reduce(apply, base);
}

/** Denials of one level first, then what the same level allows. */
function apply(permissions: bigint, level: readonly Overwrite[]): bigint {
  const deny = level.reduce((sum, overwrite) => sum | bits(overwrite.deny), 0n);
  const allow = level.reduce((sum, overwrite) => sum | bits(overwrite.allow), 0n);
  return (permissions & ~deny) | allow;
}

function bits(text: string): bigint {
  return /^\d+$/.test(text) ? BigInt(text) : 0n;
}

/** Names of what is missing. Without sight of the channel nothing else counts. */
export function missingOf(permissions: bigint): readonly string[] {
  return NEEDED.filter(({ bit }) => (permissions & (1n << BigInt(bit))) === 0n).map(
    ({ name }) => name,
  );
}
