import { checkedView, invalidArguments } from "../block-kit/view.ts";
import type { JsonObject } from "../json.ts";
import type { OpenView } from "../views.ts";
import { argument, type Call, type Method } from "./method.ts";
import { Refusal } from "./refusal.ts";

const answer = ({ core }: Call, view: OpenView): JsonObject => {
  core.changes.note();
  return { view: core.views.wire(view) };
};

/** docs.slack.dev/methods/views.publish: a Home tab, for anybody who can see the app. */
function publish(call: Call): JsonObject {
  const { core } = call;
  const user = argument(call, "user_id");
  if (!core.hasHome) throw new Refusal("not_enabled");
  if (!core.workspace.people.has(user)) throw new Refusal("user_not_found");
  const definition = checkedView(call.args["view"], "home");
  return answer(call, core.views.publish(user, definition, argument(call, "hash") || undefined));
}

const byTrigger =
  (place: (call: Call, user: string, view: JsonObject) => OpenView) =>
  (call: Call): JsonObject => {
    const trigger = argument(call, "trigger_id");
    const { user } = call.core.triggers.peek(trigger);
    const view = place(call, user, checkedView(call.args["view"]));
    call.core.triggers.exchange(trigger);
    return answer(call, view);
  };

function update(call: Call): JsonObject {
  const { views } = call.core;
  const [id, externalId] = [argument(call, "view_id"), argument(call, "external_id")];
  if (!id && !externalId) throw invalidArguments(["missing required field: view_id"]);
  const view = id ? views.find(id) : views.findExternal(externalId);
  if (!view) throw new Refusal("not_found");
  const definition = checkedView(call.args["view"]);
  return answer(call, views.update(view, definition, argument(call, "hash") || undefined));
}

export const viewMethods: Record<string, Method> = {
  "views.open": {
    token: "bot",
    tier: "tier4",
    run: byTrigger(({ core }, user, view) => core.views.open(user, view)),
  },
  "views.push": {
    token: "bot",
    tier: "tier4",
    run: byTrigger(({ core }, user, view) => core.views.push(user, view)),
  },
  "views.publish": { token: "bot", tier: "tier4", run: publish },
  "views.update": { token: "bot", tier: "tier4", run: update },
};
