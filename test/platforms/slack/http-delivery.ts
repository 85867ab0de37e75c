import { createHmac } from "node:crypto";
import { request, type IncomingMessage } from "node:http";
import type { Clock } from "./clock.ts";
import { ACK_WITHIN_MS, type Courier, type Parcel, type Receipt } from "./delivery.ts";
import { textOf, type JsonObject } from "./json.ts";

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** The bytes of a POST: what is inside, and how it says so. Bolt takes no charset behind the type. */
function postOf({ kind, payload }: Parcel): { contentType: string; body: string } {
  if (kind === "events_api")
    return { contentType: "application/json", body: JSON.stringify(payload) };
  const fields =
    kind === "interactive"
      ? { payload: JSON.stringify(payload) }
      : Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, textOf(value)]));
  return { contentType: "application/x-www-form-urlencoded", body: form(fields) };
}

/** docs.slack.dev/authentication/verifying-requests-from-slack */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex")}`;
}

export class HttpDelivery implements Courier {
  readonly #url: string;
  readonly #secret: string;
  readonly #clock: Clock;
  readonly #open = new Set<() => void>();

  constructor(url: string, signingSecret: string, clock: Clock) {
    this.#url = url;
    this.#secret = signingSecret;
    this.#clock = clock;
  }

  deliver(parcel: Parcel, breakAfterSending: boolean): Promise<Receipt> {
    const { contentType, body } = postOf(parcel);
    const timestamp = String(Math.floor(this.#clock.now() / 1_000));
    const headers = {
      "content-type": contentType,
      "content-length": Buffer.byteLength(body),
      "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
      accept: "application/json,*/*",
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": signatureOf(this.#secret, timestamp, body),
      ...(parcel.retry
        ? {
            "x-slack-retry-num": String(parcel.retry.attempt),
            "x-slack-retry-reason": parcel.retry.reason,
          }
        : {}),
    };
    return this.#post(headers, body, breakAfterSending);
  }

  #post(headers: JsonObject, body: string, breakAfterSending: boolean): Promise<Receipt> {
    return new Promise((resolve) => {
      const post = request(this.#url, {
        method: "POST",
        agent: false,
        headers: headers as Record<string, string>,
      });
      const settle = (receipt: Receipt) => {
        cancel();
        this.#open.delete(giveUp);
        resolve(receipt);
      };
      const giveUp = () => {
        settle({ outcome: "unreachable" });
        post.destroy();
      };
      const cancel = this.#clock.setTimer(ACK_WITHIN_MS, () => {
        settle({ outcome: "late" });
        post.destroy();
      });
      this.#open.add(giveUp);
      post.on("error", () => {
        if (!breakAfterSending) settle({ outcome: "unreachable" });
      });
      post.on("response", (response) => {
        void receiptOf(response).then(settle);
      });
      post.end(body, () => {
        if (breakAfterSending) post.destroy();
      });
    });
  }

  close(): void {
    for (const end of this.#open) end();
  }
}

async function receiptOf(response: IncomingMessage): Promise<Receipt> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk as Uint8Array));
  const text = Buffer.concat(chunks).toString();
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) return { outcome: "refused", status };
  if (text === "") return { outcome: "acknowledged", body: undefined };
  const isJson = response.headers["content-type"]?.includes("json") ?? false;
  return { outcome: "acknowledged", body: isJson ? parsed(text) : text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
