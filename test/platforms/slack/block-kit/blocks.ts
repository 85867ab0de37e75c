import { isObject, textOf } from "../json.ts";
import {
  image,
  inActions,
  inContextActions,
  inInput,
  inSection,
  uniqueActionIds,
} from "./elements.ts";
import { LIMITS } from "./limits.ts";
import type { Place, Rule } from "./problems.ts";
import { richTextBlock } from "./rich-text.ts";
import {
  anyText,
  anything,
  boolean,
  byType,
  list,
  oneOf,
  plainText,
  shape,
  string,
  type Shape,
} from "./rules.ts";

const blockId: Rule = (value, place) => {
  string(LIMITS.identifier)(value, place);
  const { blockIds } = place.payload;
  if (blockIds.has(textOf(value))) place.problem(`\`block_id\` ${textOf(value)} already exists`);
  blockIds.add(textOf(value));
};

const block = ({ required, optional = {}, whole }: Shape): Rule =>
  shape({
    required: { type: anything, ...required },
    optional: { block_id: blockId, ...optional },
    ...(whole ? { whole } : {}),
  });

const textOrFields: Rule = (value, place) => {
  if (isObject(value) && value["text"] === undefined && value["fields"] === undefined)
    place.problem("missing required field: text or fields");
};

const elementsWith = (table: Record<string, Rule>, max: number): Rule => {
  const each = list(byType(table), max);
  return (value, place) => {
    each(value, place);
    if (Array.isArray(value)) uniqueActionIds(value, place);
  };
};

/** The documented limit counts the markdown of the whole payload. */
const markdownText: Rule = (value, place) => {
  string(Number.POSITIVE_INFINITY, 1)(value, place);
  place.payload.markdownLength += textOf(value).length;
  if (place.payload.markdownLength > LIMITS.markdownText)
    place.problem(`must be less than ${LIMITS.markdownText + 1} characters`);
};

const imageBlock = block({
  required: { alt_text: string(LIMITS.imageAltText, 1) },
  optional: {
    image_url: string(LIMITS.url, 1),
    slack_file: anything,
    title: plainText(LIMITS.imageTitle),
  },
});

const rawText = shape({ required: { type: anything, text: string(Number.MAX_SAFE_INTEGER, 1) } });
const rawNumber = shape({ required: { type: anything, value: anything, text: string() } });
const cell = byType({ raw_text: rawText, raw_number: rawNumber, rich_text: richTextBlock });

const table = block({
  required: { rows: list(list(cell, LIMITS.tableColumns), LIMITS.tableRows) },
  optional: {
    column_settings: list(
      shape({
        required: {},
        optional: { align: oneOf("left", "center", "right"), is_wrapped: boolean },
      }),
      LIMITS.tableColumns,
    ),
  },
});

const everywhere: Record<string, Rule> = {
  section: block({
    required: {},
    optional: {
      text: anyText(LIMITS.sectionText),
      fields: list(anyText(LIMITS.sectionFieldText), LIMITS.sectionFields),
      accessory: byType(inSection),
      expand: boolean,
    },
    whole: textOrFields,
  }),
  header: block({ required: { text: plainText(LIMITS.headerText) } }),
  divider: block({ required: {} }),
  context: block({
    required: {
      elements: list(
        byType({
          plain_text: anyText(LIMITS.contextText),
          mrkdwn: anyText(LIMITS.contextText),
          image,
        }),
        LIMITS.contextElements,
      ),
    },
  }),
  actions: block({ required: { elements: elementsWith(inActions, LIMITS.actionsElements) } }),
  image: imageBlock,
  rich_text: (value, place) => {
    richTextBlock(value, place);
    if (isObject(value) && value["block_id"] !== undefined)
      blockId(value["block_id"], place.at("block_id"));
  },
  input: block({
    required: { label: plainText(LIMITS.inputLabel), element: byType(inInput) },
    optional: { hint: plainText(LIMITS.inputHint), optional: boolean, dispatch_action: boolean },
  }),
};

const inMessages: Record<string, Rule> = {
  ...everywhere,
  markdown: block({ required: { text: markdownText } }),
  table,
  context_actions: block({
    required: { elements: elementsWith(inContextActions, LIMITS.contextActionsElements) },
  }),
};

const inMessage = list(byType(inMessages), LIMITS.blocksInMessage, 0);
const inView = list(byType(everywhere), LIMITS.blocksInView, 0);

export const blocksRule: Rule = (value, place: Place) =>
  (place.payload.surface === "message" ? inMessage : inView)(value, place);
