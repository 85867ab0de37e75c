/** The replicas that share the shards of one application. */
export interface Crews {
  /** Says that this replica is there for as long as `forMs`, and hears how things stand. */
  beat(crew: string, forMs: number): Promise<Crew>;
  /** Resolves with how many are there without this one. */
  leave(crew: string): Promise<number>;
  /**
   * The number of shards for all: the highest that anybody said within `keepMs`. It never falls while
   * somebody is there, so that replicas that were told different numbers end with the same.
   */
  agree(crew: string, shards: number, keepMs: number): Promise<number>;
}

export interface Crew {
  /** This one is among them. */
  readonly replicas: number;
  /** What was agreed on; undefined where nothing is. */
  readonly shards: number | undefined;
}
