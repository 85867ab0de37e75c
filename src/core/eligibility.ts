import type { Payload } from "./payload.ts";

/** A person once identified. */
export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  /** May release a gate alone, where the gate allows that. */
  readonly override: boolean;
  /** May decide what a run asks that this principal started. */
  readonly decidesOwnRuns: boolean;
  /** When groups and roles were read, where they do not come from the roster itself; milliseconds. */
  readonly readAt?: number | undefined;
}

/** The scope that lets a principal decide at all. */
export const RESPOND_SCOPE = "approvals:respond";

/** The scope that lets a principal see what waits for others. */
export const READ_SCOPE = "interrupts:read";

/** One declared way of being eligible. `open` stands for anybody who may respond. */
export type EligibilityReference =
  | { readonly type: "principal" | "group" | "role"; readonly name: string }
  | { readonly type: "open" };

/**
 * The references an interrupt declares: its list, groups and roles together, or `open` when it declares
 * none. Emptiness is judged on what is declared, never on who it resolves to, so a group that resolves
 * to nobody admits nobody.
 */
export function eligibilityOf(payload: Payload): readonly EligibilityReference[] {
  if (payload.kind !== "approval") return [{ type: "open" }];
  const { approversList = [], approverGroupRefs = [], approverRoleRefs = [] } = payload.data;
  const declared: EligibilityReference[] = [
    ...approversList.map((name) => ({ type: "principal" as const, name })),
    ...approverGroupRefs.map((name) => ({ type: "group" as const, name })),
    ...approverRoleRefs.map((name) => ({ type: "role" as const, name })),
  ];
  return declared.length === 0 ? [{ type: "open" }] : declared;
}

/** The references that a principal satisfies, in the form {@link eligibilityOf} declares them. */
export function referencesOf(principal: Principal): readonly EligibilityReference[] {
  return [
    { type: "principal", name: principal.id },
    ...principal.groups.map((name) => ({ type: "group" as const, name })),
    ...principal.roles.map((name) => ({ type: "role" as const, name })),
    { type: "open" },
  ];
}

/** May this principal decide this interrupt now? Names are compared exactly. */
export function isEligible(principal: Principal, payload: Payload): boolean {
  return principal.scopes.includes(RESPOND_SCOPE) && matchOf(principal, payload) !== undefined;
}

/** The first declared reference that this principal satisfies, scopes aside; undefined for an outsider. */
export function matchOf(principal: Principal, payload: Payload): EligibilityReference | undefined {
  const held = new Set(referencesOf(principal).map(formatEligibility));
  return eligibilityOf(payload).find((declared) => held.has(formatEligibility(declared)));
}

/**
 * Can whoever holds a bearer token that names nobody decide this? Only where nothing says who may, and
 * one voice is enough: a token without a name is nobody in a list, and could be two voices of one.
 */
export function isOpenToBearer(payload: Payload): boolean {
  if (payload.kind !== "approval") return true;
  const [only] = eligibilityOf(payload);
  return only?.type === "open" && (payload.data.requiredApprovals ?? 1) === 1;
}

/** A reference as one string, for sets and index keys: `group:finance`, or `open`. */
export function formatEligibility(reference: EligibilityReference): string {
  return reference.type === "open" ? "open" : `${reference.type}:${reference.name}`;
}
