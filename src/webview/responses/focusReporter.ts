import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { FocusPlace } from "../../messages/responses.ts";
import { takesLetters } from "./shortcuts.ts";

/** Reports where the focus is whenever it moves: the keybindings of the panel in VS Code depend on it. */
export class FocusReporter implements ReactiveController {
  readonly #tell: (place: FocusPlace) => void;
  #place: FocusPlace = "outside";
  #leaving: AbortController | undefined;

  constructor(host: ReactiveControllerHost, tell: (place: FocusPlace) => void) {
    this.#tell = tell;
    host.addController(this);
  }

  hostConnected(): void {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    addEventListener("focus", this.#look, { signal });
    addEventListener("blur", () => this.#moved("outside"), { signal });
    document.addEventListener("focusin", this.#look, { signal });
    // The focused element may be removed without another one getting the focus.
    document.addEventListener("focusout", () => setTimeout(this.#look), { signal });
    document.addEventListener("keydown", keepLetter, { signal });
    // Deferred until the host can be told.
    queueMicrotask(this.#look);
  }

  hostDisconnected(): void {
    this.#leaving?.abort();
  }

  readonly #look = (): void => {
    const place = takesLetters(document.activeElement) ? "text" : "shortcuts";
    this.#moved(document.hasFocus() ? place : "outside");
  };

  #moved(place: FocusPlace): void {
    if (place !== this.#place) {
      this.#place = place;
      this.#tell(place);
    }
  }
}

/**
 * Keeps letters from VS Code, which listens at the window, and which learns too late that the focus is in a field: it would
 * take them for shortcuts.
 */
function keepLetter(event: KeyboardEvent): void {
  const isLetter = event.key.length === 1 && !(event.ctrlKey || event.metaKey || event.altKey);
  if (isLetter && takesLetters(document.activeElement)) {
    event.stopPropagation();
  }
}
