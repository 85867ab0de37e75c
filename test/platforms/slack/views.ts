import { randomBytes } from "node:crypto";
import { stored } from "./block-kit/normalize.ts";
import type { Clock } from "./clock.ts";
import { objectsIn, textOf, type JsonObject } from "./json.ts";
import { stateOf, type Values } from "./state.ts";
import { Refusal } from "./web-api/refusal.ts";
import { makeId, type Workspace } from "./workspace.ts";

/** docs.slack.dev/methods/views.push */
const STACK_LIMIT = 3;

/** One dialog on one person's screen. */
export interface OpenView {
  readonly id: string;
  readonly user: string;
  readonly rootId: string;
  readonly previousId: string | null;
  /** The definition as the app sent it, with Slack's fillings. */
  definition: JsonObject;
  hash: string;
  typed: Values;
  /** Shown under the fields, by block_id. */
  errors: Record<string, string>;
  /** Shown over the whole dialog. */
  failure?: string;
}

export const blocksOfView = (view: OpenView): JsonObject[] => objectsIn(view.definition["blocks"]);

/** The stacks of dialogs, one a person, at most three deep. */
export class Views {
  readonly #stacks = new Map<string, OpenView[]>();
  readonly #homes = new Map<string, OpenView>();
  readonly #clock: Clock;
  readonly #workspace: Workspace;

  constructor(clock: Clock, workspace: Workspace) {
    this.#clock = clock;
    this.#workspace = workspace;
  }

  /** What a person sees on the app's Home tab; it is on no stack. */
  home(user: string): OpenView | undefined {
    return this.#homes.get(user);
  }

  /** docs.slack.dev/methods/views.publish: the tab of a person, from now on. */
  publish(user: string, definition: JsonObject, hash?: string): OpenView {
    const before = this.#homes.get(user);
    if (before) return this.update(before, definition, hash);
    const id = makeId("V");
    const view = this.#made({ id, user, rootId: id, previousId: null }, definition);
    this.#homes.set(user, view);
    return view;
  }

  stack(user: string): readonly OpenView[] {
    return this.#stacks.get(user) ?? [];
  }

  top(user: string): OpenView | undefined {
    return this.stack(user).at(-1);
  }

  get all(): OpenView[] {
    return [...this.#stacks.values()].flat();
  }

  find(id: string): OpenView | undefined {
    return [...this.all, ...this.#homes.values()].find((view) => view.id === id);
  }

  findExternal(externalId: string): OpenView | undefined {
    return this.all.find((view) => view.definition["external_id"] === externalId);
  }

  /** A new root; what was open before gives way to it. */
  open(user: string, definition: JsonObject): OpenView {
    this.#refuseTakenExternalId(definition);
    const id = makeId("V");
    const view = this.#made({ id, user, rootId: id, previousId: null }, definition);
    this.#stacks.set(user, [view]);
    return view;
  }

  push(user: string, definition: JsonObject): OpenView {
    const below = this.top(user);
    if (!below) throw new Refusal("not_found");
    if (this.stack(user).length >= STACK_LIMIT) throw new Refusal("push_limit_reached");
    this.#refuseTakenExternalId(definition);
    const ids = { id: makeId("V"), user, rootId: below.rootId, previousId: below.id };
    const view = this.#made(ids, definition);
    this.#stacks.set(user, [...this.stack(user), view]);
    return view;
  }

  /** Typed text stays with its block_id and action_id; everything else is replaced. */
  update(view: OpenView, definition: JsonObject, hash?: string): OpenView {
    if (hash !== undefined && hash !== view.hash) throw new Refusal("hash_conflict");
    view.definition = this.#filled(definition);
    view.hash = this.#newHash();
    view.errors = {};
    delete view.failure;
    return view;
  }

  /** Closes this view and all that lie on it. */
  close(view: OpenView): void {
    const stack = this.stack(view.user);
    const at = stack.indexOf(view);
    if (at >= 0) this.#stacks.set(view.user, stack.slice(0, at));
  }

  clear(user: string): void {
    this.#stacks.delete(user);
  }

  #refuseTakenExternalId(definition: JsonObject): void {
    const id = textOf(definition["external_id"]);
    if (id !== "" && this.findExternal(id)) throw new Refusal("duplicate_external_id");
  }

  #made(
    ids: Pick<OpenView, "id" | "user" | "rootId" | "previousId">,
    definition: JsonObject,
  ): OpenView {
    const filled = this.#filled(definition);
    return { ...ids, definition: filled, hash: this.#newHash(), typed: {}, errors: {} };
  }

  #filled(definition: JsonObject): JsonObject {
    return { ...definition, blocks: stored(objectsIn(definition["blocks"])) };
  }

  #newHash(): string {
    return `${Math.floor(this.#clock.now() / 1_000)}.${randomBytes(4).toString("hex")}`;
  }

  /** The view object of answers and payloads. */
  wire(view: OpenView): JsonObject {
    const { definition } = view;
    return {
      id: view.id,
      team_id: this.#workspace.team.id,
      type: definition["type"] === "home" ? "home" : "modal",
      blocks: blocksOfView(view),
      private_metadata: textOf(definition["private_metadata"]),
      callback_id: textOf(definition["callback_id"]),
      state: { values: stateOf(blocksOfView(view), view.typed) },
      hash: view.hash,
      title: definition["title"],
      clear_on_close: definition["clear_on_close"] === true,
      notify_on_close: definition["notify_on_close"] === true,
      close: definition["close"] ?? null,
      submit: definition["submit"] ?? null,
      previous_view_id: view.previousId,
      root_view_id: view.rootId,
      app_id: this.#workspace.appId,
      external_id: textOf(definition["external_id"]),
      app_installed_team_id: this.#workspace.team.id,
      bot_id: this.#workspace.bot.botId,
    };
  }
}
