import { z } from "zod";
import { problemsOf } from "./problems.ts";

/** The facet `interrupt` of a host's capabilities (interrupt specification, discovery). Other members are open. */
const interruptFacet = z.looseObject({
  /** How tokens are signed. */
  tokenAlgs: z.array(z.enum(["hs256"])).min(1),
  /** References to people that are resolved when somebody decides; those of other kinds are ignored. */
  refKinds: z.array(z.enum(["principal", "group", "role"])).optional(),
  /** Is an address of the run's told when a question ends? */
  callbackDelivery: z.boolean().optional(),
});

/** What a host says of the interrupts it surfaces. */
export type InterruptFacet = z.infer<typeof interruptFacet>;

/** What keeps a value from being an `interrupt` facet, of ours or of another host; empty if it is one. */
export function facetProblems(value: unknown): readonly string[] {
  const { error } = interruptFacet.safeParse(value);
  return error === undefined ? [] : problemsOf(error);
}
