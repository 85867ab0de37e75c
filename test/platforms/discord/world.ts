import type { Application } from "./application.ts";
import type { Changes } from "./changes.ts";
import type { Clock } from "./clock.ts";
import type { Commands } from "./commands.ts";
import type { Desks } from "./desks.ts";
import type { Directory } from "./directory.ts";
import type { Faults } from "./faults.ts";
import type { Interaction, Interactions } from "./interaction.ts";
import type { Messages } from "./messages.ts";
import type { Nonces } from "./nonces.ts";
import type { Outbox } from "./outbox.ts";
import type { Snowflakes } from "./snowflake.ts";

/** Everything that one local Discord knows, handed to every rule. */
export interface World {
  readonly clock: Clock;
  readonly snowflakes: Snowflakes;
  readonly application: Application;
  readonly directory: Directory;
  readonly messages: Messages;
  readonly nonces: Nonces;
  readonly commands: Commands;
  readonly interactions: Interactions;
  readonly outbox: Outbox;
  readonly changes: Changes;
  readonly faults: Faults;
  readonly desks: Desks;
  /** By gateway dispatch or signed HTTP request, whichever the application is set up for. */
  readonly deliverInteraction: (interaction: Interaction) => void;
  /** Where the server listens; known once it does. */
  readonly origin: () => string;
}
