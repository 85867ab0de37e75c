import type { Words } from "../../src/presentation/words.ts";

/** What is said about everything of a request as files, in somebody's direct messages. */

/** On the button: one file, or several. */
export function sendLabel(files: number): string {
  return files === 1 ? "Send me the file" : "Send me the files";
}

/** Stands above the files. */
export function filesAbove(title: string): Words {
  return [`Everything of “${title}”, exactly as it was sent:`];
}

export const FILES_COMING: Words = ["On the way to your direct messages with this app."];

export const FILES_SENT: Words = ["Sent to your direct messages with this app."];

/** It may have arrived all the same. */
export const FILES_NOT_CONFIRMED: Words = [
  "It is not certain that this arrived in your direct messages with this app. Look there, and press again if it did not.",
];

export const FILES_NOT_TAKEN: Words = [
  "Slack did not take this as files. These pages hold everything.",
];
