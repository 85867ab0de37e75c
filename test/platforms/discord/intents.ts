/** Discord docs, events/gateway: list of intents. */
export const intent = {
  none: 0,
  guilds: 1 << 0,
  guildMembers: 1 << 1,
  guildPresences: 1 << 8,
  guildMessages: 1 << 9,
  directMessages: 1 << 12,
  messageContent: 1 << 15,
} as const;

/** The highest one there is is direct message polls. */
const known = (1 << 26) - 1;

export function intentsProblem(
  intents: unknown,
  switchedOn: { readonly messageContentEnabled: boolean; readonly membersEnabled: boolean },
): "invalid" | "disallowed" | undefined {
  if (typeof intents !== "number" || !Number.isInteger(intents) || intents < 0) return "invalid";
  if ((intents & ~known) !== 0) return "invalid";
  const content = switchedOn.messageContentEnabled ? 0 : intent.messageContent;
  const members = switchedOn.membersEnabled ? 0 : intent.guildMembers;
  const forbidden = intent.guildPresences | members | content;
  return (intents & forbidden) === 0 ? undefined : "disallowed";
}
