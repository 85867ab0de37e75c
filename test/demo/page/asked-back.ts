import type { ShownEntry } from "../shown-entries.ts";
import { byId, element } from "./elements.ts";
import { spelledOut } from "./unseen.ts";

/** What somebody asked the engine on a card, as its event says it. */
interface AskedBack {
  readonly runId: string;
  readonly payload: {
    readonly nodeId: string;
    readonly interruptId: string;
    readonly askId: string;
    readonly question: string;
    readonly askedBy: string;
  };
}

/** Questions to the engine that wait for an answer: here whoever plays the engine gives it. */
export function askedBack(nameOf: (principal: string) => string): (entry: ShownEntry) => void {
  const answered = new Set<string>();
  const waiting = byId("asked");
  const forget = (isOver: (form: HTMLElement) => boolean) => {
    for (const form of waiting.querySelectorAll("form")) if (isOver(form)) form.remove();
  };
  const isWaiting = (askId: string) =>
    Array.from(waiting.querySelectorAll("form")).some(({ dataset }) => dataset["ask"] === askId);
  return ({ stream, type, about, run, fields }) => {
    if (stream === "dead-letters") return;
    const { runId, payload } = (fields["event"] ?? {}) as AskedBack;
    switch (type) {
      case "parley.interrupt.asked":
        // A new connection tells of it again: what was typed already is kept.
        if (answered.has(payload.askId) || isWaiting(payload.askId)) return;
        waiting.append(rowOf({ runId, payload }, { about, run }, nameOf(payload.askedBy)));
        return;
      case "parley.interrupt.answered":
        answered.add(payload.askId);
        forget(({ dataset }) => dataset["ask"] === payload.askId);
        return;
      case "interrupt.resolved":
      case "parley.interrupt.invalidated":
        // Nobody waits for an answer to it any more.
        forget(({ dataset }) => dataset["run"] === runId);
    }
  };
}

function rowOf(
  asked: AskedBack,
  { about, run }: Pick<ShownEntry, "about" | "run">,
  who: string,
): HTMLElement {
  const { askId, question, nodeId } = asked.payload;
  const box = element("input", {
    name: "answer",
    required: "",
    maxlength: "4000",
    // Spaces alone answer nothing.
    pattern: ".*\\S.*",
  });
  box.autocomplete = "off";
  const label = element(
    "label",
    {},
    `${who} asks on “${spelledOut(about)}” `,
    // The title alone may be that of several cards; the run is named as on them.
    element("span", { class: "demo-id" }, spelledOut(`run ${run}, node ${nodeId}`)),
    ": ",
    element("strong", {}, spelledOut(question)),
    box,
  );
  const send = element("button", { type: "submit" }, "Answer");
  const form = element("form", { "data-ask": askId, "data-run": asked.runId }, label, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send.disabled = true;
    void answer(asked, box.value).finally(() => (send.disabled = false));
  });
  return form;
}

async function answer({ runId, payload }: AskedBack, text: string): Promise<void> {
  const { nodeId, interruptId, askId } = payload;
  const response = await fetch("/demo/answer", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ runId, nodeId, interruptId, askId, answer: text }),
  });
  if (!response.ok) byId("raised").textContent = `Not answered: ${await response.text()}`;
}
