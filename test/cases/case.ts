/** A fault that bots on a platform are known to have. The id is only a name. */
interface Fault {
  readonly id: string;
  /** What goes wrong, in one sentence. */
  readonly fault: string;
}

/** Where parley is proven free of it: `path of the file > title of the test, as it stands in the file`. */
interface Tested extends Fault {
  readonly tests: readonly [string, ...string[]];
  readonly cannot?: undefined;
}

/** Or why it cannot happen to parley: the decision or the code that rules it out. */
interface RuledOut extends Fault {
  readonly cannot: string;
  readonly tests?: undefined;
}

export type Case = Tested | RuledOut;
