import type { Case } from "../case.ts";

/** What Discord takes, and what people see of what is longer. */
export const limits: readonly Case[] = [
  {
    id: "DC-070",
    fault: "What a button carries grows over what Discord takes.",
    tests: [
      "test/unit/discord/render.test.ts > names buttons in ASCII and well under Discord's hundred characters, for any partition",
      "test/unit/discord/receive.test.ts > of a page of a form is read: %s",
    ],
  },
  {
    id: "DC-071",
    fault: "Half of a character breaks a request.",
    tests: [
      "test/unit/presentation/text.test.ts > makes %j into %j",
      "test/unit/discord/render-form.test.ts > never goes over a limit of Discord's, and comes back as it was when nobody touches it",
    ],
  },
  {
    id: "DC-072",
    fault: "Two buttons or inputs of one message have one name.",
    tests: [
      "test/unit/discord/render-form.test.ts > never goes over a limit of Discord's, and comes back as it was when nobody touches it",
      "test/unit/discord/render.test.ts > offers every action that the engine allows, five in a row, each in its own colour",
    ],
  },
  {
    id: "DC-074",
    fault: "A label that is too long has its whole message refused.",
    tests: [
      "test/unit/discord/render-form.test.ts > never goes over a limit of Discord's, and comes back as it was when nobody touches it",
      "test/unit/presentation/text.test.ts > never exceeds, never splits a character, and says that it cut",
    ],
  },
  {
    id: "DC-075",
    fault: "One option that is too long takes the whole list with it.",
    tests: ["test/contract/limits.ts > with 100 options to choose from"],
  },
  {
    id: "DC-076",
    fault: "More options than a list holds cannot be offered.",
    tests: [
      "test/unit/discord/render-form.test.ts > offers a hundred options in four lists, of which one is chosen",
    ],
  },
  {
    id: "DC-078",
    fault:
      "Text of the newer components that is within the limit of characters and over one of bytes breaks the request.",
    cannot:
      "Cards are content, one embed and rows of buttons, and the flag of the newer components is never set (adapters/discord/api-types.ts).",
  },
  {
    id: "DC-079",
    fault: "The newer components are refused after a deferral.",
    cannot:
      "Cards are content, one embed and rows of buttons, and the flag of the newer components is never set (adapters/discord/api-types.ts).",
  },
  {
    id: "DC-080",
    fault: "The library refuses blocks of text that Discord takes.",
    cannot:
      "Bodies are written by parley itself and sent as they are (adapters/discord/rest.ts); none of the builders of the library, which check them, is used.",
  },
  {
    id: "DC-083",
    fault: "A text is cut within a character.",
    tests: [
      "test/unit/presentation/text.test.ts > never exceeds, never splits a character, and says that it cut",
    ],
  },
  {
    id: "DC-084",
    fault: "What is approved is cut on the card, and nobody can see the rest of it.",
    tests: [
      "test/unit/discord/render.test.ts > is cut in words, with a way to the whole, when escapes make it too long",
      "test/integration/discord-adapter.test.ts > hands out the whole text as a file, byte for byte, to the one who asks",
      "test/contract/limits.ts > with 300 kB of JSON",
    ],
  },
  {
    id: "DC-085",
    fault: "Far less is shown than a message holds.",
    tests: [
      "test/unit/discord/render.test.ts > is cut in words, with a way to the whole, when escapes make it too long",
      "test/unit/presentation/card.test.ts > is cut with true numbers",
    ],
  },
  {
    id: "DC-087",
    fault: "Who has switched embeds off sees buttons, and not what they are about.",
    tests: [
      "test/unit/discord/render.test.ts > says in one line what it is, which is what a notification shows",
    ],
  },
  {
    id: "DC-088",
    fault: "Long words are refused as a whole.",
    tests: [
      "test/contract/limits.ts > with long hostile markup in every text of a $kind (sample $index)",
      "test/unit/discord/render.test.ts > fits Discord's limits with %s",
    ],
  },
  {
    id: "DC-089",
    fault: "A name of an emoji is sent where Discord wants the emoji.",
    cannot:
      "Buttons and options carry words alone: nothing that is sent has a member for an emoji (adapters/discord/api-types.ts).",
  },
];
