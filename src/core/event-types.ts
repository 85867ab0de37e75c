/** Longer than any registered type; the pattern alone has no end. */
const MAX_LENGTH = 256;

/**
 * Lower-case words with hyphens inside, two or three of them joined by dots; `openwop.` is reserved. The
 * specification lists the registered types and gives this pattern to vendors' types (`acme.invoice-paid`).
 * Every registered type fits the pattern as well, so that the pattern says both; which organisations are
 * registered is not known here.
 */
const TYPE = /^(?!openwop\.)[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*){1,2}$/;

/** Can this be the type of an event (interrupt specification, events)? Known or not: unknown types are ignored. */
export function isEventType(type: string): boolean {
  return type.length <= MAX_LENGTH && TYPE.test(type);
}
