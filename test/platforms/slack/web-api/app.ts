import type { Call, Method } from "./method.ts";

const authTest = ({ core }: Call) => {
  const { team, bot } = core.workspace;
  return {
    url: `${core.origin()}/`,
    team: team.name,
    user: bot.name,
    team_id: team.id,
    user_id: bot.userId,
    bot_id: bot.botId,
    is_enterprise_install: core.isOrgWide,
  };
};

const connectionsOpen = ({ core, socketMode }: Call) => ({
  url: core.origin().replace(/^http/, "ws") + socketMode.newPath(),
});

export const appMethods: Record<string, Method> = {
  "auth.test": { token: "bot", tier: "special", run: authTest },
  "apps.connections.open": {
    token: "app",
    tier: "tier3",
    scope: () => "connections:write",
    run: connectionsOpen,
  },
};
