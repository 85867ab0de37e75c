/** What the Discord adapter has to be told. */
export interface DiscordConfig {
  /** The bot's token. A secret: never logged, never part of an error. */
  readonly token: string;
  /** Base of the REST API, without the version: `https://discord.com/api` unless given. */
  readonly apiUrl?: string | undefined;
  /**
   * The application's public key, 64 hexadecimal digits, where Discord sends interactions over HTTP. The
   * gateway then brings typed answers alone.
   */
  readonly publicKey?: string | undefined;
  /** Ids of the guilds that are served. Presses from any other are refused. */
  readonly guilds: readonly string[];
}

export const DISCORD_API = "https://discord.com/api";
