/** Discord docs, topics/permissions. */
export const permission = {
  administrator: 1n << 3n,
  manageChannels: 1n << 4n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  manageMessages: 1n << 13n,
  embedLinks: 1n << 14n,
  attachFiles: 1n << 15n,
  readMessageHistory: 1n << 16n,
  mentionEveryone: 1n << 17n,
  useApplicationCommands: 1n << 31n,
  manageThreads: 1n << 34n,
  createPublicThreads: 1n << 35n,
  createPrivateThreads: 1n << 36n,
  sendMessagesInThreads: 1n << 38n,
} as const;

export type PermissionName = keyof typeof permission;

export function allPermissions(...names: PermissionName[]): bigint {
  return names.reduce((bits, name) => bits | permission[name], 0n);
}

export const defaultBotPermissions = allPermissions(
  "viewChannel",
  "sendMessages",
  "embedLinks",
  "attachFiles",
  "readMessageHistory",
  "createPublicThreads",
  "createPrivateThreads",
  "sendMessagesInThreads",
);
