import type { Core } from "../core.ts";
import { isObject, textOf, type JsonObject } from "../json.ts";
import type { Tier } from "../rate-limits.ts";
import type { SocketMode } from "../socket-mode.ts";
import type { Channel, ChannelKind } from "../workspace.ts";
import { Refusal } from "./refusal.ts";

/** One call of the Web API. */
export interface Call {
  readonly core: Core;
  readonly socketMode: SocketMode;
  readonly args: JsonObject;
}

/** One method of the Web API. Adding a method is adding one of these to the table in methods.ts. */
export interface Method {
  readonly token: "bot" | "app";
  readonly tier: Tier;
  /** The scope this call needs; none when undefined. */
  readonly scope?: (call: Call) => string | undefined;
  /** What stands beside `ok: true`. */
  readonly run: (call: Call) => JsonObject;
}

export const argument = ({ args }: Call, name: string): string => {
  const value = args[name];
  return typeof value === "number" ? String(value) : textOf(value);
};

export const flag = ({ args }: Call, name: string): boolean =>
  args[name] === true || args[name] === "true" || args[name] === "1";

/** An object argument: JSON in a form field, or an object in a JSON body. */
export function objectArgument(
  call: Call,
  name: string,
  errorCode: string,
): JsonObject | undefined {
  const given = call.args[name];
  if (given === undefined || given === null || given === "") return undefined;
  const value = typeof given === "string" ? parsedOr(given, errorCode) : given;
  if (!isObject(value)) throw new Refusal(errorCode);
  return value;
}

function parsedOr(text: string, errorCode: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(errorCode);
  }
}

/** A conversation the app may know of: a private one it is not in does not exist for it. */
export function knownChannel({ core }: Call, id: string): Channel {
  const channel = core.workspace.channels.get(id);
  const isHidden =
    channel && channel.kind !== "channel" && !channel.members.has(core.workspace.bot.userId);
  if (!channel || isHidden) throw new Refusal("channel_not_found");
  return channel;
}

export const scopeByKind =
  (verb: "history" | "read") =>
  (call: Call): string => {
    const family: Record<ChannelKind, string> = {
      channel: "channels",
      group: "groups",
      im: "im",
      mpim: "mpim",
    };
    const kind = call.core.workspace.channels.get(argument(call, "channel"))?.kind ?? "channel";
    return `${family[kind]}:${verb}`;
  };
