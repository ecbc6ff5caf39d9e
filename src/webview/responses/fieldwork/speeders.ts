import { html, nothing, type TemplateResult } from "lit";
import type { DurationFigures, FieldworkScope, SpeederRule } from "../../../model/fieldwork.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { choice } from "../../shared/choice.ts";
import { button } from "../../shared/controls.ts";
import { formatNumber, t, sayCount } from "../../shared/l10n.ts";
import type { FieldworkState } from "./fieldworkState.ts";
import { durationWords, partText } from "./texts.ts";

const shares = [
  { value: 1 / 4, text: "1/4" },
  { value: 1 / 3, text: "1/3" },
  { value: 1 / 2, text: "1/2" },
];

/**
 * Renders the possible speeders, who may not have read the questions: the rule, their number, and a button that shows them.
 */
export function speeders(
  { n, speeders: count, below }: DurationFigures,
  rule: SpeederRule,
  scope: FieldworkScope,
  state: FieldworkState,
): TemplateResult {
  const { share } = rule;
  const isListed = shares.some((it) => it.value === share);
  return html`<section class="fieldwork-speeders" aria-labelledby="speeders-title">
    <h2 id="speeders-title">${t("Possible speeders")}</h2>
    <div class="fieldwork-controls">
      ${choice({
        className: "fieldwork-field",
        name: "share",
        label: t("Shorter than this share of the median duration of all responses:"),
        value: share,
        options: isListed ? shares : [...shares, { value: share, text: formatNumber(share) }],
        choose: (chosen) => state.changeView({ rule: { share: chosen } }),
      })}
      <span title=${t("{0} s", formatNumber(below))}
        >${t("less than {0}", durationWords(below))}</span
      >
    </div>
    <div class="fieldwork-controls">
      <span
        >${sayCount(
          n,
          { one: "{1} of {0} response ({2})", other: "{1} of {0} responses ({2})" },
          count,
          partText(count, n),
        )}</span
      >
      ${
        count === 0
          ? nothing
          : button(
              t("Show in responses"),
              () => state.showResponses(speederFilter(below, scope)),
              true,
            )
      }
    </div>
  </section>`;
}

/** Durations are whole seconds; negative ones are in no figure. */
function speederFilter(below: number, { collectGroupId }: FieldworkScope): ResponseFilter {
  return {
    ...(collectGroupId === undefined ? {} : { collectGroupId }),
    duration: { atLeast: 0, atMost: Math.ceil(below) - 1 },
  };
}
