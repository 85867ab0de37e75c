import { digestOfSecret, formatApiKey, mintApiKey } from "../../src/identity/api-key.ts";
import { parseRoster, type Roster } from "../../src/identity/roster.ts";
import type { Store } from "../../src/redis/redis.ts";

/** Who takes part in a case, and what they hold. */
export interface People {
  readonly names: readonly string[];
  readonly tenants: readonly string[];
  /** Members of each group and holders of each role. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** Scopes of the credential; who is not named has those of the roster. */
  readonly scopesOf: Readonly<Record<string, readonly string[]>>;
  readonly overriding: readonly string[];
}

/** The roster in which everybody belongs to every tenant. */
export function rosterOf({ names, tenants, groups, roles, overriding }: People): Roster {
  const heldBy = (references: Readonly<Record<string, readonly string[]>>, name: string) =>
    Object.keys(references).filter((reference) => references[reference]?.includes(name));
  const file = {
    principals: names.map((name) => ({
      id: name,
      name,
      tenants,
      accounts: [],
      groups: heldBy(groups, name),
      roles: heldBy(roles, name),
      override: overriding.includes(name),
    })),
    tenants: tenants.map((id) => ({ id })),
  };
  const parsed = parseRoster(JSON.stringify(file));
  if (!parsed.ok) throw new Error(`the roster of the case: ${parsed.problems.join("; ")}`);
  return parsed.roster;
}

/** Gives out API keys, one to each principal and tenant, as `parley keys` would. */
export function createCredentials(store: Pick<Store, "apiKeys">, scopesOf: People["scopesOf"]) {
  const minted = new Map<string, string>();
  return async (principal: string, tenant: string): Promise<string> => {
    const name = JSON.stringify([principal, tenant]);
    const known = minted.get(name);
    if (known !== undefined) return known;
    const key = mintApiKey();
    const text = formatApiKey(key);
    minted.set(name, text);
    await store.apiKeys.create({
      id: key.id,
      digest: digestOfSecret(key.secret),
      tenant,
      principal,
      scopes: scopesOf[principal],
    });
    return text;
  };
}
