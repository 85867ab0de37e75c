import { type EligibilityReference, formatEligibility } from "../core/eligibility.ts";

/** A group or role that a platform keeps, and where. */
export interface Provider {
  readonly reference: EligibilityReference;
  readonly platform: "slack" | "discord";
  /** Slack team or Discord guild. */
  readonly workspace: string;
  /** Slack user group or Discord role. */
  readonly id: string;
}

/** The providers of a section of the roster that are platforms, by {@link formatEligibility}. */
export function providersIn(
  type: "group" | "role",
  section: Readonly<Record<string, string | readonly string[]>>,
): readonly (readonly [string, Provider])[] {
  return Object.entries(section).flatMap(([name, place]) => {
    if (typeof place !== "string") return [];
    const [, platform, workspace = "", id = ""] =
      /^(slack|discord):([^/]+)\/(.+)$/.exec(place) ?? [];
    if (platform !== "slack" && platform !== "discord") return [];
    const reference = { type, name } as const;
    return [[formatEligibility(reference), { reference, platform, workspace, id }] as const];
  });
}
