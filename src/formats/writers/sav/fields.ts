import { invalidInput } from "../../../model/errors.ts";
import type { TableColumn } from "../../../model/tabular/tableColumn.ts";
import { segmentName, shortNames } from "./names.ts";

/** A column as an SPSS variable. */
export interface Field {
  readonly column: TableColumn;
  /** Index of the column, from 0. */
  readonly index: number;
  readonly shortName: string;
  /** Width of a text in bytes, at least 1; 0 for a number. */
  readonly width: number;
  /** Older variables that the variable consists of in the file: one, or several if it is a text of more than 255 bytes. */
  readonly segments: readonly Segment[];
  /** Values that are declared missing. Those of a text include blanks: SPSS has no other way to mark a missing text. */
  readonly missing: MissingValues;
}

/** Values that SPSS treats as missing: up to three values, or a range of numbers and one more value. */
export interface MissingValues {
  /** Bounds of the range, whole numbers, both inclusive. */
  readonly range?: readonly [number, number] | undefined;
  readonly values: readonly (string | number)[];
  /** Missing codes for which SPSS has no room. */
  readonly left: readonly (string | number)[];
}

export interface Segment {
  readonly name: string;
  /** Width in bytes; 0 for a number. */
  readonly width: number;
  /** Units of eight bytes that it takes in a case. */
  readonly units: number;
}

const widestText = 32_767;
const widestSegment = 255;
/** Bytes for which a very long string gets one segment, although a segment holds more. */
const bytesPerSegment = 252;

/**
 * @param columns with names that SPSS accepts (`savNames`)
 * @throws SurveyError "invalid-input" if texts of a column are longer than a .sav file can hold
 */
export function savFields(columns: readonly TableColumn[]): Field[] {
  const short = shortNames(columns.map(({ name }) => name));
  return columns.map((column, index) => {
    const width = column.type === "number" ? 0 : textWidth(column);
    const shortName = short[index] ?? "";
    return {
      column,
      index,
      shortName,
      width,
      missing: width > 0 ? missingTexts(column, width) : missingNumbers(column),
      segments: segmentWidths(width).map((it, segment) => ({
        name: segmentName(shortName, segment),
        width: it,
        units: Math.max(1, Math.ceil(it / 8)),
      })),
    };
  });
}

const maxMissing = 3;
const widestMissing = 8;

/** Wider columns have only blanks: PSPP 1.6 and haven disagree on how several values are written there. */
function missingTexts({ missing = [] }: TableColumn, width: number): MissingValues {
  const values = width > widestMissing ? [] : missing.slice(0, maxMissing - 1);
  return { values: ["", ...values], left: missing.filter((it) => !values.includes(it)) };
}

/**
 * Returns the missing values. If there are more than three, the longest run of consecutive whole numbers becomes a range.
 */
function missingNumbers({ missing = [], decimals }: TableColumn): MissingValues {
  const numbers = missing.map(Number).toSorted((a, b) => a - b);
  if (numbers.length <= maxMissing || decimals > 0) {
    return { values: numbers.slice(0, maxMissing), left: numbers.slice(maxMissing) };
  }
  let best: number[] = [];
  let run: number[] = [];
  for (const it of numbers) {
    run = it - 1 === run.at(-1) ? [...run, it] : [it];
    best = run.length > best.length ? run : best;
  }
  const [from = NaN, to = from] = [best[0], best.at(-1)];
  const others = numbers.filter((it) => !best.includes(it));
  return best.length < maxMissing
    ? { values: numbers.slice(0, maxMissing), left: numbers.slice(maxMissing) }
    : { range: [from, to], values: others.slice(0, 1), left: others.slice(1) };
}

function textWidth({ name, width, labels }: TableColumn): number {
  // A code that no response has must fit as well, because of its label.
  const widest = labels.reduce(
    (most, { value }) => Math.max(most, Buffer.byteLength(String(value))),
    Math.max(1, width),
  );
  if (widest > widestText) {
    throw invalidInput(
      'The column "{0}" has texts of up to {1} bytes, and an SPSS file can have at most {2}. Export without this column, or export as CSV or Parquet.',
      name,
      widest,
      widestText,
    );
  }
  return widest;
}

function segmentWidths(width: number): number[] {
  if (width <= widestSegment) {
    return [width];
  }
  const count = Math.ceil(width / bytesPerSegment);
  return Array.from({ length: count }, (_, segment) =>
    segment < count - 1 ? widestSegment : width - segment * bytesPerSegment,
  );
}
