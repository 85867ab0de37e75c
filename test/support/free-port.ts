import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to whoever asks for any (32768 and up on Linux, 49152 and up on macOS): until
 * this one is listened on, no connection and no server of another test is given it.
 */
const FROM = 12_000;
const BELOW = 32_768;

/** A port that nobody listens on now, and that nobody gets who does not ask for this very one. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = randomInt(FROM, BELOW);
    if (await isFree(port)) return port;
  }
  throw new Error("No port to listen on.");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
