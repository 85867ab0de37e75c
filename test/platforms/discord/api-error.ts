import type { Json } from "./json.ts";

/** A refusal in Discord's shape: HTTP status, Discord's own code, words, and a tree of field errors. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: Json | undefined;
  readonly extra: Json;

  constructor(status: number, code: number, message: string, errors?: Json, extra: Json = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.extra = extra;
  }

  body(): Json {
    const body: Json = { message: this.message, code: this.code, ...this.extra };
    return this.errors === undefined ? body : { ...body, errors: this.errors };
  }
}

const refusal = (status: number, code: number, message: string) => () =>
  new ApiError(status, code, message);

/** Codes and words: Discord docs, topics/opcodes-and-status-codes, JSON error codes. */
export const refusals = {
  notFound: refusal(404, 0, "404: Not Found"),
  methodNotAllowed: refusal(405, 0, "405: Method Not Allowed"),
  unauthorized: refusal(401, 0, "401: Unauthorized"),
  internal: refusal(500, 0, "500: Internal Server Error"),
  unknownApplication: refusal(404, 10_002, "Unknown Application"),
  unknownChannel: refusal(404, 10_003, "Unknown Channel"),
  unknownGuild: refusal(404, 10_004, "Unknown Guild"),
  unknownMember: refusal(404, 10_007, "Unknown Member"),
  unknownMessage: refusal(404, 10_008, "Unknown Message"),
  unknownUser: refusal(404, 10_013, "Unknown User"),
  unknownWebhook: refusal(404, 10_015, "Unknown Webhook"),
  unknownInteraction: refusal(404, 10_062, "Unknown interaction"),
  unknownCommand: refusal(404, 10_063, "Unknown application command"),
  tooManyCommands: refusal(400, 30_032, "Maximum number of application commands reached (100)"),
  tooManyThreadMembers: refusal(
    400,
    30_033,
    "Maximum number of thread participants has been reached (1000)",
  ),
  requestTooLarge: refusal(413, 40_005, "Request entity too large"),
  alreadyAcknowledged: refusal(400, 40_060, "Interaction has already been acknowledged."),
  missingAccess: refusal(403, 50_001, "Missing Access"),
  notOwnMessage: refusal(403, 50_005, "Cannot edit a message authored by another user"),
  emptyMessage: refusal(400, 50_006, "Cannot send an empty message"),
  cannotDm: refusal(403, 50_007, "Cannot send messages to this user"),
  missingPermissions: refusal(403, 50_013, "Missing Permissions"),
  wrongChannelType: refusal(400, 50_024, "Cannot execute action on this channel type"),
  invalidWebhookToken: refusal(401, 50_027, "Invalid Webhook Token"),
  threadArchived: refusal(400, 50_083, "Thread is archived"),
  invalidJson: refusal(400, 50_109, "The request body contains invalid JSON."),
  noHistory: refusal(400, 160_002, "Cannot reply without permission to read message history"),
  threadExists: refusal(400, 160_004, "A thread has already been created for this message"),
  threadLocked: refusal(400, 160_005, "Thread is locked"),
} as const;
