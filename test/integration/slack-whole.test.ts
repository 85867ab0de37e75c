import { describe, expect, it } from "vitest";
import { ManualClock } from "../platforms/slack/clock.ts";
import type { LocalSlackOptions } from "../platforms/slack/server.ts";
import type { JsonObject } from "../platforms/slack/json.ts";
import type { ModalView } from "../platforms/slack/people.ts";
import { aCard } from "../unit/slack/card.ts";
import { calls, PLACE, posted, type Running, running, shownTo } from "./slack-stage.ts";

const showAllCard = () =>
  aCard({ buttons: [{ action: "show-all", label: "Show all", style: "plain" }] });

/** Three pages, with what Slack's markup would change, ends of lines of both kinds, and an empty last line. */
const WHOLE = [
  ...Array.from({ length: 1000 }, (_, at) => `${at} ${"<!channel> & *all* of it ".repeat(4)}`),
  "a tab\t, two  spaces, \u{1f600}, e\u0301\r",
  "",
].join("\n");

/** What Ada sees after pressing Show all on a card. */
async function shown(options: Partial<LocalSlackOptions> = {}, whole = WHOLE) {
  const run = await running(options);
  run.inbound.whole = whole;
  const message = await posted(run, showAllCard());
  const ada = run.slack.people("U0ADA");
  await ada.press({ place: PLACE, message, action: "parley:show-all" });
  const modal = await run.slack.until(() => ada.view().modal);
  return { run, ada, modal };
}

const textOf = ({ view }: ModalView) => JSON.stringify(view["blocks"]);
const SEND = "parley:send-files";

describe("Show all in Slack", () => {
  it("shows every byte, page by page, to the presser alone", async () => {
    const { run, ada } = await shown();
    let seen = "";
    for (let turn = 0; ; turn += 1) {
      const modal = await run.slack.until(() => {
        const top = ada.view().modal;
        return top !== null && textOf(top).includes(`"Lines ${linesIn(seen)}–`) ? top : null;
      });
      seen += preformattedText(modal.view["blocks"]);
      if (!textOf(modal).includes("parley:page-on")) break;
      expect(turn).toBeLessThan(20);
      await ada.press({ place: "", message: modal.id, action: "parley:page-on" });
    }
    expect(seen).toBe(WHOLE);
    expect(run.slack.stored.messages).toHaveLength(1);
  });

  /** The number of the next line after a text, as the heading writes it. */
  const linesIn = (text: string) => text.split("\n").length.toLocaleString("en-US");

  function preformattedText(value: unknown): string {
    if (Array.isArray(value)) return value.map(preformattedText).join("");
    if (value === null || typeof value !== "object") return "";
    const { type, elements } = value as { type?: unknown; elements?: unknown };
    if (type === "rich_text") return preformattedText(elements);
    if (type !== "rich_text_preformatted") return "";
    return (elements as { text: string }[]).map(({ text }) => text).join("");
  }
});

describe("What is too long for one page", () => {
  /** Files in somebody's messages with the app, and the words above them. */
  const filesOf = ({ slack }: Running, user: string) => {
    const door = slack.people(user);
    return door
      .view()
      .places.filter(({ kind }) => kind === "im")
      .flatMap(({ messages }) => messages)
      .map(({ text, files }) => ({
        text,
        files: files.map(({ id, name }) => ({ name, text: door.download(id).toString() })),
      }));
  };

  it("comes as a file, to the byte, for the presser alone, and the pages say so", async () => {
    const { run, ada, modal } = await shown();
    expect(textOf(modal)).toContain("Send me the file");
    await ada.press({ place: "", message: modal.id, action: "parley:page-on" });
    const second = await run.slack.until(() => {
      const top = ada.view().modal;
      return top !== null && textOf(top).includes("parley:page-back") ? top : null;
    });
    await ada.press({ place: "", message: second.id, action: SEND });
    await run.slack.until(() => shownTo(run).includes("Sent to your direct messages"));
    const [sent, ...others] = await run.slack.until(() => {
      const files = filesOf(run, "U0ADA");
      return files.length > 0 ? files : null;
    });
    expect(others).toEqual([]);
    expect(sent?.text).toBe("Everything of “Settle invoice INV-42”, exactly as it was sent:");
    expect(sent?.files).toEqual([{ name: "artifact.txt", text: WHOLE }]);
    expect(filesOf(run, "U0GRACE")).toEqual([]);
    // The page that was up stays, and does not offer it again.
    const now = ada.view().modal;
    expect(now && textOf(now)).toContain("parley:page-back");
    expect(now && textOf(now)).not.toContain(SEND);
  });

  it("is sent once, however often that is delivered", async () => {
    const { run, ada, modal } = await shown();
    run.slack.faults.next({ delivery: "block_actions" }, "twice");
    await ada.press({ place: "", message: modal.id, action: SEND });
    await run.slack.until(() => shownTo(run).includes("Sent to your direct messages"));
    // Whoever comes second is told by the view that it has changed.
    await run.slack.until(() =>
      calls(run, "views.update").some((each) => each.error !== undefined),
    );
    await run.platform.stop();
    expect(calls(run, "files.getUploadURLExternal")).toHaveLength(1);
    expect(calls(run, "files.completeUploadExternal")).toHaveLength(1);
  });

  it.each([
    ["one page", {}, "short"],
    ["an app that may send none", { scopes: ["chat:write", "im:write"] }, WHOLE],
  ])("is not offered as a file for %s", async (_, options, whole) => {
    const { modal } = await shown(options, whole);
    expect(textOf(modal)).not.toContain(SEND);
  });

  it.each([
    ["files.getUploadURLExternal", { error: "file_uploads_disabled" }],
    ["conversations.open", { error: "user_disabled" }],
  ])("stays in its pages where Slack takes no file: %s", async (method, fault) => {
    const { run, ada, modal } = await shown();
    run.slack.faults.next({ method }, fault);
    await ada.press({ place: "", message: modal.id, action: SEND });
    await run.slack.until(() => shownTo(run).includes("Slack did not take this as files."));
    expect(shownTo(run)).toContain("Lines 1–");
    expect(shownTo(run)).not.toContain(SEND);
    expect(run.warnings.join()).toContain("Files were not sent on Slack");
  });

  it("can be asked for again where its arrival is not certain", async () => {
    const { run, ada, modal } = await shown();
    const lost = { status: 500, after: "commit" } as const;
    run.slack.faults.next({ method: "files.completeUploadExternal" }, lost);
    await ada.press({ place: "", message: modal.id, action: SEND });
    await run.slack.until(() => shownTo(run).includes("It is not certain that this arrived"));
    const { id } = await run.slack.until(() => ada.view().modal);
    await ada.press({ place: "", message: id, action: SEND });
    await run.slack.until(() => shownTo(run).includes("Sent to your direct messages"));
    await run.slack.until(() => filesOf(run, "U0ADA").length === 2);
  });

  it("is said to be sent although Slack did not answer when the dialog first changed", async () => {
    const { run, ada, modal } = await shown();
    run.slack.faults.next({ method: "views.update" }, { status: 500, after: "commit" });
    await ada.press({ place: "", message: modal.id, action: SEND });
    await run.slack.until(() => shownTo(run).includes("Sent to your direct messages"));
    expect(shownTo(run)).not.toContain("On the way");
    await run.slack.until(() => filesOf(run, "U0ADA").length === 1);
  });

  it("is not said to be on the way for ever where the end was not shown at once", async () => {
    const { run, ada, modal } = await shown();
    const isEnd = ({ view }: JsonObject) => JSON.stringify(view).includes("It is not certain");
    run.slack.faults.next({ method: "files.getUploadURLExternal" }, { status: 503 });
    run.slack.faults.next({ method: "views.update", where: isEnd }, { status: 503 });
    await ada.press({ place: "", message: modal.id, action: SEND });
    await run.slack.until(() => shownTo(run).includes("It is not certain that this arrived"));
    expect(shownTo(run)).toContain(SEND);
    expect(run.slack.faults.waiting).toBe(0);
  });

  it("is told not to come also to who has turned the page meanwhile", async () => {
    const clock = new ManualClock();
    const { run, ada, modal } = await shown({ clock });
    const failure = { error: "user_disabled", delayMs: 1_000 };
    run.slack.faults.next({ method: "conversations.open" }, failure);
    await ada.press({ place: "", message: modal.id, action: SEND });
    await run.slack.until(() => shownTo(run).includes("On the way"));
    await ada.press({ place: "", message: modal.id, action: "parley:page-on" });
    await run.slack.until(() => shownTo(run).includes("parley:page-back"));
    expect(shownTo(run)).not.toContain("On the way");
    await clock.advance(1_000);
    await run.slack.until(() => shownTo(run).includes("Slack did not take this as files."));
  });

  it("is not sent to who may not see it any more, who hears that in the dialog", async () => {
    const { run, ada, modal } = await shown();
    run.inbound.refusal = ["You may not see this."];
    await ada.press({ place: "", message: modal.id, action: SEND });
    await run.slack.until(() => shownTo(run).includes("You may not see this."));
    expect(calls(run, "files.getUploadURLExternal")).toEqual([]);
  });

  it("is sent to who has closed the dialog, too", async () => {
    const { run, ada, modal } = await shown();
    let open = (): void => undefined;
    run.inbound.slow = new Promise((resolve) => (open = resolve));
    await ada.press({ place: "", message: modal.id, action: SEND });
    await ada.close({ modal: modal.id });
    open();
    await run.slack.until(() => filesOf(run, "U0ADA").length === 1);
  });
});
