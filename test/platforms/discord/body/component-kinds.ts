/** Component type numbers (Discord docs, components/reference). */
export const kind = {
  row: 1,
  button: 2,
  stringSelect: 3,
  textInput: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  textDisplay: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
  fileUpload: 19,
  radioGroup: 21,
  checkboxGroup: 22,
  checkbox: 23,
} as const;

export const selects: readonly unknown[] = [
  kind.stringSelect,
  kind.userSelect,
  kind.roleSelect,
  kind.mentionableSelect,
  kind.channelSelect,
];
