import { Fault } from "../../src/core/fault.ts";
import type { Opened } from "../../src/presentation/platform.ts";
import type { Words } from "../../src/presentation/words.ts";
import type { Acknowledge } from "./acknowledge.ts";
import { brief, isChangedMeanwhile } from "./faults.ts";
import {
  FILES_COMING,
  FILES_NOT_CONFIRMED,
  FILES_NOT_TAKEN,
  FILES_SENT,
  filesAbove,
} from "./file-words.ts";
import { CLOCKS, LIMITS } from "./limits.ts";
import { clipToWeight } from "./measure.ts";
import type { FilesWanted } from "./receive.ts";
import { noteView, wholeView } from "./render-views.ts";
import type { ShowingDeps } from "./showing.ts";
import type { ShownView } from "./web-api.ts";
import { wordsMrkdwn } from "./words.ts";

type Shown = Extract<Opened, { readonly ok: true }>;

/**
 * Sends somebody everything of a request as files, byte for byte, in their direct messages with the app, where
 * nobody else sees them. Nothing is decided, so nothing is recorded. Never throws.
 */
export function sendingFiles({
  inbound,
  apiOf,
  log,
}: Pick<ShowingDeps, "inbound" | "apiOf" | "log">) {
  return async (wanted: FilesWanted, acknowledge: Acknowledge<never>): Promise<void> => {
    const { reference, account, workspace, view, hash } = wanted;
    // The view is there already, so nothing has to be quick.
    await acknowledge();
    const request = { reference, account, workspace, withinMs: CLOCKS.read };
    const opened = await inbound.open({ ...request, purpose: "show-all" });
    if (!opened.ok) {
      await change(wanted, { id: view, hash }, noteView("Show all", opened.words));
      return;
    }
    const begun = await change(wanted, { id: view, hash }, pages(wanted, opened, FILES_COMING));
    // Pressed twice, or delivered twice: whoever was first has changed the view.
    if (begun === "changed-meanwhile") return;
    const { words, isOver } = await send(wanted, opened);
    const next = pages(wanted, opened, words, !isOver);
    // It may stand there that they are on the way, although Slack did not say so.
    const told = await change(wanted, begun ?? { id: view }, next);
    // It may stand there still; or a page was turned, and whoever did that waits for what does not come.
    const isUntold = told === undefined || (told === "changed-meanwhile" && words !== FILES_SENT);
    if (isUntold) await change(wanted, { id: view }, next);
  };

  async function send({ workspace, user }: FilesWanted, { card, whole }: Shown) {
    try {
      const api = apiOf(workspace);
      const above = filesAbove(clipToWeight(card.title, LIMITS.header));
      await api.sendFiles(await api.openDirect(user), wordsMrkdwn(above), whole);
      return { words: FILES_SENT, isOver: true };
    } catch (error) {
      log.warn({ workspace, reason: brief(error) }, "Files were not sent on Slack");
      const isOver = error instanceof Fault && !error.retryable;
      return { words: isOver ? FILES_NOT_TAKEN : FILES_NOT_CONFIRMED, isOver };
    }
  }

  /** Undefined where the view is not there any more, or Slack did not say what became of it. */
  async function change(
    { workspace }: FilesWanted,
    up: ShownView,
    next: ReturnType<typeof noteView>,
  ): Promise<ShownView | "changed-meanwhile" | undefined> {
    try {
      return await apiOf(workspace).updateView(up.id, up.hash, next);
    } catch (error) {
      if (isChangedMeanwhile(error)) return "changed-meanwhile";
      log.info({ reason: brief(error) }, "A dialog was not changed on Slack");
      return undefined;
    }
  }
}

function pages({ page }: FilesWanted, { card, whole }: Shown, words: Words, offersFiles = false) {
  return wholeView(card, whole, page, { words, offersFiles });
}
