import { html, nothing, type TemplateResult } from "lit";
import {
  fieldworkIntervals,
  type FieldworkAnswer,
  type FieldworkInterval,
  type FieldworkView,
} from "../../../messages/fieldwork.ts";
import { groupName } from "../../../charts/fieldworkFigures.ts";
import { choice } from "../../shared/choice.ts";
import { action } from "../../shared/controls.ts";
import { updatedText, offlineText, t } from "../../shared/l10n.ts";
import { refreshHint } from "../counts.ts";
import type { FieldworkState } from "./fieldworkState.ts";
import { shareText } from "./texts.ts";

type Reading = FieldworkAnswer["reading"];

/** Renders what the figures are about, and how they are kept up to date. */
export function fieldworkHead(
  answer: FieldworkAnswer | undefined,
  view: FieldworkView,
  fieldwork: FieldworkState,
  more: TemplateResult | typeof nothing,
): TemplateResult {
  const state = readingState(answer);
  const button = {
    reading: { icon: "debug-stop", label: t("Stop"), run: () => fieldwork.stop() },
    stopped: { icon: "play", label: t("Resume"), run: () => fieldwork.refresh() },
    idle: {
      icon: "refresh",
      label: t("Refresh"),
      hint: refreshHint(),
      run: () => fieldwork.refresh(),
    },
  }[state];
  return html`<div class="fieldwork-head">
    <div class="fieldwork-controls">
      ${scopes(answer, view, fieldwork)} ${intervals(answer, view, fieldwork)}
      ${action({
        ...button,
        className: "fieldwork-reading",
        alternatives: [t("Stop"), t("Resume"), t("Refresh")],
      })}
      <span class="quiet fieldwork-state">${readingText(answer)}</span>
      ${more}
    </div>
    <p class="quiet">
      ${t("All responses; filters do not apply.")}
      ${t("Times as sent, without time-zone conversion.")} ${refreshHint()}
    </p>
  </div>`;
}

function scopes(
  answer: FieldworkAnswer | undefined,
  view: FieldworkView,
  fieldwork: FieldworkState,
): TemplateResult {
  const groups = answer?.fieldwork?.groups ?? [];
  const { collectGroupId: chosen } = view.scope;
  // The chosen group may be gone, or not known yet.
  const isOther = chosen !== undefined && !groups.some((it) => it.collectGroupId === chosen);
  return choice({
    className: "fieldwork-field",
    name: "scope",
    label: t("Collect group"),
    value: chosen,
    options: [
      { value: undefined, text: t("All groups") },
      ...groups.map((it) => ({ value: it.collectGroupId, text: groupName(it) })),
      ...(isOther ? [{ value: chosen, text: chosen }] : []),
    ],
    choose: (collectGroupId) =>
      fieldwork.changeView({ scope: collectGroupId === undefined ? {} : { collectGroupId } }),
  });
}

/**
 * Renders the choice of the refresh interval. If no group is running, nothing refreshes by itself, and a note says so
 * instead. Neither is said while the groups are unknown.
 */
function intervals(
  answer: FieldworkAnswer | undefined,
  view: FieldworkView,
  fieldwork: FieldworkState,
): TemplateResult | typeof nothing {
  if (!answer?.fieldwork || answer.isRunning === undefined) {
    return nothing;
  }
  if (!answer.isRunning) {
    return html`<span class="quiet"
      >${t("No running group. Use Refresh to update the figures.")}</span
    >`;
  }
  return choice({
    className: "fieldwork-field",
    name: "interval",
    label: t("Automatic refresh"),
    value: view.interval,
    options: fieldworkIntervals.map((it) => ({ value: it, text: intervalText(it) })),
    choose: (interval) => fieldwork.changeView({ interval }),
  });
}

function intervalText(interval: FieldworkInterval): string {
  switch (interval) {
    case 0:
      return t("off");
    case 30:
      return t("every 30 seconds");
    case 60:
      return t("every minute");
    case 300:
      return t("every 5 minutes");
    case 900:
      return t("every 15 minutes");
  }
}

/** Returns the state of reading; "reading" before the first figures or their failure, as reading is about to begin. */
export function readingState(answer: FieldworkAnswer | undefined): Reading["state"] {
  return answer?.reading.state === "idle" && !answer.fieldwork && !answer.error
    ? "reading"
    : (answer?.reading.state ?? "reading");
}

/** Says how far reading is, or, if idle, when the figures were read. */
function readingText(answer: FieldworkAnswer | undefined): string {
  const state = readingState(answer);
  if (!answer?.fieldwork) {
    return state === "reading" ? t("Loading the fieldwork…") : "";
  }
  const { reading, isComplete, readAt } = answer;
  // What was read once stays complete while it is read again.
  if (isComplete && readAt !== undefined) {
    return state === "reading"
      ? t("Loading new responses…")
      : answer.isOffline
        ? offlineText(readAt)
        : updatedText(readAt);
  }
  const share = reading.share === undefined ? undefined : shareText(reading.share);
  switch (state) {
    case "reading":
      return share === undefined
        ? t("Loading, partial figures")
        : t("{0} loaded, partial figures", share);
    case "stopped":
      return share === undefined
        ? t("Stopped, partial figures")
        : t("Stopped at {0}, partial figures", share);
    case "idle":
      return share === undefined ? t("Partly loaded") : t("{0} loaded, partial figures", share);
  }
}
