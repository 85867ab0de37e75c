import { askedBack } from "./asked-back.ts";
import { choice } from "./choice.ts";
import { discordPanel } from "./discord-panel.ts";
import { byId } from "./elements.ts";
import { raiseBar, type SampleButton } from "./raise-bar.ts";
import { ServerEvents } from "./server-events.ts";
import { slackPanel } from "./slack-panel.ts";
import { streamLists } from "./stream-list.ts";

/** What the server tells the page of the demo's world. */
interface World {
  readonly prefix: string;
  readonly samples: readonly SampleButton[];
  readonly people: readonly {
    readonly name: string;
    readonly standing: string;
    readonly principal?: string;
    readonly slack: string;
    readonly discord: string;
  }[];
}

const PANES = [
  { value: "slack", label: "Slack" },
  { value: "discord", label: "Discord" },
  { value: "streams", label: "Streams" },
];

function start(world: World): void {
  const slack = slackPanel(byId("slack"), "/slack");
  const discord = discordPanel(byId("discord"), "/discord");
  const names = world.people.map(({ name }) => ({ value: name, label: name }));
  choice(byId("who"), "who", names, (name) => {
    const person = world.people.find((candidate) => candidate.name === name);
    if (person === undefined) return;
    slack.become(person.slack);
    discord.become(person.discord);
    byId("standing").textContent = `${person.name.split(" ")[0] ?? ""} ${person.standing}.`;
  });
  choice(byId("switch"), "pane", PANES, (pane) => {
    document.querySelector("main")?.setAttribute("data-shown", pane);
  });
  raiseBar(world.samples);
  const nameOf = (id: string) => world.people.find(({ principal }) => principal === id)?.name ?? id;
  const events = new ServerEvents();
  for (const [name, screen] of Object.entries({ slack, discord }))
    for (const event of ["open", name]) events.on(event, () => screen.refresh());
  streamLists(world.prefix, events, askedBack(nameOf));
  events.start();
}

const response = await fetch("/demo/world");
start((await response.json()) as World);
