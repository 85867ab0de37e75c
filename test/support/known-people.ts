import { createPeople, type People } from "../../src/identity/people.ts";
import type { Roster } from "../../src/identity/roster.ts";

/** Who people are where no platform keeps a group: everybody on Slack is a full member there. */
export function knownPeople(roster: Roster): People {
  return createPeople({
    roster,
    directory: { membersOf: () => Promise.resolve(undefined) },
    slackPerson: () => Promise.resolve({ fullMember: true }),
    clock: Date.now,
  });
}
