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
import { tableCsv, tableMarkdown } from "../../../charts/tableText.ts";
import type { Fieldwork } from "../../../model/fieldwork.ts";
import { action } from "../../shared/controls.ts";
import { formatNumber, t, words } from "../../shared/l10n.ts";
import "../../shared/menu.ts";
import type { MenuItem } from "../../shared/menu.ts";
import { choice } from "./choice.ts";
import type { Figure, FigureOwner } from "./figureFrame.ts";
import "./figureFrame.ts";

export interface PicturesOwner extends FigureOwner {
  /** Those that are not named are shown as pictures. */
  showTables(ids: ReadonlySet<string>): void;
  showDay(day: string | undefined): void;
}

/** The pictures, and what stands beside the last of them. */
export function fieldworkPictures(
  figures: readonly Figure[],
  /** Ids of the figures that are shown as tables. */
  asTables: ReadonlySet<string>,
  owner: PicturesOwner,
  beside: TemplateResult | typeof nothing,
): TemplateResult {
  return html`<div class="fieldwork-figures">
    ${figures.map(
      (it) =>
        html`<figure-frame
          class="figure-${it.id}"
          .figure=${it}
          .owner=${owner}
          .asTable=${asTables.has(it.id)}
          .setAsTable=${(asTable: boolean) => owner.showTables(toggled(asTables, it.id, asTable))}
        ></figure-frame>`,
    )}
    ${beside}
  </div>`;
}

/** What can be done with all pictures at once. */
export function allPictures(
  fieldwork: Fieldwork,
  figures: readonly Figure[],
  asTables: ReadonlySet<string>,
  owner: PicturesOwner,
): TemplateResult {
  const areTables = figures.every((it) => asTables.has(it.id));
  const tables = (): FigureTable[] => fieldworkTables(fieldwork, words);
  const items: MenuItem[] = [
    {
      label: t("Copy all as CSV"),
      run: (done) => owner.copyText(tableCsv(tables(), words), done),
    },
    {
      label: t("Copy all as Markdown"),
      run: (done) => owner.copyText(tableMarkdown(tables()), done),
    },
  ];
  return html`<span class="fieldwork-views">
    ${action({
      icon: areTables ? "graph" : "table",
      label: areTables ? t("Show all as pictures") : t("Show all as tables"),
      run: () => owner.showTables(new Set(areTables ? [] : figures.map((it) => it.id))),
    })}
    <overflow-menu .label=${t("Copy all")} .icon=${"copy"} .items=${items}></overflow-menu>
  </span>`;
}

function toggled(before: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const ids = new Set(before);
  if (isIn) {
    ids.add(id);
  } else {
    ids.delete(id);
  }
  return ids;
}

/** Those that there is something to show of. */
export function figuresOf(fieldwork: Fieldwork, owner: PicturesOwner): Figure[] {
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
          owner.showDay(day === scope.day ? undefined : day);
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
      aside: dayChoice(fieldwork, owner),
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

/** Beside the picture of the days, which has columns of weeks or months where there are many of them. */
function dayChoice({ days, scope }: Fieldwork, owner: PicturesOwner): TemplateResult {
  return choice({
    name: "day",
    label: t("Day"),
    value: scope.day ?? "",
    options: [
      { value: "", text: t("All days") },
      ...days.map(({ day, count }) => ({
        value: day,
        text: t("{0}: {1}", dayText(day, words), formatNumber(count)),
      })),
    ],
    choose: (day) => owner.showDay(day === "" ? undefined : day),
  });
}
