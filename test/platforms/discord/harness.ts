import {
  Client,
  GatewayIntentBits,
  Partials,
  type ClientOptions,
  type Interaction,
  type Message,
} from "discord.js";

import { ManualClock } from "./clock.ts";
import { startLocalDiscord, type LocalDiscord, type LocalDiscordOptions } from "./server.ts";

export const guild = "1202886121881997313";
export const approvals = "1444961216102797314";
export const ada = "419328826540429318";
export const grace = "862228219691405319";

export interface Stage extends LocalDiscord {
  readonly manual: ManualClock;
}

/** One guild, one channel, two people, a clock that stands still and no rate limits. */
export async function stage(options: Partial<LocalDiscordOptions> = {}): Promise<Stage> {
  const manual = new ManualClock();
  const discord = await startLocalDiscord({
    clock: manual,
    rateLimits: "off",
    guilds: [
      {
        id: guild,
        name: "Release desk",
        channels: [{ id: approvals, name: "approvals" }],
        members: [
          { id: ada, name: "Ada", roles: ["finance"] },
          { id: grace, name: "Grace" },
        ],
      },
    ],
    ...options,
  });
  return Object.defineProperty(discord, "manual", { value: manual }) as Stage;
}

/** A client as an application would make it, with the waits of a real network taken out. */
export async function connect(
  discord: LocalDiscord,
  options: Partial<ClientOptions> & { content?: boolean } = {},
): Promise<Client<true>> {
  const { content = false, ...rest } = options;
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      ...(content ? [GatewayIntentBits.MessageContent] : []),
    ],
    partials: [Partials.Channel],
    allowedMentions: { parse: [] },
    waitGuildTimeout: 500,
    rest: { api: discord.apiUrl, retries: 0, timeout: 15_000, offset: 0 },
    ws: {
      buildIdentifyThrottler: () =>
        Promise.resolve({ waitForIdentify: () => Promise.resolve() }) as never,
    },
    ...rest,
  });
  const ready = new Promise((resolve) => {
    client.once("clientReady", resolve);
  });
  await client.login(discord.token);
  await ready;
  return client as Client<true>;
}

/** The next interaction; ask before the press that causes it. */
export function nextInteraction(client: Client): Promise<Interaction> {
  return new Promise((resolve) => {
    client.once("interactionCreate", resolve);
  });
}

/** The next message of a person. */
export function nextMessage(client: Client): Promise<Message> {
  return new Promise((resolve) => {
    const look = (message: Message) => {
      if (message.author.bot) return;
      client.off("messageCreate", look);
      resolve(message);
    };
    client.on("messageCreate", look);
  });
}

export interface RestAnswer {
  readonly status: number;
  readonly code: number | undefined;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

/** A plain call with the bot's token, past any client. */
export async function call(
  discord: LocalDiscord,
  method: string,
  path: string,
  body?: unknown,
): Promise<RestAnswer> {
  const response = await fetch(`${discord.apiUrl}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  const { code } = parsed;
  return {
    status: response.status,
    code: typeof code === "number" ? code : undefined,
    body: parsed,
    headers: response.headers,
  };
}

export const button = (customId: string, more: Record<string, unknown> = {}) => ({
  type: 2,
  style: 1,
  label: "Accept",
  custom_id: customId,
  ...more,
});

export const row = (...components: unknown[]) => ({ type: 1, components });
