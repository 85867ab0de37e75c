import { refusals } from "../api-error.ts";
import { isObject } from "../json.ts";
import { isSnowflake } from "../snowflake.ts";
import type { Path, Problems } from "./problems.ts";

/** How much of something is allowed. Every limit says where it comes from. */
export interface Limit {
  readonly min: number;
  readonly max: number;
  readonly source: string;
}

/** Discord counts code points, not UTF-16 units (discord-api-docs#1315). */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * One place in a request body, with its path, so that a rule reads as a sentence:
 * `body.at("title").text(limits.embedTitle)`. A wrong value is noted and reading goes on.
 */
export class Field {
  readonly value: unknown;
  readonly path: Path;
  readonly problems: Problems;

  constructor(value: unknown, path: Path, problems: Problems) {
    this.value = value;
    this.path = path;
    this.problems = problems;
  }

  get given(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  at(key: string | number): Field {
    const inner = isObject(this.value) ? this.value[String(key)] : undefined;
    return new Field(inner, [...this.path, key], this.problems);
  }

  refuse(code: string, message: string): void {
    this.problems.add(this.path, code, message);
  }

  required(): boolean {
    if (!this.given) this.refuse("BASE_TYPE_REQUIRED", "This field is required");
    return this.given;
  }

  object(): boolean {
    if (!this.given) return false;
    if (isObject(this.value)) return true;
    this.refuse("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
    return false;
  }

  text(limit: Limit, how: { trim?: boolean } = {}): string | undefined {
    if (!this.given) return undefined;
    if (typeof this.value !== "string") {
      this.refuse("STRING_TYPE_CONVERT", `Could not interpret "${typeof this.value}" as string.`);
      return undefined;
    }
    // Half of a surrogate pair is not UTF-8; Discord was reported to fail on it, not to refuse it.
    if (/\p{Surrogate}/u.test(this.value)) throw refusals.internal();
    const length = lengthOf(how.trim === true ? this.value.trim() : this.value);
    if (length < limit.min || length > limit.max) this.#badLength(limit, "");
    return this.value;
  }

  integer(limit: Limit): number | undefined {
    if (!this.given) return undefined;
    if (typeof this.value !== "number" || !Number.isInteger(this.value)) {
      this.refuse("NUMBER_TYPE_COERCE", `Value "${JSON.stringify(this.value)}" is not int.`);
      return undefined;
    }
    if (this.value > limit.max)
      this.refuse("NUMBER_TYPE_MAX", `int value should be less than or equal to ${limit.max}.`);
    if (this.value < limit.min)
      this.refuse("NUMBER_TYPE_MIN", `int value should be greater than or equal to ${limit.min}.`);
    return this.value;
  }

  boolean(): boolean | undefined {
    if (!this.given) return undefined;
    if (typeof this.value === "boolean") return this.value;
    this.refuse("BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
    return undefined;
  }

  oneOf(values: readonly (string | number)[]): void {
    if (this.given && !values.some((value) => value === this.value))
      this.refuse("BASE_TYPE_CHOICES", `Value must be one of (${values.join(", ")}).`);
  }

  snowflake(): void {
    if (this.given && !isSnowflake(this.value))
      this.refuse("NUMBER_TYPE_COERCE", `Value "${JSON.stringify(this.value)}" is not snowflake.`);
  }

  /** The members of a list; none when it is absent or not a list. */
  items(limit: Limit): Field[] {
    if (!this.given) return [];
    if (!Array.isArray(this.value)) {
      this.refuse("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
      return [];
    }
    if (this.value.length < limit.min || this.value.length > limit.max) this.#badLength(limit, "");
    return this.value.map((item, index) => new Field(item, [...this.path, index], this.problems));
  }

  #badLength(limit: Limit, suffix: string): void {
    const [code, words] =
      limit.min > 0
        ? ["BASE_TYPE_BAD_LENGTH", `Must be between ${limit.min} and ${limit.max} in length.`]
        : ["BASE_TYPE_MAX_LENGTH", `Must be ${limit.max} or fewer in length.`];
    this.refuse(code ?? "", `${words ?? ""}${suffix}`);
  }
}
