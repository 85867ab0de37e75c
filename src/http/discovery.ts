import type { InterruptFacet } from "../core/capability.ts";
import type { Json } from "../core/json.ts";

const INTERRUPT = {
  status: "stable",
  since: "2.0",
  witness: "witnessable-gated",
  tokenAlgs: ["hs256"],
  refKinds: ["principal", "group", "role"],
  callbackDelivery: false,
} as const satisfies Readonly<InterruptFacet>;

/**
 * What this host can do, at `/.well-known/openwop` (interrupt specification, capabilities). Presence is the
 * claim: a member that is not there is not supported.
 */
export function capabilities(): Json {
  return {
    interrupt: INTERRUPT,
    conversationPrimitive: { status: "stable", since: "2.0", witness: "witnessable-gated" },
  };
}
