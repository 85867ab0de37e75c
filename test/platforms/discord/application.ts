import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

import type { Snowflakes } from "./snowflake.ts";

/** The bot's identity. Made up at every start unless given, so no secret is ever written down. */
export interface Application {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  /** 32 bytes in hex, as the developer portal shows it. */
  readonly publicKey: string;
  sign(text: string): string;
  /** Which privileged things the portal switched on. */
  readonly messageContentEnabled: boolean;
  readonly membersEnabled: boolean;
  /** Interactions Endpoint URL, where one is set. */
  readonly endpoint?: string | undefined;
}

export interface ApplicationOptions {
  readonly id?: string;
  readonly name?: string;
  readonly token?: string;
  readonly endpoint?: string;
  readonly keys?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

export function makeApplication(
  options: ApplicationOptions,
  switchedOn: Pick<Application, "messageContentEnabled" | "membersEnabled">,
  snowflakes: Snowflakes,
): Application {
  const keys = options.keys ?? generateKeyPairSync("ed25519");
  const id = options.id ?? snowflakes.next();
  return {
    id,
    name: options.name ?? "parley",
    token: options.token ?? makeToken(id),
    publicKey: keys.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex"),
    sign: (text) => sign(null, Buffer.from(text), keys.privateKey).toString("hex"),
    ...switchedOn,
    endpoint: options.endpoint,
  };
}

/** Three parts like the real one: clients read the application id out of the first. */
function makeToken(id: string): string {
  const part = (bytes: number) => randomBytes(bytes).toString("base64url");
  return `${Buffer.from(id).toString("base64url")}.${part(4)}.${part(27)}`;
}

/** Discord docs, resources/application: flags. Limited and unlimited are the same to a bot. */
export function applicationFlags(application: Application): number {
  const membersLimited = 1 << 15;
  const messageContentLimited = 1 << 19;
  return (
    (application.membersEnabled ? membersLimited : 0) |
    (application.messageContentEnabled ? messageContentLimited : 0)
  );
}
