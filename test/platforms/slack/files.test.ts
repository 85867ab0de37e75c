import { describe, expect, it } from "vitest";
import type { JsonObject } from "./json.ts";
import { rawCall } from "./raw-call.ts";
import type { LocalSlack } from "./server.ts";
import { ELSEWHERE, localSlack, PLACE, SECRET } from "./test-workspace.ts";

const announce = async (slack: LocalSlack, args: JsonObject) =>
  (await rawCall(slack, "files.getUploadURLExternal", args)).body;
const complete = async (slack: LocalSlack, args: JsonObject) =>
  (await rawCall(slack, "files.completeUploadExternal", args)).body;

/** A file of which the bytes have come; its id. */
async function uploaded(slack: LocalSlack, text = "the artifact"): Promise<string> {
  const length = Buffer.byteLength(text);
  const { upload_url, file_id } = await announce(slack, { filename: "a.txt", length });
  expect((await fetch(String(upload_url), { method: "POST", body: text })).status).toBe(200);
  return String(file_id);
}

// docs.slack.dev/messaging/working-with-files, and the pages of the two methods.
describe("A file for Slack", () => {
  it.each(["the bytes", "a form"])("is announced, posted as %s, and shared", async (how) => {
    const slack = await localSlack();
    const text = "d\u00e9j\u00e0 vu\r\n";
    const length = Buffer.byteLength(text);
    const { upload_url, file_id } = await announce(slack, { filename: "a.txt", length });
    const form = new FormData();
    form.set("body", new Blob([text]), "a.txt");
    const body = how === "a form" ? form : text;
    expect((await fetch(String(upload_url), { method: "POST", body })).status).toBe(200);
    const files = [{ id: file_id, title: "The artifact" }];
    const said = await complete(slack, { files, channel_id: PLACE, initial_comment: "Here:" });
    expect(said).toEqual({ ok: true, files });
    // The message comes after the answer.
    const [message] = await slack.until(() => {
      const all = slack.stored.inChannel(PLACE);
      return all.length > 0 ? all : null;
    });
    expect(message).toMatchObject({ subtype: "file_share", text: "Here:" });
    expect(slack.people("U0ADA").download(String(file_id)).toString()).toBe(text);
    expect(() => slack.people("U0EVE").download(String(file_id))).toThrow("sees no file");
  });

  it.each([
    ["has no name", { length: 3 }],
    ["is empty", { filename: "a.txt", length: 0 }],
    ["has half a byte", { filename: "a.txt", length: 2.5 }],
  ])("is not announced where it %s", async (_, args) => {
    const slack = await localSlack();
    expect(await announce(slack, args)).toEqual({ ok: false, error: "invalid_arguments" });
  });

  it("needs the scope for it", async () => {
    const slack = await localSlack({ scopes: ["chat:write"] });
    for (const answer of [
      await announce(slack, { filename: "a.txt", length: 1 }),
      await complete(slack, { files: [] }),
    ]) {
      expect(answer).toMatchObject({ error: "missing_scope", needed: "files:write" });
    }
  });

  it("is taken once, and only as many bytes as were announced", async () => {
    const slack = await localSlack();
    const { upload_url } = await announce(slack, { filename: "a.txt", length: 3 });
    const post = async (body: string) =>
      (await fetch(String(upload_url), { method: "POST", body })).status;
    expect(await post("four")).toBe(400);
    expect(await post("yes")).toBe(200);
    expect(await post("yes")).toBe(400);
    expect((await fetch(`${slack.origin}/upload/v1/x`, { method: "POST" })).status).toBe(404);
  });

  it("is shared once, after its bytes have come", async () => {
    const slack = await localSlack();
    const { file_id } = await announce(slack, { filename: "a.txt", length: 3 });
    const files = [{ id: file_id }];
    const notFound = { ok: false, error: "file_not_found" };
    expect(await complete(slack, { files, channel_id: PLACE })).toEqual(notFound);
    const share = { files: [{ id: await uploaded(slack) }], channel_id: PLACE };
    expect(await complete(slack, share)).toMatchObject({ ok: true });
    expect(await complete(slack, share)).toEqual(notFound);
    expect(await complete(slack, { files: [] })).toEqual({ ok: false, error: "invalid_arguments" });
  });

  // python-slack-sdk#1426: direct messages have a channel of their own, which is to be opened.
  it.each([
    ["U0ADA", "channel_not_found"],
    [SECRET, "channel_not_found"],
    [ELSEWHERE, "not_in_channel"],
  ])("is not shared in %s", async (channel_id, error) => {
    const slack = await localSlack();
    const files = [{ id: await uploaded(slack) }];
    expect(await complete(slack, { files, channel_id })).toEqual({ ok: false, error });
  });
});
