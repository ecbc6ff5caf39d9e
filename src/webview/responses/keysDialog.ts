import { html, type TemplateResult } from "lit";
import { button } from "../shared/controls.ts";
import { t } from "../shared/l10n.ts";
import { StoreElement } from "./storeElement.ts";

interface Key {
  readonly key: string;
  readonly does: string;
}

/** A list of the panel's keys: the counterpart of the accessibility help, which VS Code offers in its own editors only. */
export class KeysDialog extends StoreElement {
  open(): void {
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const dialog = this.#dialog;
      if (dialog && !dialog.open) {
        dialog.showModal();
      }
    });
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector("dialog");
  }

  protected override render(): TemplateResult {
    return html`<dialog class="keys" aria-labelledby="keys-title" @keydown=${this.#onKey}>
      <h2 id="keys-title" tabindex="-1" autofocus>${t("Keyboard Shortcuts")}</h2>
      ${table(t("In the grid"), inGrid())} ${table(t("On a column header"), onHeader())}
      ${table(t("In the panel"), inPanel())}
      <p>${t("Single letters can be changed or removed in VS Code.")}</p>
      <div class="keys-actions">
        ${button(t("Change Keyboard Shortcuts…"), () => this.store.send("changeKeys"))}
        ${button(t("Close"), this.#close, true)}
      </div>
    </dialog>`;
  }

  readonly #close = (): void => this.#dialog?.close();

  /** Handled here, or the panel would close something of its own. */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.preventDefault();
      this.#close();
    }
  };
}

function table(name: string, keys: readonly Key[]): TemplateResult {
  return html`<table>
    <caption>
      ${name}
    </caption>
    <tbody>
      ${keys.map(
        ({ key, does }) =>
          html`<tr>
            <th scope="row"><kbd>${key}</kbd></th>
            <td>${does}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function inGrid(): Key[] {
  return [
    { key: t("Arrow keys, Home, End, Page Up, Page Down"), does: t("Move between cells") },
    { key: t("Shift+arrow keys"), does: t("Extend the selection") },
    { key: "Shift+Space, Ctrl+Space", does: t("Select the row, the column") },
    { key: "Enter", does: t("Open or close the response") },
    { key: "Ctrl+C", does: t("Copy the selection") },
    { key: "Shift+F10", does: t("Open the context menu") },
  ];
}

function onHeader(): Key[] {
  return [
    { key: "Enter, S", does: t("Sort by the column") },
    { key: "H", does: t("Hide the column") },
    { key: "Z", does: t("Freeze columns up to this one") },
    { key: "W, Shift+W", does: t("Resize the column, fit it to its content") },
    { key: "Alt+Shift+Left, Right", does: t("Move the column") },
  ];
}

function inPanel(): Key[] {
  return [
    { key: "F", does: t("Open or close the filter") },
    { key: "K", does: t("Choose columns") },
    { key: "C", does: t("Show codes, labels or both") },
    { key: "N, P", does: t("Next and previous response, in the response details") },
    { key: "J", does: t("Show the response as JSON") },
    { key: "Ctrl+F, F3, Shift+F3", does: t("Find, next match, previous match") },
    { key: "Ctrl+Z", does: t("Undo the last change of the filter") },
    { key: "Escape", does: t("Close what was opened last") },
    { key: "Alt+F1, ?", does: t("Show these shortcuts") },
  ];
}

customElements.define("keys-dialog", KeysDialog);
