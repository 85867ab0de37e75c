import type { Case } from "../case.ts";

/** Who may decide. */
export const authority: readonly Case[] = [
  {
    id: "DC-046",
    fault: "Anybody who sees the card can decide.",
    tests: [
      "test/contract/refusing.ts > $what",
      "test/integration/discord-adapter.test.ts > that is refused is explained to the presser and to nobody else",
    ],
  },
  {
    id: "DC-048",
    fault: "Whoever sends a form is taken for somebody who may.",
    tests: [
      "test/contract/refusing.ts > $what",
      "test/integration/flows/forms.test.ts > of somebody who may not is refused before it is read",
    ],
  },
  {
    id: "DC-049",
    fault: "A group of people is taken for direct messages with the bot.",
    tests: [
      "test/unit/discord/handlers.test.ts > A press among people, into whose conversation one of them brought the bot, is refused there",
      "test/unit/discord/from-payload.test.ts > has no guild in a direct message, and its user elsewhere",
    ],
  },
  {
    id: "DC-050",
    fault: "A press is lost because its channel is only named.",
    tests: [
      "test/integration/discord-first-answer.test.ts > is enough where Discord names a channel and says nothing else of it",
    ],
  },
  {
    id: "DC-052",
    fault: "Somebody who writes that they agree has approved.",
    tests: [
      "test/integration/threads-through.test.ts > is told below it on both platforms, each thing once",
      "test/unit/discord/receive.test.ts > of a bot or webhook",
    ],
  },
  {
    id: "DC-053",
    fault: "Roles are read wrongly where the library does not know the server.",
    tests: [
      "test/unit/discord/from-library.test.ts > are read from the library's member as from Discord's own, which it leaves in place of an unknown guild's",
      "test/integration/discord-first-answer.test.ts > is enough where the library knows nothing of the guild but its id",
      "test/integration/discord-lists.test.ts > come with the press, all of them, and can be looked up",
    ],
  },
  {
    id: "DC-055",
    fault: "Whoever may decide something may decide everything.",
    tests: [
      "test/contract/refusing.ts > $what",
      "test/contract/voting.ts > lets who may override give the reason that is missing",
    ],
  },
  {
    id: "DC-056",
    fault: "The bot may do more than it needs, and does it for whoever asks.",
    tests: [
      "test/contract/deciding.ts > from $what",
      "test/unit/discord/manifests.test.ts > ask for the permissions that are checked, each with its reason",
    ],
  },
];
