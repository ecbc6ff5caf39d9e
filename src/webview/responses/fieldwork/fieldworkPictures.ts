import { html, type nothing, type TemplateResult } from "lit";
import { dayText } from "../../../charts/days.ts";
import { daysPicture } from "../../../charts/daysPicture.ts";
import {
  daysTable,
  durationsTable,
  fieldworkTables,
  hoursTable,
  hoursTitle,
  scopeTitle,
} from "../../../charts/fieldworkFigures.ts";
import {
  cumulativePicture,
  durationsPicture,
  hoursPicture,
} from "../../../charts/fieldworkPictures.ts";
import type { FigureTable } from "../../../charts/table.ts";
import type { Fieldwork } from "../../../model/fieldwork.ts";
import { choice } from "../../shared/choice.ts";
import { action } from "../../shared/controls.ts";
import type { Copied } from "../../shared/copies.ts";
import { formatNumber, t, words } from "../../shared/l10n.ts";
import "../../shared/menu.ts";
import type { MenuItem } from "../../shared/menu.ts";
import type { FieldworkState } from "./fieldworkState.ts";
import type { Figure } from "./figureFrame.ts";
import "./figureFrame.ts";

/** Renders the pictures, with `beside` after the last of them. */
export function fieldworkPictures(
  figures: readonly Figure[],
  state: FieldworkState,
  beside: TemplateResult | typeof nothing,
): TemplateResult {
  return html`<div class="fieldwork-figures">
    ${figures.map(
      (it) =>
        html`<figure-frame
          class="figure-${it.id}"
          .figure=${it}
          .state=${state}
          .asTable=${state.tables.has(it.id)}
        ></figure-frame>`,
    )}
    ${beside}
  </div>`;
}

/** Renders the actions for all pictures at once. */
export function allPictures(
  fieldwork: Fieldwork,
  figures: readonly Figure[],
  state: FieldworkState,
): TemplateResult {
  const areTables = figures.every((it) => state.tables.has(it.id));
  const copied: Copied = {
    name: "fieldwork",
    tables: () => fieldworkTables(fieldwork, words),
    draw: () => undefined,
  };
  const items: MenuItem[] = [
    { label: t("Copy All As CSV"), run: (done) => state.copy(copied, "csv", done) },
    { label: t("Copy All As Markdown"), run: (done) => state.copy(copied, "markdown", done) },
  ];
  return html`<span class="fieldwork-views">
    ${action({
      icon: areTables ? "graph" : "table",
      label: areTables ? t("Show All as Charts") : t("Show All as Tables"),
      run: () => state.showTables(new Set(areTables ? [] : figures.map((it) => it.id))),
    })}
    <overflow-menu .label=${t("Copy All")} .icon=${"copy"} .items=${items}></overflow-menu>
  </span>`;
}

/** Returns the figures that have something to show. */
export function figuresOf(fieldwork: Fieldwork, state: FieldworkState): Figure[] {
  const { days, scope } = fieldwork;
  const ofDays = daysTable(fieldwork, words);
  const figures: readonly (Omit<Figure, "table"> & {
    readonly table: FigureTable | undefined;
  })[] = [
    {
      id: "days",
      title: t("Responses per day"),
      table: ofDays,
      draw: (room) => daysPicture(fieldwork, room, words),
      picking: {
        pick: (item) => {
          const day = days[item]?.day;
          state.showDay(day === scope.day ? undefined : day);
        },
        isPicked: (item) => days[item]?.day === scope.day && scope.day !== undefined,
      },
    },
    {
      id: "cumulative",
      title: t("Responses, cumulative"),
      table: ofDays && {
        ...ofDays,
        caption: scopeTitle(t("Responses, cumulative"), fieldwork, words),
      },
      draw: (room) => cumulativePicture(fieldwork, room, words),
    },
    {
      id: "hours",
      title: hoursTitle(fieldwork, words),
      table: hoursTable(fieldwork, words),
      draw: (room) => hoursPicture(fieldwork, room, words),
      aside: dayChoice(fieldwork, state),
    },
    {
      id: "durations",
      title: t("Duration"),
      table: durationsTable(fieldwork, words),
      draw: (room) => durationsPicture(fieldwork, room, words),
    },
  ];
  return figures.flatMap(({ table, ...it }) => (table ? [{ ...it, table }] : []));
}

/** Renders a choice of the day, because the picture of the days shows weeks or months if there are many days. */
function dayChoice({ days, scope }: Fieldwork, state: FieldworkState): TemplateResult {
  return choice({
    className: "fieldwork-field",
    name: "day",
    label: t("Day"),
    value: scope.day,
    options: [
      { value: undefined, text: t("All days") },
      ...days.map(({ day, count }) => ({
        value: day,
        text: t("{0}: {1}", dayText(day, words), formatNumber(count)),
      })),
    ],
    choose: (day) => state.showDay(day),
  });
}
