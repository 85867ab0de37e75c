/**
 * Slack's numbers, each with where it is written. Sources: "types" is the comments of @slack/types 3.2.0,
 * "python" the models of python-slack-sdk, "slackblocks" nicklambourne/slackblocks' table, a name with # an issue
 * on GitHub, a method its page on docs.slack.dev.
 */
export const LIMITS = {
  blocksInMessage: 50, // types, slackblocks
  blocksInView: 100, // types, slackblocks
  identifier: 255, // types: block_id, action_id, callback_id, external_id
  sectionText: 3_000, // types, python
  sectionFields: 10, // types
  sectionFieldText: 2_000, // types
  headerText: 150, // types, python
  actionsElements: 25, // types
  contextElements: 10, // types
  contextText: 3_000, // types: any text object
  contextActionsElements: 5, // types
  buttonText: 75, // types
  buttonValue: 2_000, // types
  url: 3_000, // types
  accessibilityLabel: 75, // types
  confirmTitle: 100, // types
  confirmText: 300, // types
  confirmButton: 30, // types
  optionText: 75, // types
  optionValue: 150, // bolt-python#838; types still says 75
  optionDescription: 75, // types
  selectOptions: 100, // types
  optionGroups: 100, // types
  optionGroupLabel: 75, // types
  checkboxOptions: 10, // types
  radioOptions: 10, // slackblocks
  overflowOptions: 5, // slackblocks
  placeholder: 150, // types
  inputLabel: 2_000, // types
  inputHint: 2_000, // types
  typedMinLength: 3_000, // types, slackblocks
  typedMaxLength: 3_000, // types, slackblocks
  maxFiles: 10, // types
  richTextLines: 100, // types
  imageAltText: 2_000, // types
  imageTitle: 2_000, // types
  markdownText: 12_000, // types; the docs count it over the whole payload
  tableRows: 100, // types
  tableColumns: 20, // types
  modalTitle: 24, // python, slackblocks
  modalButton: 24, // python, slackblocks
  privateMetadata: 3_000, // python
  viewBytes: 250_000, // docs.slack.dev/methods/views.open
  attachments: 100, // docs.slack.dev/methods/chat.postMessage
  /** Undocumented: the text of all blocks together. bolt-js#2509, bolt-js#2867 */
  messageBlocksText: 13_200,
  /** The same, seen to bite earlier as soon as there is rich_text. bolt-js#2867 */
  messageBlocksTextWithRichText: 11_340,
} as const;
