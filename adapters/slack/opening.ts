import { formatReference } from "../../src/core/reference.ts";
import type { Inbound } from "../../src/presentation/platform.ts";
import type { Acknowledge } from "./acknowledge.ts";
import type { Log } from "../../src/core/log.ts";
import { brief } from "./faults.ts";
import { CLOCKS } from "./limits.ts";
import type { Opening, PageTurn } from "./receive.ts";
import { formatFormPlace } from "./reply.ts";
import { NOT_OPENED } from "../../src/presentation/wording.ts";
import { tellQuietly } from "./tell.ts";
import type { WholeText } from "../../src/presentation/whole.ts";
import { formView, noteView, wholeView } from "./render-views.ts";
import type { SlackApi } from "./web-api.ts";

export interface OpeningDeps {
  readonly inbound: Inbound;
  readonly api: SlackApi;
  readonly log: Log;
}

/** What shows somebody a form or everything. It decides nothing, so nothing of it is recorded. */
export function openings({ inbound, api, log }: OpeningDeps) {
  const say = tellQuietly.bind(undefined, api, log);
  return { open, turn };

  async function open(opening: Opening, acknowledge: Acknowledge<never>): Promise<void> {
    const { reference, account, workspace, purpose, trigger, reply } = opening;
    const withinMs = CLOCKS.open;
    const opened = await inbound.open({ reference, account, workspace, purpose, withinMs });
    await acknowledge();
    if (!opened.ok) return say(reply, opened.words);
    if (trigger === undefined) return say(reply, NOT_OPENED);
    const { message, channel, thread } = opening;
    const place = { reference: formatReference(reference), message, channel, thread };
    const view =
      purpose === "answer"
        ? formView(opened.card, formatFormPlace(place))
        : wholeView(opened.card, joined(opened.whole), 0);
    try {
      await api.openView(trigger, view);
    } catch (error) {
      log.warn({ reason: brief(error), purpose }, "A view was not opened on Slack");
      await say(reply, NOT_OPENED);
    }
  }

  async function turn(pageTurn: PageTurn, acknowledge: Acknowledge<never>): Promise<void> {
    const { reference, account, workspace, page, view, hash } = pageTurn;
    const request = { reference, account, workspace, withinMs: CLOCKS.open };
    const opened = await inbound.open({ ...request, purpose: "show-all" });
    await acknowledge();
    const next = opened.ok
      ? wholeView(opened.card, joined(opened.whole), page)
      : noteView("Show all", opened.words);
    try {
      await api.updateView(view, hash, next);
    } catch (error) {
      // Closed meanwhile, or a second press on the same button: there is nothing left to turn.
      log.info({ reason: brief(error) }, "A page was not turned on Slack");
    }
  }
}

/** One text after the other, an empty line between. */
function joined(texts: readonly WholeText[]): string {
  return texts.map(({ text }) => text).join("\n\n");
}
