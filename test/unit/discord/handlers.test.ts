import { expect, it } from "vitest";
import { handleInteraction } from "../../../adapters/discord/handlers.ts";
import type { Deps } from "../../../adapters/discord/presses.ts";
import type { PlainInteraction } from "../../../adapters/discord/receive.ts";
import { NOT_SERVED_HERE } from "../../../src/presentation/wording.ts";
import type { Words } from "../../../src/presentation/words.ts";
import { approval, cardOf } from "./samples.ts";

const GUILD = "300000000000000001";

const pressed: PlainInteraction = {
  id: "1",
  token: "t",
  applicationId: "2",
  userId: "4",
  guildId: GUILD,
  what: { kind: "button", customId: `parley:accept:${cardOf(approval()).reference}` },
};

/** What is said to a press, and how many presses were recorded; people's direct messages are of the guild. */
async function outcomeOf(interaction: PlainInteraction) {
  const said: Words[] = [];
  let recorded = 0;
  const deps = {
    inbound: {
      directWorkspace: async () => GUILD,
      press: async () => {
        recorded += 1;
        return { state: "duplicate" };
      },
    },
    respond: {
      say: async (_to: unknown, words: Words) => {
        said.push(words);
        return true;
      },
    },
    log: {},
    pause: async () => new Promise(() => undefined),
  } as unknown as Deps;
  await handleInteraction(deps, [GUILD], interaction);
  return { said, recorded };
}

it("A press among people, into whose conversation one of them brought the bot, is refused there", async () => {
  const { guildId: _, ...nowhere } = pressed;
  const refused = { said: [NOT_SERVED_HERE], recorded: 0 };
  expect(await outcomeOf({ ...nowhere, isAmongPeople: true })).toEqual(refused);
  expect(await outcomeOf({ ...pressed, isAmongPeople: true })).toEqual(refused);
  // In the bot's own direct messages, and in the guild, it counts.
  const taken = { said: [], recorded: 1 };
  expect(await outcomeOf({ ...nowhere, isAmongPeople: false })).toEqual(taken);
  expect(await outcomeOf(pressed)).toEqual(taken);
});

it("A press in a guild that is not served is refused", async () => {
  const elsewhere = { ...pressed, guildId: "300000000000000009" };
  expect(await outcomeOf(elsewhere)).toEqual({ said: [NOT_SERVED_HERE], recorded: 0 });
});
