import { nothing, type TemplateResult } from "lit";
import type { FoundCell } from "../../../messages/responses.ts";
import type { LightElement } from "../../shared/lightElement.ts";
import { Find, type FindOwner } from "./find.ts";
import { findBar } from "./findBar.ts";

export interface FindingStage extends Omit<FindOwner, "changed"> {
  readonly panel: LightElement;
  /** Whether there is something to be searched. */
  canOpen(): boolean;
  /** The focus is to go back to where one was. */
  closed(): void;
}

/** The bar that searches, and whether it is open. */
export class Finding {
  readonly #stage: FindingStage;
  readonly #find: Find;
  #isOpen = false;

  constructor(stage: FindingStage) {
    this.#stage = stage;
    this.#find = new Find({ ...stage, changed: () => stage.panel.requestUpdate() });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The cell that was found. */
  get cell(): FoundCell["cell"] {
    const { scope, cell } = this.#find.state;
    return this.#isOpen && scope === "values" ? cell : undefined;
  }

  open(): void {
    const { panel } = this.#stage;
    if (this.#stage.canOpen()) {
      this.#isOpen = true;
      panel.requestUpdate();
      void panel.updateComplete.then(() => {
        panel.querySelector<HTMLInputElement>(".find-text")?.select();
      });
    }
  }

  readonly close = (): void => {
    this.#isOpen = false;
    this.#find.close();
    void this.#stage.panel.updateComplete.then(() => this.#stage.closed());
  };

  readonly toggle = (): void => {
    if (this.#isOpen) {
      this.close();
    } else {
      this.open();
    }
  };

  go(step: -1 | 1): void {
    this.open();
    this.#find.go(step);
  }

  viewChanged(): void {
    this.#find.viewChanged();
  }

  template(): TemplateResult | typeof nothing {
    return this.#isOpen
      ? findBar({
          state: this.#find.state,
          type: (text) => this.#find.type(text),
          look: (scope) => this.#find.look(scope),
          go: (step) => this.#find.go(step),
          close: this.close,
        })
      : nothing;
  }
}
