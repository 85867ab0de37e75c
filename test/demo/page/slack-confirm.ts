import { textNodes, type Surface } from "./slack-blocks.ts";
import { make } from "./slack-dom.ts";
import { json, plain, words } from "./slack-json.ts";

/** The question a button may ask before it is pressed. */
export function confirmed(
  confirm: unknown,
  panel: HTMLElement,
  surface: Pick<Surface, "reader">,
): Promise<boolean> {
  const { title, text, confirm: yes, deny: no, style } = json(confirm);
  const dialog = make("dialog", {
    class: "confirm",
    "aria-label": plain(title) || "Are you sure?",
  });
  const go = make(
    "button",
    { type: "button", class: `button button-${words(style) || "primary"}` },
    plain(yes) || "Yes",
  );
  const back = make("button", { type: "button", class: "button" }, plain(no) || "Cancel");
  dialog.append(
    make("h3", {}, plain(title) || "Are you sure?"),
    make("p", {}, ...textNodes(text, surface)),
    make("div", { class: "dialog-foot" }, back, go),
  );
  panel.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    const end = (answer: boolean) => {
      dialog.remove();
      resolve(answer);
    };
    go.addEventListener("click", () => end(true));
    back.addEventListener("click", () => end(false));
    dialog.addEventListener("cancel", () => end(false));
  });
}
