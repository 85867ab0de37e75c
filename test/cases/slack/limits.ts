import type { Case } from "../case.ts";

const ADAPTER = "test/integration/slack-adapter.test.ts";
const CONTRACT = "test/contract/limits.ts";
const RENDER = "test/unit/slack/render.test.ts";
const FORM = "test/unit/slack/render-form.test.ts";
const FIELDS = "test/unit/presentation/schema-fields.test.ts";
const RULES = `${RENDER} > is taken by Slack's rules: %s`;
const ANY_FORM = `${FORM} > is taken by Slack's rules, or not drawn at all`;
const BARE = `${ADAPTER} > is shown without its preview when Slack refuses it, and says so to the operator`;
const REFERENCE =
  "test/unit/core/reference.test.ts > is read back as it was written, and fits a button of either platform";
const HUNDRED = `${CONTRACT} > with 100 options to choose from`;
const BESIDE = `${FIELDS} > says whole, beside it, the options that are too long for their place`;
const NOTHING_ELSE = `${RENDER} > has no address, no attachment and nothing that is greyed out: %s`;

/** What Slack takes, and that nothing is cut without a word. */
export const limits: readonly Case[] = [
  {
    id: "lim-01",
    fault: "With a large input the buttons do nothing any more.",
    tests: [
      `${CONTRACT} > with 300 kB of JSON`,
      `${CONTRACT} > with a diff of 40 lines`,
      REFERENCE,
    ],
  },
  {
    id: "lim-02",
    fault: "A label that is too long has the whole card refused.",
    tests: [HUNDRED, ANY_FORM],
  },
  {
    id: "lim-06",
    fault: "A card has more blocks than a message may.",
    tests: [RULES, `${RENDER} > drops no block without a word`],
  },
  {
    id: "lim-08",
    fault: "A message is too long although each of its blocks is short enough.",
    tests: [RULES, `${RENDER} > says in words what Slack has no room for, and offers all of it`],
  },
  {
    id: "lim-09",
    fault: "The same at less, where the text is rich.",
    tests: [RULES, BARE, "test/unit/slack/faults.test.ts > keeps Slack's own word for it"],
  },
  {
    id: "lim-10",
    fault: "A button carries the text of its card.",
    tests: [
      REFERENCE,
      `${RENDER} > gives every button the reference as its value and a name that tells the cards apart`,
    ],
  },
  {
    id: "lim-11",
    fault: "A list has more than a hundred options.",
    tests: [HUNDRED, `${FIELDS} > has no option more than a list can hold, and leaves none out`],
  },
  {
    id: "lim-14",
    fault: "The value of an option is longer than Slack takes.",
    tests: [ANY_FORM, `${FIELDS} > has no option more than a list can hold, and leaves none out`],
  },
  {
    id: "lim-15",
    fault: "A value that was cut leads to no choice, or to another one.",
    tests: [HUNDRED, BESIDE],
  },
  {
    id: "lim-16",
    fault: "Two buttons of a block have one id.",
    tests: [
      `${RENDER} > has every button of a card in its order, each with its style and a name of its own`,
      "test/unit/slack/render-listing.test.ts > has a button at each line, and one for the next page",
    ],
  },
  {
    id: "lim-17",
    fault: "A button is to be greyed out, which Slack cannot.",
    tests: [NOTHING_ELSE],
  },
  {
    id: "lim-18",
    fault: "Two fields of a dialog have one id.",
    tests: [
      "test/unit/presentation/form.test.ts > has a field for each question, by its schema",
      ANY_FORM,
    ],
  },
  { id: "lim-19", fault: "An empty text has the card refused.", tests: [RULES] },
  {
    id: "lim-22",
    fault: "Long choices look alike where they are cut.",
    tests: [BESIDE],
  },
  {
    id: "lim-24",
    fault: "Some options are left out, and nobody can see it.",
    tests: [
      `${FIELDS} > has no option more than a list can hold, and leaves none out`,
      `${CONTRACT} > with many possible choices of several`,
    ],
  },
  {
    id: "lim-26",
    fault: "Buttons in attachments: of six none is shown.",
    tests: [NOTHING_ELSE],
  },
  {
    id: "lim-27",
    fault: "An input without bounds has the post refused, and with it the buttons.",
    tests: [RULES, `${CONTRACT} > with 300 kB of JSON`, BARE],
  },
];
