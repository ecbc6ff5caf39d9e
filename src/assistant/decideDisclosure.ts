import { tellTable, type TableFigures, type ToldTable } from "../analysis/disclosure/tellTable.ts";
import { unlistedCount } from "../charts/question.ts";
import type { QuestionSummary } from "../model/summary.ts";
import { isOfStructure, type Figures } from "./figures.ts";
import { withLedger, type RowFigure } from "./ledgerFile.ts";
import type { ToolHost } from "./toolHost.ts";

/** For each figure of the table, whether it can be told. If the base cannot be told, nothing of the table is. */
interface Disclosure extends Omit<ToldTable, "rowTotals"> {
  /** True if so much was told of the survey that no new figures can be. */
  readonly isFull: boolean;
}

/** Decides which figures of a table can be told, so that they and all told before reveal no small count. */
export function decideDisclosure(
  host: Pick<ToolHost, "disclosureFolder" | "leastCount">,
  { read, counted }: Pick<Figures, "read" | "counted">,
  { base, columnTotals, cells }: Omit<TableFigures, "rowTotals">,
): Promise<Disclosure> {
  return withLedger(host, read.survey.key, counted.identities, (ledger, figureOf): Disclosure => {
    const its = figureOf(base);
    if (ledger.tell([its])[0] !== true) {
      const none = (figures: readonly RowFigure[]): boolean[] => figures.map(() => false);
      const isFull = ledger.limit !== undefined;
      return { base: false, columnTotals: none(columnTotals), cells: none(cells), isFull };
    }
    const told = tellTable(ledger, {
      base: its,
      columnTotals: columnTotals.map(figureOf),
      rowTotals: [],
      cells: cells.map(figureOf),
    });
    return { ...told, isFull: ledger.limit !== undefined };
  });
}

/** Says which values and groups are not listed. */
export function unlistedNotes(figures: Figures): string[] {
  const { asked, summary } = figures;
  const { kind, values } = summary;
  return [
    ...(kind === "number" && values.length === 0 && summary.distinct > 0
      ? [
          "There are too many different numbers to count each. Use statistics, or a filter by ranges.",
        ]
      : unlistedCount(summary) > 0
        ? [`Only the ${String(values.length)} most frequent values are listed.`]
        : []),
    ...fewNotes(
      figures,
      values.some((it) => !isOfStructure(asked, it)),
    ),
  ];
}

/**
 * Says that groups which few responses have are not listed, if there may be such groups.
 * @param isOfValues whether there may be such values, too
 */
export function fewNotes({ by, summary: { split } }: Figures, isOfValues = false): string[] {
  const isOfGroups = by && split?.parts.some((it) => !isOfStructure(by, it));
  return isOfValues || isOfGroups ? ["Values that too few responses have are not listed."] : [];
}

/**
 * Says how to filter by numbers that are listed. Their codes are plain numbers, and responses may have written them otherwise.
 * @param listed the summaries whose values are listed
 */
export function numberNotes(listed: readonly (QuestionSummary | undefined)[]): string[] {
  return listed.some((it) => it?.kind === "number" && it.values.length > 0)
    ? [
        "To filter by one of these numbers, use between with the number as atLeast and as atMost: oneOf finds only those written exactly so, not 980.00 for 980.",
      ]
    : [];
}

/** Explains why no figures are told at all. */
export function baseNote(leastCount: number): string {
  return `Nothing is told: fewer than ${String(leastCount)} people stand behind these figures, or their number could be used to work out that of so few. Widen the filter.`;
}

/** Explains why some figures are withheld. */
export function withheldNotes(leastCount: number, isFull: boolean): string[] {
  return [
    `Withheld: counts below ${String(leastCount)}, and others from which those could be worked out. Do not guess them.`,
    ...(isFull
      ? [
          "So many different figures of this survey were told that no new ones can be. Those told before can be asked for again.",
        ]
      : []),
  ];
}
