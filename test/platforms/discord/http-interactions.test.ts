import { createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";

import { ada, approvals, button, call, row, stage, type Stage } from "./harness.ts";
import { readBytes } from "./rest/request-body.ts";

let discord: Stage;
let endpoint: Server;

afterEach(async () => {
  await discord.close();
  endpoint.closeAllConnections();
  endpoint.close();
});

/** The DER header of an Ed25519 public key, to which the 32 bytes of the portal are appended. */
const header = Buffer.from("302a300506032b6570032100", "hex");

function signedBy(publicKey: string, text: string, signature: string): boolean {
  const der = Buffer.concat([header, Buffer.from(publicKey, "hex")]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "hex"));
}

/** An application with an endpoint; `careful` ones look at the signature. */
async function start(careful: boolean): Promise<void> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const text = (await readBytes(request)).toString("utf8");
    const timestamp = String(request.headers["x-signature-timestamp"]);
    const signature = String(request.headers["x-signature-ed25519"]);
    if (careful && !signedBy(discord.publicKey, timestamp + text, signature)) {
      response.writeHead(401).end();
      return;
    }
    const { type } = JSON.parse(text) as { type: number };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ type: type === 1 ? 1 : 6 }));
  };
  endpoint = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    endpoint.listen(0, "127.0.0.1", resolve);
  });
  const { port } = endpoint.address() as AddressInfo;
  discord = await stage({ delivery: { url: `http://127.0.0.1:${port}/interactions` } });
}

describe("an interactions endpoint", () => {
  it("gets signed requests and answers in its response", async () => {
    await start(true);
    const body = { content: "c", components: [row(button("accept"))] };
    const card = await call(discord, "POST", `/channels/${approvals}/messages`, body);
    const press = { place: approvals, message: String(card.body["id"]), action: "accept" };
    expect((await discord.people(ada).press(press)).ok).toBe(true);
  });

  it("passes the probe when it refuses a wrong signature", async () => {
    await start(true);
    expect(await discord.probeEndpoint()).toBe(true);
  });

  it("fails the probe when it takes any signature", async () => {
    await start(false);
    expect(await discord.probeEndpoint()).toBe(false);
  });
});
