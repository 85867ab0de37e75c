import type { Reminder } from "../../src/presentation/reminder.ts";
import { renderWords } from "./words.ts";

/** A message that names people and roles, and so notifies them: them and nobody else. */
export interface ReminderBody {
  readonly content: string;
  readonly allowed_mentions: {
    readonly parse: readonly [];
    readonly users: readonly string[];
    readonly roles: readonly string[];
    readonly replied_user: false;
  };
  readonly message_reference?: {
    readonly message_id: string;
    readonly fail_if_not_exists: false;
  };
}

/** `below`: the card that it answers, where it has no thread. */
export function renderReminder(
  { words, users, roles }: Reminder,
  below: string | undefined,
): ReminderBody {
  const named = [
    ...roles.map((role) => `<@&${role}> `),
    ...users.map((user) => `<@${user}> `),
  ].join("");
  return {
    content: `${named}${renderWords(words)}`,
    allowed_mentions: { parse: [], users, roles, replied_user: false },
    ...(below === undefined
      ? {}
      : { message_reference: { message_id: below, fail_if_not_exists: false } }),
  };
}
