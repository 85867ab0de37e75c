/** The clock of the Redis server, as well as we know it, in milliseconds. */
export type Clock = () => number;

/** The time of the Redis server, asked now: milliseconds, and a place in the order of votes. */
export type ReadTime = () => Promise<{ readonly at: number; readonly place: string }>;
