import type { Rule } from "./problems.ts";
import { anything, boolean, byType, list, number, oneOf, shape, string } from "./rules.ts";

const MANY = Number.MAX_SAFE_INTEGER;

const styled = {
  style: shape({
    required: {},
    optional: {
      bold: boolean,
      italic: boolean,
      strike: boolean,
      code: boolean,
      underline: boolean,
      highlight: boolean,
      client_highlight: boolean,
      unlink: boolean,
    },
  }),
};

const inline = (required: Record<string, Rule>, optional: Record<string, Rule> = {}): Rule =>
  shape({ required: { type: anything, ...required }, optional: { ...styled, ...optional } });

const text = inline({ text: string(MANY, 1) });
const link = inline({ url: string(MANY, 1) }, { text: string(), unsafe: boolean });

const inlines = byType({
  text,
  link,
  user: inline({ user_id: string() }),
  usergroup: inline({ usergroup_id: string() }),
  channel: inline({ channel_id: string() }),
  team: inline({ team_id: string() }),
  broadcast: inline({ range: oneOf("here", "channel", "everyone") }),
  emoji: inline({ name: string() }, { unicode: string(), url: string() }),
  color: inline({ value: string() }),
  date: inline(
    { timestamp: number(0, MANY), format: string() },
    { url: string(), fallback: string() },
  ),
});

const border = { border: oneOf(0, 1) };
const elements = { elements: list(inlines, MANY, 0) };
const section = shape({ required: { type: anything, ...elements } });

const parts = byType({
  rich_text_section: section,
  rich_text_quote: shape({ required: { type: anything, ...elements }, optional: border }),
  rich_text_preformatted: shape({
    required: { type: anything, elements: list(byType({ text, link }), MANY, 0) },
    optional: { ...border, language: string() },
  }),
  rich_text_list: shape({
    required: {
      type: anything,
      style: oneOf("bullet", "ordered"),
      elements: list(byType({ rich_text_section: section }), MANY, 0),
    },
    optional: { ...border, indent: number(0, 8), offset: number(0, MANY) },
  }),
});

export const richTextBlock: Rule = shape({
  required: { type: anything, elements: list(parts, MANY, 0) },
  optional: { block_id: string(255) },
});
