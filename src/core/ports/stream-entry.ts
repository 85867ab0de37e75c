/** An entry of a stream that this replica has taken. */
export interface StreamEntry {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  /** How often it has been delivered, this time included. */
  readonly deliveries: number;
}
