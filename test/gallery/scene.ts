import type { Interrupt } from "../../src/core/interrupt.ts";
import type { Form } from "../../src/presentation/form.ts";
import type { FieldProblem } from "../../src/presentation/form-filling.ts";
import type { Listing } from "../../src/presentation/listing.ts";
import type { FormPurpose } from "../../src/presentation/form.ts";
import type { Reminder } from "../../src/presentation/reminder.ts";
import type { ThreadLine } from "../../src/presentation/thread-lines.ts";
import type { Words } from "../../src/presentation/words.ts";

/** One thing that somebody sees, on either platform. */
export type Exhibit =
  | { readonly type: "card"; readonly interrupt: Interrupt }
  /** A card without what decides, as a line of a list opens it. */
  | { readonly type: "read-only"; readonly interrupt: Interrupt; readonly link?: string }
  | { readonly type: "note"; readonly words: Words; readonly offer?: string }
  | { readonly type: "line"; readonly line: ThreadLine }
  | { readonly type: "reminder"; readonly reminder: Reminder }
  | { readonly type: "listing"; readonly listing: Listing | Words; readonly home?: boolean }
  | {
      readonly type: "form";
      readonly form: Form;
      readonly purpose: FormPurpose["type"];
      readonly problems?: readonly FieldProblem[];
      /** From 1, where Discord needs several. */
      readonly page?: number;
    }
  | { readonly type: "whole"; readonly interrupt: Interrupt; readonly page?: number };

/** What is looked at together: one page of pictures. */
export interface Scene {
  readonly name: string;
  readonly exhibits: readonly (Exhibit & { readonly label: string })[];
}
