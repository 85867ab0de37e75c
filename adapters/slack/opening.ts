import { formatReference } from "../../src/core/reference.ts";
import type { Opened } from "../../src/presentation/platform.ts";
import { FORM_GONE } from "../../src/presentation/wording.ts";
import type { Acknowledge } from "./acknowledge.ts";
import { brief } from "./faults.ts";
import { tooLargeToFill } from "./form-words.ts";
import { CLOCKS } from "./limits.ts";
import type { Opening, PageTurn } from "./receive.ts";
import { renderForm } from "./render-form.ts";
import { noteView, wholeView } from "./render-views.ts";
import { formatFormPlace } from "./reply.ts";
import { type ShowingDeps, showing, type View } from "./showing.ts";

type Shown = Extract<Opened, { readonly ok: true }>;

export interface OpeningDeps extends ShowingDeps {
  /** May the app send files in a workspace, as far as is known? */
  readonly maySendFiles: (team: string) => boolean;
}

/** What shows somebody a form or everything. It decides nothing, so nothing of it is recorded. */
export function openings(deps: OpeningDeps) {
  const { inbound, apiOf, maySendFiles, log } = deps;
  const show = showing(deps);
  return { open, turn };

  async function open(opening: Opening, acknowledge: Acknowledge<never>): Promise<void> {
    const { reference, account, workspace, purpose, trigger, view, reply } = opening;
    const wanted = {
      request: { reference, account, workspace, purpose },
      trigger,
      view,
      reply,
      draw: (opened: Opened) =>
        opened.ok
          ? viewFor(opening, opened, maySendFiles(opening.workspace))
          : { title: "Not open", words: opened.words },
    };
    await show(wanted, acknowledge);
  }

  async function turn(pageTurn: PageTurn, acknowledge: Acknowledge<never>): Promise<void> {
    const { reference, account, workspace, page, view, hash } = pageTurn;
    const request = { reference, account, workspace, withinMs: CLOCKS.read };
    // The view is there already, so nothing has to be quick.
    await acknowledge();
    const opened = await inbound.open({ ...request, purpose: "show-all" });
    const next = opened.ok
      ? wholeView(opened.card, opened.whole, page, { offersFiles: maySendFiles(workspace) })
      : noteView("Show all", opened.words);
    try {
      await apiOf(workspace).updateView(view, hash, next);
    } catch (error) {
      // Closed meanwhile, or a second press on the same button: there is nothing left to turn.
      log.info({ reason: brief(error) }, "A page was not turned on Slack");
    }
  }
}

function viewFor(
  { purpose, reference, place }: Opening,
  { card, whole, form }: Shown,
  offersFiles: boolean,
): View {
  if (purpose === "show-all") return wholeView(card, whole, 0, { offersFiles });
  if (form === undefined) return noteView(card.stateWord, FORM_GONE);
  const metadata = formatFormPlace({ ...place, purpose, reference: formatReference(reference) });
  return renderForm(form, purpose, metadata) ?? noteView(form.title, tooLargeToFill(card));
}
