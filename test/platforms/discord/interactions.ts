import { randomBytes } from "node:crypto";

import { refusals } from "./api-error.ts";
import type { InteractionKind } from "./body/callback.ts";
import { flag } from "./body/message.ts";
import type { Place } from "./directory.ts";
import type { Interaction, Outcome } from "./interaction.ts";
import type { Json } from "./json.ts";
import type { InteractionTrace, StoredMessage } from "./messages.ts";
import type { World } from "./world.ts";

/** Both from Discord docs, interactions/receiving-and-responding. */
const firstAnswerWithinMs = 3000;
const tokenLivesMs = 15 * 60_000;

export interface Start {
  readonly kind: InteractionKind;
  readonly userId: string;
  readonly place: Place;
  readonly data: Json;
  readonly commandName?: string;
  readonly message?: StoredMessage;
}

/** Hands something a person did to the bot and starts its three seconds. */
export function startInteraction(
  world: World,
  start: Start,
): { interaction: Interaction; outcome: Promise<Outcome> } {
  let settle: (outcome: Outcome) => void = () => undefined;
  const outcome = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  const interaction: Interaction = {
    ...start,
    id: world.snowflakes.next(),
    token: randomBytes(96).toString("base64url"),
    createdAt: world.clock.now(),
    state: "open",
    settle,
  };
  world.interactions.add(interaction);
  if (start.message !== undefined) world.desks.dismissAbout(start.userId, start.message.id);
  world.clock.setTimer(firstAnswerWithinMs, () => giveUp(world, interaction));
  world.clock.setTimer(tokenLivesMs, () => dropUnfinished(world, interaction));
  if (!world.faults.takeDroppedInteraction()) world.deliverInteraction(interaction);
  return { interaction, outcome };
}

/** The words of Discord's own client. */
const failureWords: Record<InteractionKind, string> = {
  component: "This interaction failed",
  command: "The application did not respond",
  modal: "Something went wrong. Try again.",
  autocomplete: "Loading options failed",
};

function giveUp(world: World, interaction: Interaction): void {
  if (interaction.state !== "open") return;
  interaction.state = "late";
  const text = failureWords[interaction.kind];
  const { userId } = interaction;
  const modal = world.desks.modalOf(userId);
  if (interaction.kind === "modal" && modal !== undefined) modal.errors = { "": text };
  else noticeAbout(world, interaction, text);
  world.changes.bump();
  interaction.settle({ ok: false, shown: text });
}

/** A deferred answer that never came ends in an error line instead of "thinking" for ever. */
function dropUnfinished(world: World, interaction: Interaction): void {
  const original = world.messages.get(interaction.originalId ?? "");
  if (original === undefined || (original.flags & flag.loading) === 0) return;
  world.messages.delete(original.id);
  noticeAbout(world, interaction, failureWords.command);
  world.changes.bump();
}

function noticeAbout(world: World, interaction: Interaction, text: string): void {
  const { place, message, userId } = interaction;
  world.desks.notify(userId, {
    id: world.snowflakes.next(),
    placeId: place.id,
    text,
    ...(message === undefined ? {} : { messageId: message.id }),
  });
}

/** For the callback route. */
export function requireOpen(world: World, id: string, token: string): Interaction {
  const interaction = world.interactions.byToken(token);
  if (interaction === undefined || interaction.id !== id || interaction.state === "late")
    throw refusals.unknownInteraction();
  if (interaction.state === "answered") throw refusals.alreadyAcknowledged();
  return interaction;
}

/** For the webhook routes: they exist from the first answer until the token is 15 minutes old. */
export function requireAnswered(world: World, applicationId: string, token: string): Interaction {
  if (applicationId !== world.application.id) throw refusals.unknownWebhook();
  const interaction = world.interactions.byToken(token);
  if (interaction === undefined) throw refusals.invalidWebhookToken();
  if (interaction.state !== "answered") throw refusals.unknownWebhook();
  if (world.clock.now() - interaction.createdAt >= tokenLivesMs)
    throw refusals.invalidWebhookToken();
  return interaction;
}

export function traceOf(interaction: Interaction): InteractionTrace {
  const { id, kind, userId, commandName, message } = interaction;
  return {
    id,
    kind,
    userId,
    ...(commandName === undefined ? {} : { commandName }),
    ...(message === undefined ? {} : { messageId: message.id }),
  };
}
