import type { Limit } from "./field.ts";

const message = "Discord docs, resources/message";
const components = "Discord docs, components/reference";
const commands = "Discord docs, interactions/application-commands";
const channel = "Discord docs, resources/channel";

const upTo = (max: number, source: string): Limit => ({ min: 0, max, source });
const between = (min: number, max: number, source: string): Limit => ({ min, max, source });

/** Every number the server enforces on bodies. Lengths are code points (discord-api-docs#1315). */
export const limits = {
  // The published OpenAPI schema says 4000 here; that is what paying people may type, not bots.
  content: upTo(2000, message),
  nonce: upTo(25, message),
  embeds: upTo(10, message),
  embedsTogether: upTo(6000, `${message}: embed limits, over all embeds of a message`),
  embedTitle: upTo(256, `${message}: embed limits`),
  embedDescription: upTo(4096, `${message}: embed limits`),
  embedFields: upTo(25, `${message}: embed limits`),
  embedFieldName: between(1, 256, `${message}: embed limits`),
  embedFieldValue: between(1, 1024, `${message}: embed limits`),
  embedFooter: between(1, 2048, `${message}: embed limits`),
  embedAuthor: between(1, 256, `${message}: embed limits`),
  embedUrl: upTo(2048, message),
  color: upTo(0xffffff, message),
  mentionedUsers: upTo(100, `${message}: allowed mentions`),
  mentionedRoles: upTo(100, `${message}: allowed mentions`),
  stickers: upTo(3, message),
  files: upTo(10, "Discord docs, reference: uploading files"),
  fileBytes: upTo(10 * 1024 * 1024, "Discord docs, reference: uploading files, default limit"),
  requestBytes: upTo(25 * 1024 * 1024, "Discord docs, reference: uploading files"),
  fileName: between(1, 1024, message),
  fileDescription: upTo(1024, message),

  rows: upTo(5, `${components}: legacy messages`),
  rowChildren: between(1, 5, `${components}: action row`),
  customId: between(1, 100, `${components}: custom id`),
  componentId: upTo(0x7fffffff, `${components}: component id, 32 bit`),
  buttonLabel: upTo(80, `${components}: button`),
  buttonUrl: between(1, 512, `${components}: button`),
  placeholder: upTo(150, `${components}: string select`),
  selectOptions: between(1, 25, `${components}: string select`),
  selectMin: between(0, 25, `${components}: string select`),
  selectMax: between(1, 25, `${components}: string select`),
  optionText: between(1, 100, `${components}: select option`),
  optionDescription: upTo(100, `${components}: select option`),

  v2Components: upTo(40, `${components}: nested ones count`),
  v2Text: upTo(4000, "discord-api-docs#8562, all text displays of a message together"),
  textDisplay: between(1, 4000, "Discord's OpenAPI description, text display"),
  sectionTexts: between(1, 3, `${components}: section`),
  galleryItems: between(1, 10, `${components}: media gallery`),
  containerChildren: between(1, 40, `${components}: container`),
  separatorSpacing: between(1, 2, `${components}: separator`),
  mediaUrl: between(1, 2048, `${components}: unfurled media item`),

  modalTitle: between(1, 45, "Discord docs, interactions/receiving-and-responding: modal"),
  // The published OpenAPI schema allows 40; the documentation, and Discord, five.
  modalComponents: between(1, 5, "Discord docs, interactions/receiving-and-responding: modal"),
  label: between(1, 45, `${components}: label`),
  labelDescription: between(1, 100, `${components}: label`),
  inputMin: between(0, 4000, `${components}: text input`),
  inputMax: between(1, 4000, `${components}: text input`),
  inputValue: upTo(4000, `${components}: text input`),
  inputPlaceholder: upTo(100, `${components}: text input`),
  modalRow: between(1, 1, `${components}: text input in an action row, the old form`),
  uploadMin: between(0, 10, `${components}: file upload`),
  uploadMax: between(1, 10, `${components}: file upload`),
  fileTypes: upTo(10, `${components}: file upload`),
  radioOptions: between(2, 10, `${components}: radio group`),
  checkboxes: between(1, 10, `${components}: checkbox group`),

  autocompleteChoices: upTo(25, "Discord docs, interactions/receiving-and-responding"),
  choiceText: between(1, 100, commands),
  commandDescription: between(1, 100, commands),
  commandOptions: upTo(25, commands),
  commandChoices: upTo(25, commands),
  commandTogether: upTo(8000, `${commands}: names, descriptions and values together`),
  commandsInScope: upTo(100, `${commands}: chat input commands of one scope`),

  threadName: between(1, 100, `${channel}: start thread`),
  slowmode: upTo(21_600, channel),
  threadMembers: upTo(1000, `${channel}: thread members`),
} as const satisfies Record<string, Limit>;

/** Minutes; Discord docs, resources/channel: thread metadata. */
export const autoArchiveMinutes = [60, 1440, 4320, 10_080] as const;

/** Discord docs, interactions/application-commands: naming; lower case is checked beside it. */
export const commandName = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
