import type { Account } from "../core/account.ts";
import { parseAddress } from "../core/interrupt.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";
import type { Reference } from "../core/reference.ts";

/**
 * The workspace from which an interrupt was sent to somebody directly; undefined where it was not. Throws a
 * Fault.
 */
export async function directWorkspace(
  interrupts: Interrupts,
  { partition, ref }: Reference,
  account: Account,
): Promise<string | undefined> {
  const interrupt = await interrupts.load(partition, ref);
  const direct = interrupt?.destinations.map(parseAddress).find((address) => {
    if (address?.user === undefined || !account.startsWith(`${address.platform}:`)) return false;
    return account.endsWith(`:${address.user}`) || account.endsWith(`/${address.user}`);
  });
  return direct?.workspace;
}
