/**
 * What a person fills in, decided once for every platform. A renderer draws these fields in their order
 * with whatever inputs it has and hands back {@link FormValues}; it never reads a payload or a schema.
 */
export interface Form {
  /** The act, at most 24 code points: `Edit and accept`. */
  readonly title: string;
  /** One quiet line above the fields: what is asked about. At most 120 code points. */
  readonly intro?: string;
  /** One or more; the one that matters first, what may be left out after it. */
  readonly fields: readonly FormField[];
  /** Says the act again, at most 24 code points. */
  readonly submit: string;
  /** One quiet line: what closing does. */
  readonly note: string;
}

/** A field. Every text in it but `initial` is clean, and to be shown as text. */
export type FormField = FieldTexts & FieldInput;

export interface FieldTexts {
  /** `f0`, `f1` …: by position, so that nothing from outside is in it. */
  readonly id: string;
  /** One line, 1 to 45 code points. */
  readonly label: string;
  /** One line, at most 100 code points: what is meant, and how to write it. */
  readonly hint?: string;
  /** Everything that is asked, in several lines, where label and hint had to cut it; at most 2000 code points. */
  readonly whole?: string;
  /** Left empty, the form is not taken. */
  readonly required: boolean;
}

/** `initial` is exact, never cleaned, and may be longer than one input holds: see pieces.ts. */
export type FieldInput =
  | TextInput
  | NumberInput
  | {
      readonly type: "email" | "url" | "date" | "time" | "json";
      readonly initial?: string;
    }
  | ChoiceInput
  | ChoicesInput
  /** Yes or no: a choice of the two options `true` and `false`. */
  | {
      readonly type: "boolean";
      readonly options: readonly FormOption[];
      readonly initial?: string;
    };

/** `text` is one line, `long-text` several. Lengths are in code points. */
export interface TextInput {
  readonly type: "text" | "long-text";
  readonly initial?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A number as text: `12`, `-3.5`, `1e6`. */
export interface NumberInput {
  readonly type: "integer" | "number";
  readonly initial?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** One of 1 to 100 options. */
export interface ChoiceInput {
  readonly type: "choice";
  readonly options: readonly FormOption[];
  /** The value of an option. */
  readonly initial?: string;
}

/** Any of 1 to 100 options. */
export interface ChoicesInput {
  readonly type: "choices";
  readonly options: readonly FormOption[];
  readonly initial?: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface FormOption {
  /** Comes back when it is chosen: short ASCII, one of its kind in its field. */
  readonly value: string;
  /** One line, 1 to 75 code points. */
  readonly label: string;
  /** One line, at most 75 code points. */
  readonly description?: string;
}

/**
 * What a platform hands back, by field id: the text, the chosen option's value, or the chosen options'
 * values. `""` and `[]` say that a field was left or made empty. A field that is absent (or undefined)
 * was not shown: where a stored value is edited it keeps that value, elsewhere it counts as empty. So a
 * platform that reports an emptied input as null has to write `""`.
 */
export type FormValues = Readonly<Record<string, Given | undefined>>;
export type Given = string | readonly string[];

/** What a form is for: the action it gives, `override` being an acceptance that needs a reason. */
export interface FormPurpose {
  readonly type: "accept" | "override" | "reject" | "refine" | "edit-accept" | "ask" | "answer";
}
