import { html, type TemplateResult } from "lit";
import { action, type Action } from "./controls.ts";
import { t } from "./l10n.ts";
import { sash } from "./sash.ts";

export interface DetailPlace {
  /** Accessible name of the border that is dragged. */
  readonly label: string;
  /** Distinguishes places if there are several. */
  readonly className?: string;
  /** CSS pixels. */
  readonly width: number;
  readonly limits: { readonly minimum: number; readonly maximum: number };
  resize(width: number): void;
}

/** Renders the place beside a grid that shows the details of one row, laid out by detailPlace.css. */
export function detailPlace(it: DetailPlace, content: TemplateResult): TemplateResult {
  const className = it.className ?? "";
  return html`${sash({
      label: it.label,
      className: `detail-sash ${className}`,
      value: it.width,
      ...it.limits,
      direction: -1,
      tabIndex: 0,
      resize: (width) => it.resize(width),
    })}
    <div class="detail-place ${className}" .style=${`--detail-width: ${it.width}px`}>
      ${content}
    </div>`;
}

type Step = Pick<Action, "label" | "shortcut">;

export interface DetailHead {
  readonly title: string;
  /** Position of the row among `count`, from 0. */
  readonly index: number;
  readonly count: number;
  readonly note?: TemplateResult;
  readonly previous: Step;
  readonly next: Step;
  readonly actions?: readonly Action[];
  move(by: 1 | -1): void;
  close(): void;
}

/** Renders the title of a row, with buttons for the previous and next row, further actions and closing. */
export function detailHead(it: DetailHead): TemplateResult {
  const actions: readonly Action[] = [
    { ...it.previous, icon: "arrow-up", disabled: it.index === 0, run: () => it.move(-1) },
    { ...it.next, icon: "arrow-down", disabled: it.index === it.count - 1, run: () => it.move(1) },
    ...(it.actions ?? []),
    { icon: "close", label: t("Close"), shortcut: "Escape", run: () => it.close() },
  ];
  return html`<div class="detail-head">
    <div class="detail-title">
      <h2 title=${it.title}>${it.title}</h2>
      ${it.note}
    </div>
    ${actions.map((each) => action({ ...each, iconOnly: true }))}
  </div>`;
}
