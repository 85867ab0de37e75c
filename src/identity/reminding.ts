import { eligibilityOf, isEligible, type Principal } from "../core/eligibility.ts";
import type { Address, Interrupt } from "../core/interrupt.ts";
import type { ToRemind } from "../core/ports.ts";
import type { Roster } from "./roster.ts";

/** Whom a reminder names: who is asked and has not decided. */

/** Most people whom one reminder names. */
const MOST_NAMED = 10;

export interface RemindingOptions {
  readonly roster: Roster;
}

const NOBODY = { users: [] } as const;

export function createToRemind(options: RemindingOptions): ToRemind {
  return async (interrupt, address, direct) =>
    address.user === undefined
      ? inChannel(options, interrupt, address, direct)
      : directly(options, interrupt, address, direct);
}

/** Nobody where anybody may decide: a channel is told of that, and no one of it in particular. */
async function inChannel(
  { roster }: RemindingOptions,
  interrupt: Interrupt,
  address: Address,
  direct: readonly string[],
) {
  const { tenant, payload } = interrupt;
  if (eligibilityOf(payload)[0]?.type === "open") return NOBODY;
  const { platform, workspace } = address;
  const reached = new Set(direct.map((user) => accountOf({ ...address, user })));
  const users = roster
    .principalsOf(tenant)
    .filter((each) => !hasDecided(interrupt, each))
    .filter(({ id }) => !roster.accountsOf(id).some((account) => reached.has(account)))
    .filter((each) => isEligible(each, payload))
    .flatMap(({ id }) => roster.memberOf(id, platform, workspace) ?? []);
  return { users: users.slice(0, MOST_NAMED) };
}

/** Whose direct messages these are, unless that person has decided, may not, or has them in another account, too. */
async function directly(
  { roster }: RemindingOptions,
  interrupt: Interrupt,
  address: Address,
  direct: readonly string[],
) {
  const { tenant, payload } = interrupt;
  const { platform, workspace, user = "" } = address;
  const account = accountOf(address);
  const owner = roster.identify({ account, tenant, platform, workspace });
  if (owner === undefined || hasDecided(interrupt, owner)) return undefined;
  const own = roster.accountsOf(owner.id);
  const first = direct.find((each) => own.includes(accountOf({ ...address, user: each })));
  if (first !== user || !isEligible(owner, payload)) return undefined;
  return { users: [user] };
}

function hasDecided({ votes }: Interrupt, { id }: Principal): boolean {
  return votes.some(({ by }) => by !== "bearer" && by.id === id);
}

function accountOf({ platform, workspace, user = "" }: Address): string {
  return platform === "slack" ? `slack:${workspace}/${user}` : `discord:${user}`;
}
