import { REST, type RawFile } from "discord.js";
import type { FileBody } from "./api-types.ts";
import { DISCORD_API, type DiscordConfig } from "./config.ts";
import { faultOf } from "./faults.ts";
import { MAX_HIDDEN_WAIT_MS, REQUEST_TIMEOUT_MS } from "./limits.ts";

/** One request to Discord's REST API. */
interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** Below the version: `/channels/1/messages`. */
  readonly path: `/${string}`;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly files?: readonly FileBody[];
  /**
   * False where the path itself holds the right, as an interaction's token does. The library forgets the
   * bot's token when a request that was sent with it answers 401.
   */
  readonly asBot?: boolean;
}

/** Discord's REST API: one try, a bounded wait, and every failure a Fault. */
export interface Rest {
  call(call: Call): Promise<unknown>;
  close(): void;
}

export function openRest({ token, apiUrl }: DiscordConfig): Rest {
  const rest = new REST({
    version: "10",
    api: apiUrl ?? DISCORD_API,
    timeout: REQUEST_TIMEOUT_MS,
    // The library's own tries would post a card twice and are made without a pause.
    retries: 0,
    rejectOnRateLimit: ({ retryAfter }) => !(retryAfter > 0 && retryAfter <= MAX_HIDDEN_WAIT_MS),
  });
  return {
    async call({ method, path, query, body, files, asBot = true }) {
      // Again each time: one 401 must not silence the bot for good when Discord has recovered.
      if (asBot) rest.setToken(token);
      try {
        return await rest.request({
          method: method as never,
          fullRoute: path,
          auth: asBot,
          // Counts the time in the library's queue too, which its own timeout does not.
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
          ...(body === undefined ? {} : { body }),
          ...(query === undefined ? {} : { query: new URLSearchParams(query) }),
          ...(files === undefined ? {} : { files: files.map(rawFile) }),
        });
      } catch (error) {
        throw faultOf(error);
      }
    },
    close() {
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
    },
  };
}

function rawFile({ name, data }: FileBody): RawFile {
  return { name, data };
}
