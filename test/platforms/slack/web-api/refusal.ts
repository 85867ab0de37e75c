import type { JsonObject } from "../json.ts";

/** Slack's way to say no: HTTP 200 with `ok: false` and a code. */
export class Refusal extends Error {
  readonly code: string;
  readonly detail: JsonObject;

  constructor(code: string, detail: JsonObject = {}) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}
