import { webApi } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import {
  brief,
  faultOf,
  isAboutContent,
  isAboutView,
  slackCode,
} from "../../../adapters/slack/faults.ts";

const refusal = (error: string) => new webApi.WebAPIPlatformError({ ok: false, error });

describe("a failed call of Slack's", () => {
  it.each([
    [new webApi.WebAPIRateLimitedError(3), "platform-unavailable", true],
    [new webApi.WebAPIRequestError(new Error("socket hang up")), "platform-silent", true],
    [new webApi.WebAPIHTTPError(502, "Bad Gateway", {}), "platform-unavailable", true],
    // A 429 without Retry-After is an error without a type of its own.
    [new Error("Retry header did not contain a valid timeout"), "platform-unavailable", true],
    [new webApi.WebAPIHTTPError(403, "Forbidden", {}), "platform-refused", false],
    [refusal("ratelimited"), "platform-unavailable", true],
    [refusal("internal_error"), "platform-unavailable", true],
    [refusal("message_not_found"), "message-gone", false],
    [refusal("channel_not_found"), "no-access", false],
    [refusal("is_archived"), "no-access", false],
    [refusal("not_in_channel"), "no-access", false],
    [refusal("missing_scope"), "no-access", false],
    [refusal("messages_tab_disabled"), "no-access", false],
    [refusal("thread_not_found"), "place-gone", false],
    [refusal("restricted_action_thread_locked"), "place-shut", false],
    [refusal("invalid_auth"), "platform-refused", false],
  ])("%s is %s", (error, code, retryable) => {
    expect(faultOf("chat.update", error)).toMatchObject({ code, retryable });
  });

  it("says in milliseconds when to try again", () => {
    expect(faultOf("m", new webApi.WebAPIRateLimitedError(3)).retryAfterMs).toBe(3000);
  });

  it("keeps Slack's own word for it", () => {
    const fault = faultOf("chat.postMessage", refusal("msg_blocks_too_long"));
    expect(slackCode(fault)).toBe("msg_blocks_too_long");
    expect(isAboutContent(fault)).toBe(true);
    expect(isAboutContent(faultOf("chat.postMessage", refusal("no_permission")))).toBe(false);
  });

  it("is about a view only when it says so, and not when its trigger is too old", () => {
    const invalid = (message: string) =>
      new webApi.WebAPIPlatformError({
        ok: false,
        error: "invalid_arguments",
        response_metadata: { messages: [message] },
      });
    const about = (error: unknown) => isAboutView(faultOf("views.open", error));
    expect(about(refusal("view_too_large"))).toBe(true);
    expect(about(invalid("[ERROR] must provide a string [json-pointer:/view/title]"))).toBe(true);
    // bolt-python#434
    expect(about(invalid("[ERROR] `trigger_id` expired [json-pointer:/trigger_id]"))).toBe(false);
    expect(about(refusal("expired_trigger_id"))).toBe(false);
    expect(isAboutView(new Error("socket hang up"))).toBe(false);
  });

  it("is told without addresses", () => {
    expect(brief(faultOf("m", new Error("GET https://slack.example/x?y failed")))).toBe(
      "Slack did not answer m: GET … failed",
    );
  });
});
