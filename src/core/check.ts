/** One thing that `parley doctor` looks at. */
export type Check = Right | Wrong | Skipped;

interface Named {
  readonly name: string;
  /** What was found. */
  readonly detail: string;
}

/** Nothing has to be done, so there is nothing to say of what would have to be. */
interface Right extends Named {
  readonly ok: true;
  readonly mend?: undefined;
}

interface Wrong extends Named {
  readonly ok: false;
  /** What an operator does about it, where the detail does not say it. */
  readonly mend?: string | undefined;
}

/** It could not be looked at, because of something else that is wrong: nothing is known of it. */
interface Skipped extends Named {
  readonly ok: false;
  readonly skipped: true;
  readonly mend?: undefined;
}

/** Something that was looked at, with what would have to be done were it wrong. */
export function checked(
  name: string,
  ok: boolean,
  { detail, mend }: { readonly detail: string; readonly mend: string },
): Check {
  return ok ? { name, ok, detail } : { name, ok, detail, mend };
}
