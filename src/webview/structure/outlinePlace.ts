import { html, type TemplateResult } from "lit";
import { t } from "../shared/l10n.ts";
import { sash } from "../shared/sash.ts";
import { outlineLimits } from "./view.ts";

export interface OutlinePlace {
  /** Only relevant if the panel is too narrow for the outline beside the questionnaire. */
  readonly isOpen: boolean;
  readonly isHidden: boolean;
  /** In CSS pixels. */
  readonly width: number;
  readonly resize: (width: number) => void;
}

/** Renders the place of the outline beside the questionnaire, in the width that the person chose. */
export function outlinePlace(
  { isOpen, isHidden, width, resize }: OutlinePlace,
  outline: TemplateResult,
): TemplateResult {
  return html`<nav
    id="outline"
    class="outline ${isOpen ? "open" : ""}"
    aria-label=${t("Outline")}
    ?hidden=${isHidden}
    .style=${`--outline-width: ${width}px`}
  >
    ${outline}
    ${sash({
      label: t("Width of the outline"),
      className: "outline-sash",
      value: width,
      minimum: outlineLimits.minimum,
      maximum: outlineLimits.maximum,
      direction: 1,
      tabIndex: 0,
      resize,
    })}
  </nav>`;
}
