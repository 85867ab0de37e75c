import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorCode, statusOf } from "../core/error-codes.ts";
import { errorEnvelope } from "../core/error-envelope.ts";
import { HEADERS } from "./answers.ts";

/**
 * Answers what cannot be read as HTTP at all, in the same envelope as everything else, and closes the
 * connection: where the next request would begin nobody knows. `answering` is the response that the
 * connection is in the middle of, if any; nothing may be written into one that has begun.
 */
export function answerMalformed(
  error: Error,
  socket: Duplex,
  answering: ServerResponse | undefined,
): void {
  const begun = answering?.headersSent === true && !answering.writableEnded;
  if (!socket.writable || begun) {
    socket.destroy();
    return;
  }
  socket.end(responseText(...faultOf(error)));
}

function faultOf(error: Error): readonly [code: ErrorCode, message: string] {
  switch ("code" in error ? error.code : undefined) {
    case "HPE_HEADER_OVERFLOW":
      return ["payload_too_large", "The path and the headers together are too large."];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return ["validation_error", "The request did not arrive whole in time. Send it again."];
    default:
      return ["validation_error", "The request is not valid HTTP."];
  }
}

function responseText(code: ErrorCode, message: string): string {
  const status = statusOf(code);
  const body = JSON.stringify(errorEnvelope(code, message));
  const headers = {
    ...HEADERS,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    body,
  ].join("\r\n");
}
