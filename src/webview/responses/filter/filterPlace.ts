import { html, nothing, type TemplateResult } from "lit";
import { detailPlace } from "../../shared/detailPlace.ts";
import { t } from "../../shared/l10n.ts";
import type { ResponsesStore } from "../store.ts";
import { filterLimits } from "../view.ts";
import "./filterPanel.ts";

/** Renders the filter beside the grid, if it is open. */
export function filterPlace(store: ResponsesStore): TemplateResult | typeof nothing {
  const { scrollPosition, columns, filtering, state } = store;
  return filtering.isOpen
    ? detailPlace(
        {
          label: t("Width of the filter"),
          className: "filter-place",
          width: scrollPosition.view.filterWidth,
          limits: filterLimits,
          resize: (filterWidth) => scrollPosition.change({ filterWidth }),
        },
        html`<responses-filter
          .store=${store}
          .filter=${filtering.value}
          .columns=${columns.all}
          .values=${filtering.values}
          .view=${state?.content?.view}
          .target=${filtering.target}
        ></responses-filter>`,
      )
    : nothing;
}
