import { html, nothing, type TemplateResult } from "lit";
import type { Picture, PictureSize } from "../../../charts/picture.ts";
import type { FigureTable } from "../../../charts/table.ts";
import { action } from "../../shared/controls.ts";
import { copyItems, type Copied } from "../../shared/copies.ts";
import { figureTable } from "../../shared/figureTable.ts";
import { t } from "../../shared/l10n.ts";
import { LightElement, reactive } from "../../shared/lightElement.ts";
import type { MenuItem } from "../../shared/menu.ts";
import "../../shared/menu.ts";
import { pictureTemplate, type Picking } from "../../shared/picture.ts";
import { measuredWidth } from "../../shared/pictureCopies.ts";
import type { FieldworkState } from "./fieldworkState.ts";

/** Figures that are shown as a picture or as a table. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly table: FigureTable;
  /** Returns undefined if there is nothing to draw. */
  readonly draw: (room: PictureSize) => Picture | undefined;
  /** Reactions to clicks on the picture's columns. */
  readonly picking?: Picking;
  /** Content beside the title. */
  readonly aside?: TemplateResult;
}

/** One of the tab's pictures with its title, drawn as wide as there is room. */
export class FigureFrame extends LightElement {
  static override properties = reactive("figure", "asTable", "width");

  declare figure: Figure;
  declare asTable: boolean;
  declare state: FieldworkState;
  declare private width: number;
  readonly #observer = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    this.asTable = false;
    this.width = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer.observe(this);
    this.#measure();
  }

  override disconnectedCallback(): void {
    this.#observer.disconnect();
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult {
    const { figure, asTable } = this;
    const { title } = figure;
    const picture = asTable ? undefined : this.#drawn(figure);
    // The title of the picture says what it is about: weeks if there are many days, and which group.
    const heading = (asTable ? figure.table.caption : picture?.title) ?? title;
    const headingId = `figure-${figure.id}`;
    return html`<section aria-labelledby=${headingId}>
      <div class="figure-head">
        <h2 id=${headingId}>${heading}</h2>
        ${figure.aside ?? nothing}
        <span class="figure-actions">
          ${action({
            icon: asTable ? "graph" : "table",
            label: asTable ? t("Show as chart: {0}", title) : t("Show as table: {0}", title),
            iconOnly: true,
            run: () => this.state.showTable(figure.id, !asTable),
          })}
          <overflow-menu
            .items=${this.#menu(figure)}
            .label=${t("Copy: {0}", title)}
          ></overflow-menu>
        </span>
      </div>
      ${
        asTable
          ? figureTable(figure.table, heading)
          : picture
            ? pictureTemplate(picture, figure.picking)
            : nothing
      }
    </section>`;
  }

  #drawn({ draw }: Figure): Picture | undefined {
    return this.width === 0
      ? undefined
      : draw({ width: this.width, measure: measuredWidth, isInline: true });
  }

  /** Copies have a title of their own, and are as wide as the picture in the panel. */
  #menu({ id, table, draw }: Figure): MenuItem[] {
    const copied: Copied = {
      name: `fieldwork-${id}`,
      tables: () => [table],
      draw: () => draw({ width: this.width, measure: measuredWidth }),
    };
    return copyItems((kind, done) => this.state.copy(copied, kind, done));
  }

  /** A hidden tab has no width: keep the last one. */
  #measure(): void {
    const width = Math.floor(this.getBoundingClientRect().width);
    if (width > 0) {
      this.width = width;
    }
  }
}

customElements.define("figure-frame", FigureFrame);
