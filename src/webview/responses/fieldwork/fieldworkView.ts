import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { scopeFigures } from "../../../charts/fieldworkFigures.ts";
import type { FieldworkAnswer, FieldworkView as View } from "../../../messages/fieldwork.ts";
import type { Fieldwork } from "../../../model/fieldwork.ts";
import { copyPicture } from "../../shared/copyPicture.ts";
import { formatNumber, t } from "../../shared/l10n.ts";
import { LightElement } from "../../shared/lightElement.ts";
import { blank, errorBanner, failure, type ErrorActions } from "../../shared/states.ts";
import { progressBar } from "../../shared/waiting.ts";
import { fieldworkHead, readingState } from "./fieldworkHead.ts";
import type { FieldworkOwner } from "./fieldworkOwner.ts";
import type { Figure } from "./figureFrame.ts";
import {
  allPictures,
  figuresOf,
  fieldworkPictures,
  type PicturesOwner,
} from "./fieldworkPictures.ts";
import { groups } from "./groupsTable.ts";
import { keyFigures } from "./keyFigures.ts";
import { speeders } from "./speeders.ts";

/** How the fieldwork goes: figures, pictures, and the same by collect group. Asks the host for them when it is drawn first. */
export class FieldworkView extends LightElement {
  static override properties = {
    answer: { attribute: false },
    view: { attribute: false },
    owner: { attribute: false },
    tables: { state: true },
    announced: { state: true },
  };

  declare answer: FieldworkAnswer | undefined;
  declare view: View;
  /** To be set before the element is drawn. */
  declare owner: FieldworkOwner;
  /** Ids of the figures that are shown as tables. */
  declare private tables: ReadonlySet<string>;
  declare private announced: string;
  readonly #remedies: ErrorActions = {
    retry: () => this.#refresh(),
    signIn: () => this.owner.send("signIn"),
  };
  readonly #pictures: PicturesOwner = {
    showTables: (ids) => {
      this.tables = ids;
    },
    showDay: (day) => this.#look({ scope: { ...this.view.scope, day } }),
    copyText: (text, done) => {
      this.owner.send("copy", { text });
      this.#tellCopied(undefined, done);
    },
    copyPicture: (picture, format, name, done) => {
      void copyPicture(picture, format, name, this.owner.send).then((failed) =>
        this.#tellCopied(failed, done),
      );
    },
  };

  constructor() {
    super();
    this.view = { scope: {}, rule: { share: 1 / 3 }, interval: 0 };
    this.tables = new Set();
    this.announced = "";
  }

  protected override firstUpdated(): void {
    this.owner.send("fieldwork", { view: this.view });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("answer")) {
      this.#announce(changed.get("answer"));
    }
  }

  protected override render(): TemplateResult {
    const { answer } = this;
    return html`${progressBar(readingState(answer) === "reading")}
      <p class="visually-hidden" role="status">${this.announced}</p>
      ${
        answer?.error && answer.fieldwork
          ? errorBanner(t("The fieldwork could not be read."), answer.error, this.#remedies)
          : nothing
      }
      ${
        answer?.error && !answer.fieldwork
          ? failure(t("The fieldwork could not be read."), answer.error, this.#remedies)
          : this.#page(answer)
      }`;
  }

  #page(answer: FieldworkAnswer | undefined): TemplateResult {
    const fieldwork = answer?.fieldwork;
    const figures = fieldwork ? figuresOf(fieldwork, this.#pictures) : [];
    const isEmpty = fieldwork?.all.responses === 0;
    return html`<div class="page fieldwork-page">
      ${fieldworkHead(
        answer,
        this.view,
        {
          look: (change) => this.#look(change),
          refresh: () => this.#refresh(),
          stop: () => this.owner.send("stopFieldwork"),
        },
        fieldwork && figures.length > 0
          ? allPictures(fieldwork, figures, this.tables, this.#pictures)
          : nothing,
      )}
      ${isEmpty && answer?.isComplete ? blank(t("There are no responses yet.")) : nothing}
      ${
        !fieldwork && readingState(answer) === "stopped"
          ? blank(t("Reading the fieldwork was stopped."))
          : nothing
      }
      ${fieldwork && !isEmpty ? this.#scope(answer, fieldwork, figures) : nothing}
      ${fieldwork ? this.#groups(fieldwork) : nothing}
    </div>`;
  }

  #scope(
    { isComplete, version }: FieldworkAnswer,
    fieldwork: Fieldwork,
    pictures: readonly Figure[],
  ): TemplateResult | typeof nothing {
    const { scope } = fieldwork;
    const figures = scopeFigures(fieldwork);
    if (!figures) {
      // What is still to be read may name the group.
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
    const beside = duration
      ? speeders(duration, this.view.rule, scope, {
          rule: (rule) => this.#look({ rule }),
          filter: (filter) => this.owner.filter(filter),
        })
      : nothing;
    const isTargetPartial =
      scope.collectGroupId === undefined && fieldwork.groups.some((it) => it.target !== undefined);
    return html`${keyFigures(figures, isComplete, version, isTargetPartial)}
    ${fieldworkPictures(pictures, this.tables, this.#pictures, beside)}`;
  }

  #groups(fieldwork: Fieldwork): TemplateResult | typeof nothing {
    return fieldwork.groups.length === 0
      ? nothing
      : groups(fieldwork, this.view.scope.collectGroupId, (collectGroupId) =>
          this.#look({ scope: collectGroupId === undefined ? {} : { collectGroupId } }),
        );
  }

  #look(change: Partial<View>): void {
    this.view = { ...this.view, ...change };
    this.owner.keep(this.view);
    this.owner.send("fieldwork", { view: this.view });
  }

  #refresh(): void {
    this.owner.send("refreshFieldwork");
  }

  #tellCopied(failed: string | undefined, done: () => void): void {
    this.announced = failed ?? t("Copied");
    if (failed === undefined) {
      done();
    }
  }

  /** Only that reading begins and ends: figures that change meanwhile would drown all else. */
  #announce(before: FieldworkAnswer | undefined): void {
    const state = this.answer?.reading.state;
    if (state === undefined || state === before?.reading.state) {
      return;
    }
    switch (state) {
      case "reading":
        this.announced = t("Reading the fieldwork…");
        break;
      case "stopped":
        this.announced = t("Reading the fieldwork was stopped.");
        break;
      case "idle": {
        const count = this.answer?.fieldwork?.all.responses ?? 0;
        this.announced = this.answer?.isComplete
          ? count === 1
            ? t("The fieldwork is read: 1 response.")
            : t("The fieldwork is read: {0} responses.", formatNumber(count))
          : "";
        break;
      }
    }
  }
}

customElements.define("fieldwork-view", FieldworkView);
