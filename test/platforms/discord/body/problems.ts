import { ApiError } from "../api-error.ts";
import type { Json } from "../json.ts";

export type Path = readonly (string | number)[];

/** Collects what is wrong with a body and answers as Discord does: one 50035 with a tree of errors. */
export class Problems {
  readonly #tree: Json = {};
  #count = 0;

  add(path: Path, code: string, message: string): void {
    this.#count += 1;
    let node = this.#tree;
    for (const key of path) node = (node[String(key)] ??= {}) as Json;
    const list = (node["_errors"] ??= []) as Json[];
    list.push({ code, message });
  }

  get count(): number {
    return this.#count;
  }

  throwIfAny(): void {
    if (this.#count > 0) throw new ApiError(400, 50_035, "Invalid Form Body", this.#tree);
  }
}

export function refuseField(path: Path, code: string, message: string): never {
  const problems = new Problems();
  problems.add(path, code, message);
  problems.throwIfAny();
  throw new Error("unreachable: a problem was just added");
}
