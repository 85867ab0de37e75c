import { submissionAnswer, commandAnswer, type SubmissionAnswer } from "./acks.ts";
import { clientErrors } from "./client-checks.ts";
import type { Core } from "./core.ts";
import type { Receipt } from "./delivery.ts";
import { isObject, textOf, type JsonObject } from "./json.ts";
import { wireMessage } from "./message-wire.ts";
import type { StoredMessage } from "./messages.ts";
import type { Close, Command, GivenValues, Outcome, Press, Submit } from "./people.ts";
import { allBlocksOf } from "./posting.ts";
import { respond } from "./response-urls.ts";
import { elementsOf, entered, keepsValue, stateOf, valueOf, type PlacedElement } from "./state.ts";
import { blocksOfView, type OpenView } from "./views.ts";
import { Refusal } from "./web-api/refusal.ts";
import type { Channel } from "./workspace.ts";

/** What Slack's clients show when an app does not play by the rules. */
const WORDS = {
  late: "Operation timed out. Apps need to respond within 3 seconds.",
  unreachable: "This app is not reachable right now. Try again later.",
  refused: (status: number) => `This app responded with Status Code ${status}.`,
  badAnswer: "This app responded in a way Slack does not understand.",
  modal: "We had some trouble connecting. Try again?",
  gone: "This message is not there any more.",
  noDialog: "This dialog is not open any more.",
  noButton: "There is no such button any more.",
} as const;

/** docs.slack.dev/interactivity/implementing-slash-commands names the codes. */
const COMMAND_ERROR: Record<Exclude<Receipt["outcome"], "acknowledged">, string> = {
  late: "operation_timeout",
  unreachable: "dispatch_failed",
  refused: "http_client_error",
};

/** Of an installation in all workspaces at once. python-slack-sdk models; facts of Bolt's buildSource */
const ORGANISATION = { id: "E0ORG", name: "Organisation" };

/** What one person does to the app's messages and dialogs, up to the acknowledgement. */
export class Interactions {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  async press(user: string, press: Press): Promise<Outcome> {
    const view = this.#core.views.find(press.message);
    if (view) return view.user === user ? this.#pressInView(view, press) : refuse(WORDS.noDialog);
    const { messages, workspace } = this.#core;
    const channel = workspace.channels.get(press.place);
    const message =
      messages.find(press.place, press.message) ??
      messages.findEphemeral(press.place, press.message, user);
    if (!channel?.members.has(user) || !message) return refuse(WORDS.gone);
    return this.#pressInMessage(user, channel, message, press);
  }

  async #pressInMessage(
    user: string,
    channel: Channel,
    message: StoredMessage,
    press: Press,
  ): Promise<Outcome> {
    const blocks = allBlocksOf(message);
    const placed = elementsOf(blocks).find((one) => one.actionId === press.action);
    if (!placed) return refuse(WORDS.noButton);
    message.state = entered(blocks, message.state, press.values ?? {});
    this.#core.notices.forgetMessage(user, message.ts);
    const payload = {
      ...this.#head("block_actions", user),
      container: {
        type: "message",
        message_ts: message.ts,
        channel_id: channel.id,
        is_ephemeral: message.onlyFor !== undefined,
        ...(message.threadTs ? { thread_ts: message.threadTs } : {}),
      },
      channel: { id: channel.id, name: nameInPayloads(channel) },
      ...(message.onlyFor
        ? {}
        : { message: wireMessage(this.#core.workspace, this.#core.messages, message) }),
      state: { values: stateOf(blocks, message.state) },
      response_url: this.#core.responseUrls.issue(this.#core, {
        kind: "actions",
        user,
        channel: channel.id,
        message,
      }),
      actions: [this.#action(placed, press.values ?? {})],
    };
    const outcome = await this.#sendAction(user, payload);
    if (!outcome.ok)
      this.#core.notices.add({
        user,
        place: channel.id,
        message: message.ts,
        text: outcome.shown ?? "",
      });
    this.#core.changes.note();
    return outcome;
  }

  async #pressInView(view: OpenView, press: Press): Promise<Outcome> {
    const blocks = blocksOfView(view);
    const placed = elementsOf(blocks).find((one) => one.actionId === press.action);
    if (!placed) return refuse(WORDS.noButton);
    view.typed = entered(blocks, view.typed, press.values ?? {});
    const payload = {
      ...this.#head("block_actions", view.user),
      container: { type: "view", view_id: view.id },
      view: this.#core.views.wire(view),
      actions: [this.#action(placed, press.values ?? {})],
    };
    const outcome = await this.#sendAction(view.user, payload);
    if (outcome.ok) delete view.failure;
    else view.failure = outcome.shown ?? "";
    this.#core.changes.note();
    return outcome;
  }

  async #sendAction(user: string, payload: JsonObject): Promise<Outcome> {
    const before = this.#seenBy(user);
    const receipt = await this.#send("interactive", payload, false);
    if (receipt.outcome === "refused") return refuse(WORDS.refused(receipt.status));
    if (receipt.outcome !== "acknowledged") return refuse(WORDS[receipt.outcome]);
    // A press is acknowledged with an empty body; anything else is an error to the person.
    if (receipt.body !== undefined) return refuse(WORDS.badAnswer);
    return { ok: true, ...this.#newsSince(before, user) };
  }

  async submit(user: string, { modal, values }: Submit): Promise<Outcome> {
    const view = this.#core.views.find(modal);
    if (!view || view.user !== user) return refuse(WORDS.noDialog);
    const blocks = blocksOfView(view);
    view.typed = entered(blocks, view.typed, values);
    delete view.failure;
    view.errors = clientErrors(blocks, stateOf(blocks, view.typed));
    this.#core.changes.note();
    if (Object.keys(view.errors).length > 0) return fieldErrors(view.errors);
    const before = this.#seenBy(user);
    const receipt = await this.#send("interactive", this.#submission(view), true);
    const outcome =
      receipt.outcome === "acknowledged"
        ? this.#applied(view, submissionAnswer(receipt.body, blocks))
        : refuse(WORDS.modal);
    if (!outcome.ok && !outcome.errors) view.failure = outcome.shown ?? "";
    this.#core.changes.note();
    return outcome.ok ? { ...outcome, ...this.#newsSince(before, user) } : outcome;
  }

  #submission(view: OpenView): JsonObject {
    return {
      ...this.#head("view_submission", view.user),
      view: this.#core.views.wire(view),
      response_urls: [],
    };
  }

  #applied(view: OpenView, answer: SubmissionAnswer): Outcome {
    const { views } = this.#core;
    switch (answer.action) {
      case "malformed":
        return refuse(WORDS.modal);
      case "errors":
        view.errors = answer.errors;
        return fieldErrors(answer.errors);
      case "close":
        views.close(view);
        return { ok: true };
      case "clear":
        void this.#tellOfClosing(view.user, true, view);
        views.clear(view.user);
        return { ok: true };
      case "update":
        views.update(view, answer.view);
        return { ok: true };
      case "push":
        return this.#pushed(view, answer.view);
    }
  }

  #pushed(view: OpenView, definition: JsonObject): Outcome {
    try {
      this.#core.views.push(view.user, definition);
      return { ok: true };
    } catch (error) {
      if (error instanceof Refusal) return refuse(WORDS.modal);
      throw error;
    }
  }

  async close(user: string, { modal, all = false }: Close): Promise<Outcome> {
    const view = this.#core.views.find(modal);
    if (!view || view.user !== user) return refuse(WORDS.noDialog);
    const clearsAll = all || view.definition["clear_on_close"] === true;
    const told = clearsAll
      ? this.#tellOfClosing(user, true)
      : this.#tellOfClosing(user, false, undefined, [view]);
    if (clearsAll) this.#core.views.clear(user);
    else this.#core.views.close(view);
    this.#core.changes.note();
    await told;
    return { ok: true };
  }

  /** view_closed goes out for those who asked; its acknowledgement changes nothing for the person. */
  async #tellOfClosing(
    user: string,
    isCleared: boolean,
    except?: OpenView,
    closing: readonly OpenView[] = this.#core.views.stack(user),
  ): Promise<void> {
    const told = closing.filter(
      (view) => view !== except && view.definition["notify_on_close"] === true,
    );
    await Promise.all(
      told.map((view) => {
        const { trigger_id: _, ...head } = this.#head("view_closed", user);
        const payload = { ...head, view: this.#core.views.wire(view), is_cleared: isCleared };
        return this.#send("interactive", payload, false);
      }),
    );
  }

  async command(user: string, { place, command, text = "" }: Command): Promise<Outcome> {
    const { workspace, responseUrls } = this.#core;
    const channel = workspace.channels.get(place);
    if (!channel?.members.has(user)) return refuse(WORDS.gone);
    if (!this.#core.commands(command)) return refuse(`${command} is not a valid command.`);
    const origin = { kind: "commands", user, channel: place } as const;
    const before = this.#seenBy(user);
    const receipt = await this.#send(
      "slash_commands",
      {
        token: workspace.verificationToken,
        team_id: workspace.team.id,
        team_domain: workspace.team.domain,
        channel_id: place,
        channel_name: nameInPayloads(channel),
        user_id: user,
        user_name: workspace.handleOf(user),
        command,
        text,
        api_app_id: workspace.appId,
        is_enterprise_install: String(this.#core.isOrgWide),
        response_url: responseUrls.issue(this.#core, origin),
        trigger_id: this.#core.triggers.issue(user),
      },
      true,
    );
    const failure = this.#answered(origin, receipt);
    if (failure === undefined) return { ok: true, ...this.#newsSince(before, user) };
    const shown = `${command} failed with the error "${failure}"`;
    this.#core.notices.add({ user, place, text: shown });
    this.#core.changes.note();
    return refuse(shown);
  }

  /** The code of what went wrong, or nothing. */
  #answered(
    origin: { kind: "commands"; user: string; channel: string },
    receipt: Receipt,
  ): string | undefined {
    if (receipt.outcome === "refused" && receipt.status >= 500) return "http_service_error";
    if (receipt.outcome !== "acknowledged") return COMMAND_ERROR[receipt.outcome];
    const answer = commandAnswer(receipt.body);
    if (answer === "malformed") return "invalid_command_response";
    if (answer !== "nothing") respond(this.#core, origin, answer);
    return undefined;
  }

  /** What interactions of a person in this workspace all say. */
  #head(type: string, user: string): JsonObject {
    const { workspace, triggers } = this.#core;
    const handle = workspace.handleOf(user);
    return {
      type,
      user: { id: user, username: handle, name: handle, team_id: workspace.team.id },
      api_app_id: workspace.appId,
      token: workspace.verificationToken,
      trigger_id: triggers.issue(user),
      ...(this.#core.isOrgWide
        ? { team: null, enterprise: ORGANISATION, is_enterprise_install: true }
        : {
            team: { id: workspace.team.id, domain: workspace.team.domain },
            enterprise: null,
            is_enterprise_install: false,
          }),
    };
  }

  #action({ blockId, element }: PlacedElement, values: GivenValues): JsonObject {
    const { options: _, option_groups: __, ...rest } = element;
    const actionId = textOf(element["action_id"]);
    const given = values[actionId] ?? values[blockId];
    const actionTs = this.#core.workspace.nextTs();
    const base = { ...rest, block_id: blockId, action_ts: actionTs };
    if (keepsValue(element)) return { ...base, ...valueOf(element, given ?? null) };
    if (element["type"] !== "overflow") return base;
    const chosen = (Array.isArray(element["options"]) ? element["options"] : [])
      .filter(isObject)
      .find((option) => option["value"] === given);
    return { ...base, selected_option: chosen ?? null };
  }

  #send(
    kind: "interactive" | "slash_commands",
    payload: JsonObject,
    acceptsResponse: boolean,
  ): Promise<Receipt> {
    if (!this.#core.events.isInstalled) return Promise.resolve({ outcome: "unreachable" });
    return this.#core.dispatch.send({ kind, payload, acceptsResponse });
  }

  #seenBy(user: string): { ephemerals: number; modal: string | undefined } {
    const { messages, views } = this.#core;
    const own = messages.ephemerals.filter((message) => message.onlyFor === user);
    return { ephemerals: own.length, modal: views.top(user)?.id };
  }

  /** What came up on the person's screen while the app answered. */
  #newsSince(
    before: { ephemerals: number; modal: string | undefined },
    user: string,
  ): { shown?: string; opened?: string } {
    const { messages, views } = this.#core;
    const own = messages.ephemerals.filter((message) => message.onlyFor === user);
    const note = own.slice(before.ephemerals).at(-1);
    const modal = views.top(user);
    const isNew = modal !== undefined && modal.id !== before.modal;
    return { ...(note ? { shown: note.text } : {}), ...(isNew ? { opened: modal.id } : {}) };
  }
}

const refuse = (shown: string): Outcome => ({ ok: false, shown });

const fieldErrors = (errors: Record<string, string>): Outcome => ({
  ok: false,
  shown: Object.values(errors).join(" "),
  errors: { ...errors },
});

/** Private names never travel. java-slack-sdk, json-logs */
function nameInPayloads(channel: Channel): string {
  if (channel.kind === "group" || channel.kind === "mpim") return "privategroup";
  return channel.kind === "im" ? "directmessage" : channel.name;
}
