/** One thing that `parley doctor` looked at. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** What was found. */
  readonly detail: string;
  /** What an operator does about it; absent when nothing has to be done. */
  readonly mend?: string | undefined;
}
