import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from "lit";
import { button } from "./controls.ts";
import { t } from "./l10n.ts";

const offerCancelAfter = 2000;

/** Tracks how long a panel has been waiting, and renders it. */
export class Waiting implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #cancel: () => void;
  #timer: number | undefined;
  #active = false;
  #long = false;

  constructor(host: ReactiveControllerHost, cancel: () => void) {
    this.#host = host;
    this.#cancel = cancel;
    host.addController(this);
  }

  set active(active: boolean) {
    if (active === this.#active) {
      return;
    }
    this.hostDisconnected();
    this.#active = active;
    this.#long = false;
    if (active) {
      this.#timer = window.setTimeout(() => {
        this.#long = true;
        this.#host.requestUpdate();
      }, offerCancelAfter);
    }
  }

  hostDisconnected(): void {
    window.clearTimeout(this.#timer);
  }

  /**
   * Renders the progress bar at the top of the panel. Its element stays when it is hidden, so that nothing moves.
   *
   * @param isBusy true if the panel waits for something else, too
   */
  bar(isBusy = false): TemplateResult {
    return html`<div class="progress">
      ${
        this.#active || isBusy
          ? html`<div role="progressbar" aria-label=${t("Loading")}></div>`
          : nothing
      }
    </div>`;
  }

  /**
   * Renders what is being done, and a Cancel button once it takes long. The status element stays even if empty, so that
   * screen readers announce it.
   */
  note(text: string): TemplateResult {
    return html`<div class="waiting">
      <span role="status">${this.#active ? text : nothing}</span>
      ${this.#active && this.#long ? button(t("Cancel"), () => this.#cancel(), true) : nothing}
    </div>`;
  }
}
