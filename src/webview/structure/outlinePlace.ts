import { html, type TemplateResult } from "lit";
import { t } from "../shared/l10n.ts";
import { sash } from "../shared/sash.ts";
import { outlineLimits } from "./view.ts";

export interface OutlinePlace {
  /** Matters only where the panel is too narrow for it to stand beside the questionnaire. */
  readonly isOpen: boolean;
  readonly isHidden: boolean;
  /** In CSS pixels. */
  readonly width: number;
  readonly resize: (width: number) => void;
}

/** The place of the outline beside the questionnaire, as wide as a person has it. */
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
