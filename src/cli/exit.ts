/** Exit codes of every command. */
export const EXIT = {
  /** Done as said. */
  done: 0,
  /** Refused or failed. */
  failed: 1,
  /** The command line was not understood. */
  notUnderstood: 2,
} as const;
