import { refusals } from "../api-error.ts";
import { applicationFlags } from "../application.ts";
import { wireCommand, type Command } from "../commands.ts";
import { restUser } from "../wire.ts";
import type { World } from "../world.ts";
import { guildOf } from "./lookups.ts";
import { created, noContent, ok, type Answer, type Call, type Route } from "./routing.ts";

const own = "/applications/:application/commands";
const inGuild = "/applications/:application/guilds/:guild/commands";

export const applicationRoutes: readonly Route[] = [
  { method: "GET", path: "/applications/@me", handle: (world) => ok(wireApplication(world)) },
  {
    method: "GET",
    path: "/oauth2/applications/@me",
    handle: (world) => ok(wireApplication(world)),
  },
  ...[own, inGuild].flatMap((path): Route[] => [
    { method: "GET", path, handle: list },
    { method: "PUT", path, handle: replace },
    { method: "POST", path, handle: add },
    { method: "DELETE", path: `${path}/:command`, handle: remove },
  ]),
];

function wireApplication(world: World) {
  const { application, directory } = world;
  return {
    id: application.id,
    name: application.name,
    icon: null,
    description: "",
    bot_public: false,
    bot_require_code_grant: false,
    verify_key: application.publicKey,
    flags: applicationFlags(application),
    bot: restUser(directory.bot),
    interactions_endpoint_url: application.endpoint ?? null,
    redirect_uris: [],
    role_connections_verification_url: null,
    approximate_guild_count: directory.guilds.size,
    team: null,
  };
}

/** The guild of a guild command; nothing for a global one. */
function scopeOf(world: World, call: Call, guildScoped: boolean): string | undefined {
  if (call.param("application") !== world.application.id) throw refusals.unknownApplication();
  return guildScoped ? guildOf(world, call).id : undefined;
}

const scope = (world: World, call: Call) => scopeOf(world, call, call.param("guild") !== "");

const shown = (world: World, command: Command) => wireCommand(command, world.application.id);

function list(world: World, call: Call): Answer {
  const commands = world.commands.in(scope(world, call));
  return ok(commands.map((command) => shown(world, command)));
}

function replace(world: World, call: Call): Answer {
  const commands = world.commands.replace(call.body, scope(world, call));
  world.changes.bump();
  return ok(commands.map((command) => shown(world, command)));
}

function add(world: World, call: Call): Answer {
  const { command, created: isNew } = world.commands.upsert(call.body, scope(world, call));
  world.changes.bump();
  return isNew ? created(shown(world, command)) : ok(shown(world, command));
}

function remove(world: World, call: Call): Answer {
  world.commands.delete(call.param("command"), scope(world, call));
  world.changes.bump();
  return noContent;
}
