import type { Json } from "../json.ts";

/** What an engine said of an interrupt in whatever order: kept until it can be of use, never believed over the record. */
export interface Hints {
  /** Keeps the id an engine gave to an interrupt, which may not have been opened yet. */
  name(runId: string, ref: string, interruptId: string): Promise<void>;
  /** The id kept by {@link name}. */
  nameOf(runId: string, ref: string): Promise<string | undefined>;
  /** The interrupt that {@link name} gave this id to. */
  refNamed(runId: string, interruptId: string): Promise<string | undefined>;
  /** Keeps a resolution that came before anything of this id was open. */
  resolve(runId: string, interruptId: string, resolution: EarlyResolution): Promise<void>;
  /** The resolution kept by {@link resolve}. */
  resolutionOf(runId: string, interruptId: string): Promise<EarlyResolution | undefined>;
}

export interface EarlyResolution {
  readonly resumeValue: Json;
  readonly at: number;
}
