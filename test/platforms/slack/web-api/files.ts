import type { StoredFile } from "../files.ts";
import { isObject, type JsonObject, textOf } from "../json.ts";
import { post } from "../posting.ts";
import { existingThread, writableChannel } from "./chat.ts";
import { argument, type Call, type Method } from "./method.ts";
import { Refusal } from "./refusal.ts";

const scope = () => "files:write";

/** docs.slack.dev/methods/files.getUploadURLExternal: both are required; a file has at least one byte. */
function getUploadUrl(call: Call): JsonObject {
  const name = argument(call, "filename");
  const size = Number(argument(call, "length"));
  if (name === "" || !Number.isInteger(size) || size < 1) throw new Refusal("invalid_arguments");
  const { file, path } = call.core.files.announce(name, size);
  return { upload_url: call.core.origin() + path, file_id: file.id };
}

/** docs.slack.dev/methods/files.completeUploadExternal: a conversation's id; the id of a person is none. */
function completeUpload(call: Call): JsonObject {
  const files = uploadedFiles(call);
  const id = argument(call, "channel_id");
  const channel = id === "" ? undefined : writableChannel(call, id);
  const threadTs = channel === undefined ? "" : existingThread(call, channel);
  for (const file of files) file.isShared = true;
  if (channel !== undefined) {
    call.core.files.later(() =>
      post(call.core, {
        channel,
        user: call.core.workspace.bot.userId,
        text: argument(call, "initial_comment"),
        files,
        ...(threadTs === "" ? {} : { threadTs }),
      }),
    );
  }
  return { files: files.map(({ id: file, title }) => ({ id: file, title })) };
}

/** What is to be ended: announced, uploaded, and not ended before. */
function uploadedFiles(call: Call): StoredFile[] {
  const named = listOf(call.args["files"]);
  if (named.length === 0) throw new Refusal("invalid_arguments");
  return named.map(({ id, title }) => {
    const file = call.core.files.find(textOf(id));
    if (file?.bytes === undefined || file.isShared) throw new Refusal("file_not_found");
    if (textOf(title) !== "") file.title = textOf(title);
    return file;
  });
}

function listOf(given: unknown): JsonObject[] {
  try {
    const list: unknown = typeof given === "string" ? JSON.parse(given) : given;
    return Array.isArray(list) ? list.filter(isObject) : [];
  } catch {
    return [];
  }
}

export const fileMethods: Record<string, Method> = {
  "files.getUploadURLExternal": { token: "bot", tier: "tier4", scope, run: getUploadUrl },
  "files.completeUploadExternal": { token: "bot", tier: "tier4", scope, run: completeUpload },
};
