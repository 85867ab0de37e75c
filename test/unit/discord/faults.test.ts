import { describe, expect, it } from "vitest";
import { faultOf } from "../../../adapters/discord/faults.ts";

const connection = (code: string) => Object.assign(new Error("https://secret"), { code });

describe("Discord's silence", () => {
  it.each([
    [new DOMException("This operation was aborted", "AbortError"), "time-out"],
    [new DOMException("The operation timed out", "TimeoutError"), "time-out"],
    [connection("ECONNREFUSED"), "connection refused"],
    [
      new TypeError("fetch failed", { cause: connection("ENOTFOUND") }),
      "its name is not known here",
    ],
    [connection("CERT_HAS_EXPIRED"), "CERT_HAS_EXPIRED"],
    [new Error("https://secret"), "connection failed"],
  ])("is said in words, without addresses: %s", (error, why) => {
    expect(faultOf(error)).toMatchObject({
      code: "platform-silent",
      retryable: true,
      message: `Discord did not answer (${why})`,
    });
  });
});
