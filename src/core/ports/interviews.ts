import type { Interview } from "../interview.ts";
import type { CopyName } from "./copies.ts";

/** What is answered one question after the other in the threads of copies. */
export interface Interviews {
  load(name: CopyName): Promise<Interview | undefined>;
  /** Makes the copy due as well. False when somebody else has changed it since `previous`, or the record is gone. */
  save(name: CopyName, next: Interview, previous: Interview | undefined): Promise<boolean>;
}
