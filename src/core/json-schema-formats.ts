import type { Format } from "ajv";
import { fullFormats, type DefinedFormats } from "ajv-formats/dist/formats.js";
import { isRegularExpression } from "./json-schema-pattern.ts";

/**
 * In UTF-16 units. Some patterns of ajv-formats take time quadratic in the length of a text, which at this
 * length is a matter of milliseconds.
 */
export const MAX_FORMATTED = 2_000;

/**
 * The formats of JSON Schema 2020-12 that are checked, and how each is told to people, with an example
 * that passes. Every other format, `idn-email` and the kin of `iri` among them, is an annotation.
 */
const TOLD = {
  date: "a date such as 2026-03-31",
  time: "a time with its offset such as 14:30:00Z",
  "date-time": "a date and time with its offset such as 2026-03-31T14:30:00Z",
  duration: "a duration such as P3DT4H",
  email: "an e-mail address such as name@example.com",
  hostname: "a host name such as www.example.com",
  ipv4: "an IPv4 address such as 192.0.2.1",
  ipv6: "an IPv6 address such as 2001:db8::1",
  uri: "a web address or other URI such as https://example.com/page",
  "uri-reference": "a URI or a part of one such as /page",
  "uri-template": "a URI template such as https://example.com/{name}",
  uuid: "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
  "json-pointer": "a JSON pointer such as /items/0",
  "relative-json-pointer": "a relative JSON pointer such as 1/name",
  regex: "a regular expression such as ^[a-z]+$",
} as const;

type Known = keyof typeof TOLD;

/** Is the format one that is checked, and not only an annotation? */
export function isCheckedFormat(name: unknown): name is Known {
  return typeof name === "string" && Object.hasOwn(TOLD, name);
}

/** What a text of a checked format is, in words, with an example that passes. */
export function toldFormat(name: string): string {
  return TOLD[name as Known];
}

/** The checked formats for ajv, none of which is asked about a text longer than {@link MAX_FORMATTED}. */
export const FORMATS: Readonly<Record<Known, Format>> = Object.fromEntries(
  (Object.keys(TOLD) as Known[]).map((name) => {
    const isOne = name === "regex" ? isRegularExpression : checkOf(fullFormats[name]);
    return [name, (text: string) => text.length <= MAX_FORMATTED && isOne(text)];
  }),
) as Record<Known, Format>;

/** ajv-formats writes a format as a pattern, or as a function beside one that compares. */
function checkOf(format: DefinedFormats[keyof DefinedFormats]): (text: string) => boolean {
  if (format instanceof RegExp) return (text) => format.test(text);
  const { validate } = format as { readonly validate: (text: string) => boolean };
  return typeof validate === "function" ? validate : (format as (text: string) => boolean);
}
