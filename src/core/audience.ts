import type { Payload } from "./payload.ts";

/** Whom to tell that something waits. Being told is not being eligible. */
export interface Audience {
  readonly subjects: readonly string[];
  readonly groups: readonly string[];
  readonly roles: readonly string[];
}

/**
 * The payload's own audience where it has one, which replaces everything else; else everybody whom it
 * names as eligible. Empty when it names nobody: then the channel is who is told.
 */
export function audienceOf(payload: Payload): Audience {
  if (payload.kind !== "approval") return { subjects: [], groups: [], roles: [] };
  const { audience, approversList, approverGroupRefs, approverRoleRefs } = payload.data;
  return audience === undefined
    ? {
        subjects: approversList ?? [],
        groups: approverGroupRefs ?? [],
        roles: approverRoleRefs ?? [],
      }
    : {
        subjects: audience.subjects ?? [],
        groups: audience.groups ?? [],
        roles: audience.roles ?? [],
      };
}
