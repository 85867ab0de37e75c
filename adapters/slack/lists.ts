import { readAccount } from "../../src/core/account.ts";
import type { ListPage } from "../../src/presentation/listing.ts";
import type { Opened } from "../../src/presentation/platform.ts";
import { pausing } from "../../src/waiting/within.ts";
import type { Acknowledge } from "./acknowledge.ts";
import { brief, slackCode } from "./faults.ts";
import type { CardOpening, MoreWanted, Somebody } from "./receive.ts";
import type { Content } from "./render.ts";
import { cardView } from "./render-card-view.ts";
import { renderHome, renderListing } from "./render-listing.ts";
import { noteView } from "./render-views.ts";
import { type ShowingDeps, showing } from "./showing.ts";
import { whisper } from "./tell.ts";

/** Between two drawings of one person's Home tab, where it changes all the time. */
const HOME_RESTS_MS = 1_000;

const FIRST: ListPage = { list: "mine", page: 0 };

/** What waits: as private messages, on the Home tab, and opened as a card to read. None of it throws. */
export function lists(deps: ShowingDeps) {
  const { inbound, apiOf, log, pause } = deps;
  const show = showing(deps);
  /**
   * People, each in a workspace, whose Home tab is being drawn there, with the page to draw next where it has
   * to be drawn once more.
   */
  const drawing = new Map<string, ListPage | undefined>();
  /** Workspaces where the app has no Home tab: then nobody looks at it. */
  const homeless = new Set<string>();

  async function listed(who: Somebody, page: ListPage): Promise<Content> {
    const { account, workspace } = who;
    return renderListing(await inbound.pending({ account, workspace, ...page }));
  }

  async function draw({ account, workspace }: Somebody, page: ListPage): Promise<void> {
    const user = readAccount(account)?.user;
    if (user === undefined) return;
    try {
      const waiting = await inbound.pending({ account, workspace, ...page });
      await apiOf(workspace).publishHome(user, renderHome(waiting, page));
    } catch (error) {
      if (slackCode(error) === "not_enabled") homeless.add(workspace);
      log.info({ reason: brief(error) }, "The Home tab of somebody was not drawn on Slack");
    }
  }

  /**
   * Draws somebody's Home tab from what waits now. Whatever is wanted meanwhile is drawn together, after a rest:
   * who decides much in a row is answered first, and looks at the tab afterwards.
   */
  async function drawHome(who: Somebody, page: ListPage = FIRST): Promise<void> {
    const { account, workspace } = who;
    if (homeless.has(workspace)) return;
    const home = `${workspace} ${account}`;
    if (drawing.has(home)) return void drawing.set(home, page);
    drawing.set(home, undefined);
    await draw(who, page);
    while (!homeless.has(workspace) && drawing.get(home) !== undefined) {
      await pausing(pause, HOME_RESTS_MS);
      const next = drawing.get(home) ?? FIRST;
      drawing.set(home, undefined);
      await draw(who, next);
    }
    drawing.delete(home);
  }

  async function say(reply: string, content: Content): Promise<void> {
    try {
      await whisper(apiOf, reply, content);
    } catch (error) {
      log.warn({ reason: brief(error) }, "A list did not reach the person on Slack");
    }
  }

  async function more(asked: MoreWanted, acknowledge: Acknowledge<never>): Promise<void> {
    await acknowledge();
    if (asked.onHome) return drawHome(asked, asked.wanted);
    await say(asked.reply, await listed(asked, asked.wanted));
  }

  async function openCard(asked: CardOpening, acknowledge: Acknowledge<never>): Promise<void> {
    const { reference, account, workspace, trigger, reply } = asked;
    const wanted = {
      request: { reference, account, workspace, purpose: "card" as const },
      trigger,
      reply,
      draw: (opened: Opened) =>
        opened.ok ? cardView(opened.card, opened.link) : noteView("Not open", opened.words),
    };
    await show(wanted, acknowledge);
  }

  return { listed, drawHome, say, more, openCard };
}
