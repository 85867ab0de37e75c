/** Block Kit as it comes: JSON, looked at member by member. */
export type Json = { readonly [key: string]: unknown };

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const json = (value: unknown): Json => (isJson(value) ? value : {});
export const jsons = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
export const words = (value: unknown): string => (typeof value === "string" ? value : "");

/** Stored text holds three entities and no others. */
export const decoded = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** The words of a text object, without its marks. */
export const plain = (textObject: unknown): string => decoded(words(json(textObject)["text"]));
