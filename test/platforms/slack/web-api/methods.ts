import { appMethods } from "./app.ts";
import { chatMethods } from "./chat.ts";
import { conversationMethods } from "./conversations.ts";
import { fileMethods } from "./files.ts";
import type { Method } from "./method.ts";
import { userMethods } from "./users.ts";
import { viewMethods } from "./views.ts";

/** All this Slack can do; anything else is an unknown_method. */
export const METHODS: Readonly<Record<string, Method>> = {
  ...appMethods,
  ...chatMethods,
  ...viewMethods,
  ...conversationMethods,
  ...fileMethods,
  ...userMethods,
};
