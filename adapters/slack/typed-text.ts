/**
 * What somebody typed, out of what Slack makes of it in a message's `text`: `&`, `<` and `>` are escaped,
 * and mentions, channels and addresses stand in angle brackets (docs.slack.dev, formatting message text).
 * Leaves out mentions of the bot, which only say who is spoken to.
 */
export function typedText(text: string, botUser: string | undefined): string {
  return text
    .replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, target: string, label: string | undefined) =>
      target === `@${botUser}` ? "" : spelled(target, label),
    )
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .trim();
}

function spelled(target: string, label: string | undefined): string {
  if (target.startsWith("!subteam^")) return label ?? `@${target.slice("!subteam^".length)}`;
  if (target.startsWith("!")) return label ?? `@${target.slice(1)}`;
  if (target.startsWith("#")) return label === undefined || label === "" ? target : `#${label}`;
  if (target.startsWith("@")) return label === undefined || label === "" ? target : `@${label}`;
  // Slack adds the scheme to an address that was typed without one, and shows it as it was typed.
  if (label === undefined || target.endsWith(label)) return label ?? target;
  return `${label} (${target})`;
}
