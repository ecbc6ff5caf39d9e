import { html, nothing, type TemplateResult } from "lit";
import { progressText } from "../../../charts/fieldworkFigures.ts";
import { targetPercentText } from "../../../model/numberText.ts";
import type { FieldworkFigures } from "../../../model/fieldwork.ts";
import type { ApiVersion } from "../../../model/survey.ts";
import { formatNumber, formatTime, sayCount, t, words } from "../../shared/l10n.ts";
import { notProvided } from "../../shared/versions.ts";
import { durationWords } from "./texts.ts";

/** A text, and for its tooltip the service's own or a more exact one. */
interface Said {
  readonly text: string;
  readonly raw?: string | undefined;
}

/** Why a scope has no target: it has none, only some of its groups have one, or the groups could not be read. */
type MissingTarget = "none" | "partial" | "unknown";

/**
 * Renders the figures of the scope in a line.
 * @param missing why the scope has no target, if it has none
 */
export function keyFigures(
  figures: FieldworkFigures,
  isComplete: boolean,
  version: ApiVersion | undefined,
  missing: MissingTarget,
): TemplateResult {
  const { responses, first, last, target, duration } = figures;
  const said = (text: string | undefined): Said | undefined =>
    text === undefined ? undefined : { text: formatTime(text), raw: text };
  return html`<dl class="key-figures">
      ${figure(t("Responses"), { text: formatNumber(responses) })}
      ${figure(t("First"), said(first))} ${figure(t("Last"), said(last))}
      ${
        target === undefined
          ? figure(t("Target"), { text: missingTargetText(missing) })
          : figure(t("Progress"), {
              text: t(
                "{0} of {1} ({2})",
                formatNumber(responses),
                formatNumber(target),
                targetPercentText(responses, target, words),
              ),
            })
      }
      ${figure(outlookName(figures), outlook(figures, isComplete))}
      ${figure(
        t("Median duration"),
        duration && {
          text: durationWords(duration.median),
          raw: t("{0} s", formatNumber(duration.median)),
        },
      )}
    </dl>
    ${notes(figures, version).map((it) => html`<p class="quiet">${it}</p>`)}`;
}

function missingTargetText(missing: MissingTarget): string {
  switch (missing) {
    case "none":
      return t("none");
    case "partial":
      return t("only of some groups");
    case "unknown":
      return t("not loaded yet");
  }
}

/** Returns what `outlook` is: a forecast, or why there is none to make. */
function outlookName({ progress }: FieldworkFigures): string {
  switch (progress?.state) {
    case "reached":
      return t("Target");
    case "closed":
    case "paused":
    case "full":
      return t("State");
    case "expected":
    case "early":
    case "stalled":
    case undefined:
      return t("Forecast");
  }
}

/** Returns how the target will be or was reached. */
function outlook(figures: FieldworkFigures, isComplete: boolean): Said | undefined {
  if (figures.target !== undefined && !figures.progress && !isComplete) {
    return { text: t("Calculating…") };
  }
  const text = figures.progress?.state === "early" ? t("none yet") : progressText(figures, words);
  return text === "" ? undefined : { text };
}

function figure(name: string, said: Said | undefined): TemplateResult | typeof nothing {
  return said === undefined
    ? nothing
    : html`<div>
        <dt class="quiet">${name}</dt>
        <dd title=${said.raw ?? nothing}>${said.text}</dd>
      </div>`;
}

/** Explains what the figures are based on, and what they leave out. */
function notes(figures: FieldworkFigures, version: ApiVersion | undefined): string[] {
  const { responses, timeless, progress, duration } = figures;
  const { unknown = 0, negative = 0 } = duration ?? {};
  const isForecast = progress?.state === "expected";
  return [
    isForecast &&
      t(
        "Forecast from the rate of the 7 days before the newest response, or since the first response if that is less.",
      ),
    isForecast &&
      progress.isOfOpen &&
      t("Closed groups will not reach their targets and are not in the forecast."),
    progress?.state === "early" && t("A forecast needs 3 days and 30 responses."),
    progress?.state === "stalled" &&
      t("No forecast: no responses in the 7 days before the newest one."),
    timeless > 0 &&
      sayCount(timeless, {
        one: "{0} response without a time is not in the charts.",
        other: "{0} responses without a time are not in the charts.",
      }),
    // API.md shows the fields of metadata for v2 and v3 only: v1 may leave out when a response began.
    !duration &&
      responses > 0 &&
      (version === "v1"
        ? notProvided(version, [t("durations")])
        : t("No response has both a start and an end time.")),
    unknown > 0 &&
      sayCount(unknown, {
        one: "{0} response has no duration.",
        other: "{0} responses have no duration.",
      }),
    negative > 0 &&
      sayCount(negative, {
        one: "{0} response ends before it starts and is excluded from durations.",
        other: "{0} responses end before they start and are excluded from durations.",
      }),
  ].filter((it) => typeof it === "string");
}
