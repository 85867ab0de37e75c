import type { Log } from "../../src/core/log.ts";
import type { Inbound, Opened, OpenRequest } from "../../src/presentation/platform.ts";
import type { Words } from "../../src/presentation/words.ts";
import { LOADING, NOT_OPENED } from "../../src/presentation/wording.ts";
import { type Pause, within } from "../../src/waiting/within.ts";
import type { Acknowledge } from "./acknowledge.ts";
import { brief, isAboutView, isOpenedAlready, slackCode } from "./faults.ts";
import { formRefused } from "./form-words.ts";
import { CLOCKS } from "./limits.ts";
import { noteView } from "./render-views.ts";
import { tellQuietly } from "./tell.ts";
import type { ShownView } from "./web-api.ts";
import type { ApiOf } from "./workspaces.ts";

export interface ShowingDeps {
  readonly inbound: Inbound;
  readonly apiOf: ApiOf;
  readonly log: Log;
  readonly pause: Pause;
}

export type View = ReturnType<typeof noteView>;

/** A view that somebody asked for by pressing a button. */
export interface Wanted {
  readonly request: Omit<OpenRequest, "withinMs">;
  /** Good for one view within 3 s. */
  readonly trigger?: string | undefined;
  /** Where the button stands in a view, what it opens takes that view's place. */
  readonly view?: ShownView | undefined;
  /** For words, where no view is up. */
  readonly reply: string;
  /** Words where they say all. */
  readonly draw: (opened: Opened) => View | { readonly title: string; readonly words: Words };
}

/**
 * Shows people what they wanted to read or fill in. A trigger lives for three seconds and a store may take longer: then a
 * view that says so is opened by it, and filled in when what it shows was read. Nothing here throws.
 */
export function showing({ inbound, apiOf, log, pause }: ShowingDeps) {
  const say = tellQuietly.bind(undefined, apiOf, log);

  return async (wanted: Wanted, acknowledge: Acknowledge<never>): Promise<void> => {
    const reading = inbound.open({ ...wanted.request, withinMs: CLOCKS.read });
    const soon = await within(reading, CLOCKS.open, pause);
    await acknowledge();
    let up = wanted.view;
    let opened = soon;
    try {
      if (soon === undefined) up = await show(wanted, up, noteView("Loading", LOADING));
      opened = await reading;
      const drawn = wanted.draw(opened);
      if (!("words" in drawn)) {
        if ((await show(wanted, up, drawn)) === undefined) await say(wanted.reply, NOT_OPENED);
      } else if (up === undefined) await say(wanted.reply, drawn.words);
      else await show(wanted, up, noteView(drawn.title, drawn.words));
    } catch (error) {
      // The same press was delivered before, and whoever took it then has opened it.
      if (isOpenedAlready(error)) return;
      // Whoever has closed it did not want to wait.
      if (slackCode(error) === "not_found") return;
      log.warn(
        { reason: brief(error), purpose: wanted.request.purpose },
        "A view was not opened on Slack",
      );
      await excuse(wanted, soon === undefined ? up : undefined, wordsFor(error, opened));
    }
  };

  /** A trigger opens a view; one that is up is changed, so that none lies on another. */
  async function show(
    { trigger, request }: Wanted,
    up: ShownView | undefined,
    view: View,
  ): Promise<ShownView | undefined> {
    const { workspace } = request;
    if (up !== undefined) return apiOf(workspace).updateView(up.id, up.hash, view);
    return trigger === undefined ? undefined : apiOf(workspace).openView(trigger, view);
  }

  /** Where a view still promises that something comes, it says that nothing does. */
  async function excuse(
    { reply, request }: Wanted,
    loading: ShownView | undefined,
    words: Words,
  ): Promise<void> {
    if (loading === undefined) return say(reply, words);
    try {
      await apiOf(request.workspace).updateView(loading.id, undefined, noteView("Not open", words));
    } catch {
      await say(reply, words);
    }
  }
}

function wordsFor(error: unknown, opened: Opened | undefined): Words {
  if (opened?.ok === false) return opened.words;
  return opened !== undefined && isAboutView(error) ? formRefused(opened.card) : NOT_OPENED;
}
