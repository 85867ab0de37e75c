import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { answerMalformed } from "../../../src/http/malformed.ts";

/** A socket of which only this matters here: what is written to it, and whether it is closed. */
async function answered(error: Error, answering?: Partial<ServerResponse>): Promise<string> {
  const socket = new PassThrough();
  answerMalformed(error, socket, answering as ServerResponse | undefined);
  expect(socket.destroyed || socket.writableEnded).toBe(true);
  return socket.destroyed ? "" : text(socket);
}

const failing = (code: string) => Object.assign(new Error("secret words"), { code });

describe("What is no HTTP", () => {
  it.each([
    ["HPE_INVALID_METHOD", 400, "validation_error"],
    ["HPE_HEADER_OVERFLOW", 413, "payload_too_large"],
    ["ERR_HTTP_REQUEST_TIMEOUT", 400, "validation_error"],
    ["HPE_SOMETHING_NEW", 400, "validation_error"],
  ])(
    "for %s is answered %i in the envelope, and the connection ends",
    async (code, status, error) => {
      const response = await answered(failing(code));
      const [head = "", body = ""] = response.split("\r\n\r\n");
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
      expect(head).toContain("\r\nConnection: close");
      expect(head).toContain("\r\nOpenWOP-Version: 2.1");
      expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}`);
      expect(JSON.parse(body)).toMatchObject({ error });
      expect(response).not.toContain("secret words");
    },
  );

  it("is not answered into the middle of another response", async () => {
    const begun = { headersSent: true, writableEnded: false };
    expect(await answered(failing("HPE_INVALID_METHOD"), begun)).toBe("");
  });

  it("is answered behind a response that is whole", async () => {
    const whole = { headersSent: true, writableEnded: true };
    expect(await answered(failing("HPE_INVALID_METHOD"), whole)).toContain("HTTP/1.1 400");
  });
});
