import type { Interrupt, PlatformName } from "../../src/core/interrupt.ts";
import type { Form, FormValues } from "../../src/presentation/form.ts";
import type { FieldProblem } from "../../src/presentation/form-filling.ts";
import type { Listing } from "../../src/presentation/listing.ts";
import type { FormPurpose } from "../../src/presentation/form.ts";
import type { Reminder } from "../../src/presentation/reminder.ts";
import type { ThreadLine } from "../../src/presentation/thread-lines.ts";
import type { Words } from "../../src/presentation/words.ts";

/** One thing that somebody sees, on either platform or on one of them. */
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
      /** What was filled in where something is wrong. */
      readonly typed?: FormValues;
      /** From 1, where Discord needs several. */
      readonly page?: number;
    }
  | {
      readonly type: "whole";
      readonly interrupt: Interrupt;
      readonly page?: number;
      /** Above a page of Slack's, once the files were asked for. */
      readonly words?: Words;
      readonly offersFiles?: boolean;
    }
  /** The files that Slack sends on top of that. */
  | { readonly type: "files"; readonly interrupt: Interrupt }
  /** Words in a view of Slack's, where something is opened or was to be. */
  | { readonly type: "view"; readonly title: string; readonly words: Words };

/** What is shown under its name; `only` where the other platform has nothing of the kind. */
export type Shown = Exhibit & { readonly label: string; readonly only?: PlatformName };

/** What is looked at together: one page of pictures. */
export interface Scene {
  readonly name: string;
  readonly exhibits: readonly Shown[];
}
