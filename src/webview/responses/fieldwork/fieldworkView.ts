import { html, nothing, type TemplateResult } from "lit";
import { scopeFigures } from "../../../charts/fieldworkFigures.ts";
import type { FieldworkAnswer, FieldworkView as View } from "../../../messages/fieldwork.ts";
import type { Fieldwork } from "../../../model/fieldwork.ts";
import { announced, type Announcement } from "../../shared/announcement.ts";
import { t } from "../../shared/l10n.ts";
import { LightElement, reactive } from "../../shared/lightElement.ts";
import { blank, errorBanner, failure } from "../../shared/states.ts";
import { fieldworkHead, readingState } from "./fieldworkHead.ts";
import { allPictures, figuresOf, fieldworkPictures } from "./fieldworkPictures.ts";
import type { FieldworkState } from "./fieldworkState.ts";
import type { Figure } from "./figureFrame.ts";
import { groups } from "./groupsTable.ts";
import { keyFigures } from "./keyFigures.ts";
import { speeders } from "./speeders.ts";

/**
 * The fieldwork tab: figures, pictures, and figures by collect group. Requests them from the host when it is first drawn.
 */
export class FieldworkView extends LightElement {
  static override properties = reactive("answer", "view", "tables", "said");

  /** Must be set before the element is drawn. What the element shows of it comes as properties. */
  declare state: FieldworkState;
  declare answer: FieldworkAnswer | undefined;
  declare view: View;
  declare tables: ReadonlySet<string>;
  declare said: Announcement;

  protected override firstUpdated(): void {
    this.state.ask();
  }

  protected override render(): TemplateResult {
    const { answer } = this;
    return html`${announced(this.said)}
    ${
      answer?.error && answer.fieldwork
        ? errorBanner(
            answer.isComplete
              ? t("The fieldwork could not be refreshed.")
              : t("The fieldwork could not be loaded."),
            answer.error,
            this.state.errorActions,
          )
        : nothing
    }
    ${
      answer?.error && !answer.fieldwork
        ? failure(t("The fieldwork could not be loaded"), answer.error, this.state.errorActions)
        : this.#page(answer)
    }`;
  }

  #page(answer: FieldworkAnswer | undefined): TemplateResult {
    const fieldwork = answer?.fieldwork;
    const figures = fieldwork ? figuresOf(fieldwork, this.state) : [];
    const isEmpty = fieldwork?.all.responses === 0;
    return html`<div class="page fieldwork-page">
      ${fieldworkHead(
        answer,
        this.view,
        this.state,
        fieldwork && figures.length > 0 ? allPictures(fieldwork, figures, this.state) : nothing,
      )}
      ${isEmpty && answer?.isComplete ? blank(t("No responses yet")) : nothing}
      ${
        !fieldwork && readingState(answer) === "stopped"
          ? blank(t("Loading was stopped."))
          : nothing
      }
      ${fieldwork && !isEmpty ? this.#scope(answer, fieldwork, figures) : nothing}
      ${fieldwork ? this.#groups(fieldwork, answer.isRunning !== undefined) : nothing}
    </div>`;
  }

  #scope(
    { isComplete, version, isRunning }: FieldworkAnswer,
    fieldwork: Fieldwork,
    pictures: readonly Figure[],
  ): TemplateResult | typeof nothing {
    const { scope } = fieldwork;
    const figures = scopeFigures(fieldwork);
    if (!figures) {
      // Responses that are not read yet may name the group.
      return isComplete
        ? blank(
            t(
              "The survey has no collect group {0}, and no response names it.",
              scope.collectGroupId ?? "",
            ),
          )
        : nothing;
    }
    const { duration } = figures;
    const beside = duration ? speeders(duration, this.view.rule, scope, this.state) : nothing;
    const isPartial =
      scope.collectGroupId === undefined && fieldwork.groups.some((it) => it.target !== undefined);
    const missing = isRunning === undefined ? "unknown" : isPartial ? "partial" : "none";
    return html`${keyFigures(figures, isComplete, version, missing)}
    ${fieldworkPictures(pictures, this.state, beside)}`;
  }

  #groups(fieldwork: Fieldwork, areKnown: boolean): TemplateResult | typeof nothing {
    return fieldwork.groups.length === 0
      ? nothing
      : groups(fieldwork, areKnown, this.view.scope.collectGroupId, (collectGroupId) =>
          this.state.changeView({ scope: collectGroupId === undefined ? {} : { collectGroupId } }),
        );
  }
}

customElements.define("fieldwork-view", FieldworkView);
