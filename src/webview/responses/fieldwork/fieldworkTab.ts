import { html, nothing, type TemplateResult } from "lit";
import type { FieldworkAnswer, FieldworkView } from "../../../messages/fieldwork.ts";
import type { ResponsesRequests } from "../../../messages/requests/responses.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import type { ApiVersion } from "../../../model/survey.ts";
import type { LightElement } from "../../shared/lightElement.ts";
import type { Send } from "../../shared/vscodeApi.ts";
import type { FieldworkOwner } from "./fieldworkOwner.ts";
import "./fieldworkView.ts";

export interface FieldworkStage {
  readonly panel: LightElement;
  readonly send: Send<ResponsesRequests>;
  /** Shows the responses that the filter lets through. */
  filter(filter: ResponseFilter): void;
  /** Another view, to be kept for a window reload. */
  changed(): void;
}

/** How the fieldwork goes, as the panel holds it. */
export class FieldworkTab {
  readonly #stage: FieldworkStage;
  #answer: FieldworkAnswer | undefined;
  #view: FieldworkView | undefined;
  #wasShown = false;

  constructor(stage: FieldworkStage) {
    this.#stage = stage;
  }

  get view(): FieldworkView | undefined {
    return this.#view;
  }

  get version(): ApiVersion | undefined {
    return this.#answer?.version;
  }

  receive(answer: FieldworkAnswer): void {
    this.#answer = answer;
    this.#view ??= answer.view;
    this.#stage.panel.requestUpdate();
  }

  /** It is drawn once it is looked at, and stays; before the host has said how it is looked at there is nothing to draw. */
  template(isShown: boolean): TemplateResult | typeof nothing {
    this.#wasShown ||= isShown;
    return this.#wasShown && this.#view
      ? html`<fieldwork-view
          ?hidden=${!isShown}
          .answer=${this.#answer}
          .view=${this.#view}
          .owner=${this.#owner}
        ></fieldwork-view>`
      : nothing;
  }

  readonly #owner: FieldworkOwner = {
    send: (...request) => this.#stage.send(...request),
    filter: (filter) => this.#stage.filter(filter),
    keep: (view) => {
      this.#view = view;
      this.#stage.changed();
    },
  };
}
