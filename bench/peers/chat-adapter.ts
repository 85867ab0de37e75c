import { createServer } from "node:http";
import { createMemoryState } from "@chat-adapter/state-memory";
import { createSlackAdapter } from "@chat-adapter/slack";
import { getRequestListener } from "@hono/node-server";
import { type Adapter, Chat } from "chat";
import { serving } from "./serving.ts";

/** The `chat` package with its Slack adapter: a press has a handler that does nothing, and is acknowledged. */
const { port, signingSecret, botToken, apiUrl } = serving();
// Its own types do not fit each other where absent and undefined are told apart.
const slack = createSlackAdapter({ signingSecret, botToken, apiUrl }) as unknown as Adapter;
const chat = new Chat({
  userName: "bench",
  adapters: { slack },
  state: createMemoryState(),
  logger: "silent",
});
chat.onAction(async () => undefined);
await chat.initialize();
const listener = getRequestListener(
  (request) => chat.webhooks["slack"]?.(request) ?? new Response(null, { status: 404 }),
);
createServer((request, response) => void listener(request, response)).listen(
  port,
  "127.0.0.1",
  () => process.send?.("ready"),
);
