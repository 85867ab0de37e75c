import { DiscordAPIError } from "discord.js";
import { describe, expect, it } from "vitest";
import { asMistake, faultOf } from "../../../adapters/discord/faults.ts";

const connection = (code: string) => Object.assign(new Error("https://secret"), { code });

/** HTTP status and Discord's code, as in its docs (topics/opcodes-and-status-codes). */
const refusal = (status: number, code: number) =>
  new DiscordAPIError({ code, message: "m" }, code, status, "POST", "https://secret", {});

describe("Discord's no", () => {
  it.each([
    [404, 10008, "message-gone"],
    [404, 10003, "place-gone"],
    [400, 50083, "place-shut"],
    [400, 160005, "place-shut"],
    [403, 50001, "no-access"],
    [403, 50013, "no-access"],
    [403, 50007, "no-access"],
    [400, 50035, "platform-refused"],
    // An interaction's token, not the bot's.
    [401, 50027, "platform-refused"],
  ])("%i with code %i is %s, for good", (status, code, expected) => {
    expect(faultOf(refusal(status, code))).toMatchObject({ code: expected, retryable: false });
  });

  it("to the bot's token is worth another try, but not when parley starts", () => {
    const fault = faultOf(refusal(401, 0));
    expect(fault).toMatchObject({ code: "platform-unavailable", retryable: true });
    expect(asMistake(fault)).toMatchObject({ code: "platform-refused", retryable: false });
    const other = faultOf(refusal(403, 50001));
    expect(asMistake(other)).toBe(other);
  });
});

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
