import { Field } from "./field.ts";
import { autoArchiveMinutes, limits } from "./limits.ts";
import { Problems } from "./problems.ts";

export interface ThreadBody {
  readonly name?: string;
  readonly auto_archive_duration?: number | null;
  readonly rate_limit_per_user?: number | null;
  readonly type?: 10 | 11 | 12 | null;
  readonly invitable?: boolean;
  readonly archived?: boolean;
  readonly locked?: boolean;
  readonly topic?: string | null;
}

export function readThread(value: unknown, how: { nameRequired: boolean }): ThreadBody {
  const problems = new Problems();
  const body = new Field(value, [], problems);
  if (!body.object()) body.required();
  const name = body.at("name");
  if (how.nameRequired) name.required();
  name.text(limits.threadName);
  body.at("auto_archive_duration").oneOf(autoArchiveMinutes);
  body.at("rate_limit_per_user").integer(limits.slowmode);
  body.at("type").oneOf([10, 11, 12]);
  for (const key of ["archived", "locked", "invitable"]) body.at(key).boolean();
  problems.throwIfAny();
  return body.value as ThreadBody;
}
