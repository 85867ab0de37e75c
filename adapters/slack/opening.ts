import { formatReference } from "../../src/core/reference.ts";
import type { Inbound, Opened } from "../../src/presentation/platform.ts";
import type { Acknowledge } from "./acknowledge.ts";
import type { Log } from "../../src/core/log.ts";
import { brief, isAboutView, isOpenedAlready } from "./faults.ts";
import { CLOCKS } from "./limits.ts";
import type { Opening, PageTurn } from "./receive.ts";
import { formatFormPlace } from "./reply.ts";
import { FORM_GONE, NOT_OPENED } from "../../src/presentation/wording.ts";
import { tellQuietly } from "./tell.ts";
import type { WholeText } from "../../src/presentation/whole.ts";
import { formRefused, tooLargeToFill } from "./form-words.ts";
import { renderForm } from "./render-form.ts";
import { noteView, wholeView } from "./render-views.ts";
import type { SlackApi } from "./web-api.ts";

interface OpeningDeps {
  readonly inbound: Inbound;
  readonly api: SlackApi;
  readonly log: Log;
}

type View = ReturnType<typeof noteView>;
type Shown = Extract<Opened, { readonly ok: true }>;

/** What shows somebody a form or everything. It decides nothing, so nothing of it is recorded. */
export function openings({ inbound, api, log }: OpeningDeps) {
  const say = tellQuietly.bind(undefined, api, log);
  return { open, turn };

  async function open(opening: Opening, acknowledge: Acknowledge<never>): Promise<void> {
    const { reference, account, workspace, purpose, reply } = opening;
    const withinMs = CLOCKS.open;
    const opened = await inbound.open({ reference, account, workspace, purpose, withinMs });
    await acknowledge();
    // Outside of a view, words need none.
    if (!opened.ok && opening.view === undefined) return say(reply, opened.words);
    const next = opened.ok ? viewFor(opening, opened) : noteView("Not open", opened.words);
    try {
      if (!(await show(opening, next))) await say(reply, NOT_OPENED);
    } catch (error) {
      // The same press was delivered before, and whoever took it then has opened it.
      if (isOpenedAlready(error)) return;
      log.warn({ reason: brief(error), purpose }, "A view was not opened on Slack");
      if (!opened.ok) await say(reply, opened.words);
      else await say(reply, isAboutView(error) ? formRefused(opened.card) : NOT_OPENED);
    }
  }

  /** A trigger opens a view; a button inside a view has that one changed, so that none lies on another. */
  async function show({ trigger, view }: Opening, next: View): Promise<boolean> {
    if (view !== undefined) await api.updateView(view.id, view.hash, next);
    else if (trigger !== undefined) await api.openView(trigger, next);
    else return false;
    return true;
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

function viewFor({ purpose, reference, place }: Opening, { card, whole, form }: Shown): View {
  if (purpose === "show-all") return wholeView(card, joined(whole), 0);
  if (form === undefined) return noteView(card.stateWord, FORM_GONE);
  const metadata = formatFormPlace({ ...place, purpose, reference: formatReference(reference) });
  return renderForm(form, purpose, metadata) ?? noteView(form.title, tooLargeToFill(card));
}

/** One text after the other, an empty line between. */
function joined(texts: readonly WholeText[]): string {
  return texts.map(({ text }) => text).join("\n\n");
}
