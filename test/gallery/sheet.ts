import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import { sendPageFile } from "../demo/page-files.ts";
import { discordView } from "./discord-sheet.ts";
import type { PlatformName } from "../../src/core/interrupt.ts";
import type { Scene, Shown } from "./scene.ts";
import { slackView } from "./slack-sheet.ts";

/** Serves a page for each scene, on which the demo's own panels show each exhibit on both platforms. */

export interface Sheets {
  urlOf(scene: Scene): string;
  stop(): void;
}

export async function startSheets(scenes: readonly Scene[]): Promise<Sheets> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (pathname.startsWith("/page/")) {
      void sendPageFile(pathname.slice("/page/".length), response);
      return;
    }
    answer(scenes, pathname, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The gallery has no port.");
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { urlOf: ({ name }) => `http://127.0.0.1:${address.port}/${name}`, stop };
}

/** `/NAME` is the page of a scene, `/NAME/3/slack/people/view` what its fourth exhibit is on Slack. */
function answer(scenes: readonly Scene[], pathname: string, response: ServerResponse): void {
  const [, name, index, platform, , what] = pathname.split("/");
  const scene = scenes.find((each) => each.name === name);
  const exhibit = scene?.exhibits[Number(index)];
  if (scene !== undefined && index === undefined) {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(pageOf(scene));
  } else if (exhibit !== undefined && what === "view") {
    const view = platform === "slack" ? slackView(exhibit) : discordView(exhibit);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(view));
  } else if (what === "changes") {
    // Nothing changes; the stream stays open, or the page would ask for it again and again.
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  } else {
    response.writeHead(404).end();
  }
}

function isOn({ only }: Shown, platform: PlatformName): boolean {
  return only === undefined || only === platform;
}

/** Panels as tall as what is in them: a picture has no scroll bar. */
const STYLE = `
  body { padding: 16px; }
  body > h2 { margin: 20px 0 6px; font-size: 13px; color: var(--demo-quiet); }
  .pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; align-items: start; }
  body.phone .pair { grid-template-columns: 375px 375px; }
  .panel { border: 1px solid var(--demo-line); overflow: hidden; }
  .panel .place-head, .panel .channel-head, .panel .composer, .panel .day, .panel .empty { display: none !important; }
  .panel .messages { overflow: visible; padding-block: 8px; }
  .panel .modal-layer, .panel .veil { position: static; padding: 12px; }
  .panel .modal, .panel .modal-body, .panel .fields, .panel pre { max-height: none !important; overflow: visible; }
`;

const SCRIPT = `
  import { slackPanel } from "/page/slack-panel.ts";
  import { discordPanel } from "/page/discord-panel.ts";
  // A browser keeps six connections to a host, and nothing changes here.
  globalThis.EventSource = class extends EventTarget {};
  for (const node of document.querySelectorAll("[data-slack]")) slackPanel(node, node.dataset.slack).become("U0ADA");
  for (const node of document.querySelectorAll("[data-discord]")) discordPanel(node, node.dataset.discord).become("1");
`;

function pageOf({ name, exhibits }: Scene): string {
  const pairs = exhibits.map((exhibit, index) => {
    const panels = (["slack", "discord"] as const).map((platform) =>
      isOn(exhibit, platform)
        ? `<div class="panel" data-${platform}="/${name}/${index}/${platform}"></div>`
        : "<div></div>",
    );
    return `<h2>${name} · ${exhibit.label}</h2><div class="pair">${panels.join("")}</div>`;
  });
  const sheets = ["page", "slack-panel", "discord-panel"]
    .map((sheet) => `<link rel="stylesheet" href="/page/${sheet}.css">`)
    .join("");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
    <title>${name}</title><link rel="icon" href="data:,">${sheets}<style>${STYLE}</style>
    <body>${pairs.join("")}<script type="module">${SCRIPT}</script></body></html>`;
}
