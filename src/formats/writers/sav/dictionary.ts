import type { Measure, ValueLabel } from "../../../model/tabular/tableColumn.ts";
import { bias } from "./cases.ts";
import type { Field, Segment } from "./fields.ts";

/** What precedes the data. No text is longer than the format allows. */
export interface Dictionary {
  readonly fields: readonly LabelledField[];
  readonly sets: readonly FieldSet[];
  readonly fileLabel: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly toolVersion: string;
  readonly cases: number;
}

interface LabelledField extends Field {
  /** Empty if there is none. */
  readonly label: string;
  readonly valueLabels: readonly ValueLabel[];
}

export interface FieldSet {
  readonly name: string;
  readonly label: string;
  readonly fields: readonly Field[];
}

const record = { variable: 2, labels: 3, labelled: 4, extension: 7, end: 999 };
const extension = {
  integers: 3,
  floats: 4,
  sets: 7,
  display: 11,
  longNames: 13,
  veryLong: 14,
  cases: 16,
  encoding: 20,
  longLabels: 21,
  longMissing: 22,
};
const format = { text: 1, number: 5 };
const measures: Record<Measure, number> = { nominal: 1, ordinal: 2, scale: 3 };
const alignments = { left: 0, right: 1 };
const utf8 = 65_001;
const greatestInt32 = 0x7fffffff;
/** Texts up to this width, in bytes, have their labels and missing values in the older records. */
const shortText = 8;
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Yields the records, in the order of the PSPP project's description of the system file format. */
export function* dictionaryBytes(dictionary: Dictionary): Generator<Uint8Array> {
  yield header(dictionary);
  for (const field of dictionary.fields) {
    yield variableRecords(field);
  }
  yield* shortLabels(dictionary);
  yield machine(dictionary.toolVersion);
  yield* setRecord(dictionary);
  yield display(dictionary);
  yield longNames(dictionary);
  yield* veryLong(dictionary);
  yield extensionRecord(extension.cases, 8, [int64(1), int64(dictionary.cases)]);
  yield extensionRecord(extension.encoding, 1, [bytes("UTF-8")]);
  yield* longLabels(dictionary);
  yield* longMissing(dictionary);
  yield int32(record.end, 0);
}

function header({ fields, fileLabel, createdAt, toolVersion, cases }: Dictionary): Buffer {
  const [, year = "", month = "", day = "", time = ""] =
    /^\d\d(\d\d)-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)/.exec(createdAt) ?? [];
  const units = fields.flatMap(({ segments }) => segments).reduce((sum, it) => sum + it.units, 0);
  return Buffer.concat([
    bytes("$FL2"),
    padded(`@(#) SPSS DATA FILE Survey Explorer ${toolVersion}`, 60),
    // Layout 2, units of a case, compressed, not weighted, cases (-1: too many for this field).
    int32(2, units, 1, 0, cases > greatestInt32 ? -1 : cases),
    float64(bias),
    padded(`${day} ${months[Number(month) - 1] ?? ""} ${year}`, 9),
    padded(time, 8),
    padded(fileLabel, 64),
    Buffer.alloc(3),
  ]);
}

function variableRecords(field: LabelledField): Buffer {
  return Buffer.concat(
    field.segments.flatMap((segment, index) => [
      variableRecord(field, segment, index === 0 ? field.label : ""),
      // Each further unit of a text has an empty record.
      ...Array.from({ length: segment.units - 1 }, () => furtherUnit),
    ]),
  );
}

const furtherUnit = Buffer.concat([int32(record.variable, -1, 0, 0, 0, 0), padded("", 8)]);

function variableRecord(field: Field, { name, width }: Segment, label: string): Buffer {
  const shown = width > 0 ? (format.text << 16) | (width << 8) : numberFormat(field);
  const text = bytes(label);
  const missing = field.width <= shortText ? missingValues(field) : [];
  const isRange = field.missing.range !== undefined;
  return Buffer.concat([
    int32(
      record.variable,
      width,
      label === "" ? 0 : 1,
      isRange ? -missing.length : missing.length,
      shown,
      shown,
    ),
    padded(name, 8),
    ...(label === "" ? [] : [int32(text.length), filled(text, 4)]),
    ...missing,
  ]);
}

/** Returns the missing values; the bounds of the range come first. */
function missingValues({ width, missing: { range, values } }: Field): Buffer[] {
  return [...(range ?? []), ...values].map((it) =>
    width === 0 ? float64(Number(it)) : padded(String(it), shortText),
  );
}

/**
 * Returns the format F, as wide as the widest value or labelled code, within SPSS's limits. It says how numbers are shown,
 * and does not change them.
 */
function numberFormat({ column }: Field): number {
  const decimals = Math.min(16, column.decimals);
  const widest = column.labels.reduce(
    (most, { value }) => Math.max(most, String(value).length),
    Math.max(1, column.width, decimals > 0 ? decimals + 2 : 0),
  );
  return (format.number << 16) | (Math.min(40, widest) << 8) | decimals;
}

function* shortLabels({ fields }: Dictionary): Generator<Buffer> {
  let index = 1;
  for (const field of fields) {
    const labels = field.width <= shortText ? field.valueLabels : [];
    if (labels.length > 0) {
      yield Buffer.concat([
        int32(record.labels, labels.length),
        ...labels.flatMap(({ value, label }) => {
          const text = bytes(label);
          return [
            field.width === 0 ? float64(Number(value)) : padded(String(value), 8),
            filled(Buffer.concat([Buffer.of(text.length), text]), 8),
          ];
        }),
        int32(record.labelled, 1, index),
      ]);
    }
    index += field.segments.reduce((sum, { units }) => sum + units, 0);
  }
}

function machine(toolVersion: string): Buffer {
  const [major = 0, minor = 0, patch = 0] = toolVersion
    .split(".")
    .map((part) => Number.parseInt(part, 10) || 0);
  return Buffer.concat([
    // Unknown machine code, IEEE 754, compressed, little-endian.
    extensionRecord(extension.integers, 4, [int32(major, minor, patch, -1, 1, 1, 2, utf8)]),
    // The system-missing number, the greatest number, and the least that is not missing.
    extensionRecord(extension.floats, 8, [
      float64(-Number.MAX_VALUE),
      float64(Number.MAX_VALUE),
      Buffer.from("feffffffffffefff", "hex"),
    ]),
  ]);
}

/** Multiple dichotomies; the counted value is 1. */
function* setRecord({ sets }: Dictionary): Generator<Buffer> {
  if (sets.length > 0) {
    const lines = sets.map(({ name, label, fields }) => {
      const members = fields.map(({ shortName }) => ` ${shortName.toLowerCase()}`).join("");
      return `${name}=D1 1 ${Buffer.byteLength(label)} ${label}${members}\n`;
    });
    yield extensionRecord(extension.sets, 1, [bytes(lines.join(""))]);
  }
}

/** Returns measure, width on the screen (in characters) and alignment of each segment. */
function display({ fields }: Dictionary): Buffer {
  const facts = fields.flatMap(({ column, width, segments }) => {
    const shown = width > 0 ? Math.min(32, Math.max(8, width)) : 8;
    const alignment = width > 0 ? alignments.left : alignments.right;
    return segments.flatMap(() => [measures[column.measure], shown, alignment]);
  });
  return extensionRecord(extension.display, 4, [int32s(facts)]);
}

function longNames({ fields }: Dictionary): Buffer {
  const pairs = fields.map(({ shortName, column }) => `${shortName}=${column.name}`);
  return extensionRecord(extension.longNames, 1, [bytes(pairs.join("\t"))]);
}

function* veryLong({ fields }: Dictionary): Generator<Buffer> {
  const long = fields.filter(({ segments }) => segments.length > 1);
  if (long.length > 0) {
    const pairs = long.map(
      ({ shortName, width }) => `${shortName}=${String(width).padStart(5, "0")}\0\t`,
    );
    yield extensionRecord(extension.veryLong, 1, [bytes(pairs.join(""))]);
  }
}

function* longLabels({ fields }: Dictionary): Generator<Buffer> {
  const parts = fields
    .filter(({ width, valueLabels }) => width > shortText && valueLabels.length > 0)
    .flatMap(({ column, width, valueLabels }) => [
      sized(bytes(column.name)),
      int32(width, valueLabels.length),
      ...valueLabels.flatMap(({ value, label }) => [
        sized(padded(String(value), width)),
        sized(bytes(label)),
      ]),
    ]);
  if (parts.length > 0) {
    yield extensionRecord(extension.longLabels, 1, parts);
  }
}

/** Whatever the width of the variable, a missing text has eight bytes, padded with blanks. */
function* longMissing({ fields }: Dictionary): Generator<Buffer> {
  const parts = fields
    .filter(({ width }) => width > shortText)
    .flatMap((field) => {
      const missing = missingValues(field);
      const head = [sized(bytes(field.column.name)), Buffer.of(missing.length), int32(shortText)];
      return [...head, ...missing];
    });
  if (parts.length > 0) {
    yield extensionRecord(extension.longMissing, 1, parts);
  }
}

/** @param size of an element, in bytes */
function extensionRecord(type: number, size: number, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([int32(record.extension, type, size, content.length / size), content]);
}

function bytes(text: string): Buffer {
  return Buffer.from(text, "utf8");
}

/** Pads the text with blanks. The text must fit. */
function padded(text: string, length: number): Buffer {
  const buffer = Buffer.alloc(length, " ");
  buffer.write(text);
  return buffer;
}

/** Pads the content with zeros, up to a multiple of `unit`. */
function filled(content: Buffer, unit: number): Buffer {
  return Buffer.concat([content, Buffer.alloc((unit - (content.length % unit)) % unit)]);
}

/** Puts the content's length in front of it. */
function sized(content: Buffer): Buffer {
  return Buffer.concat([int32(content.length), content]);
}

function int32(...values: readonly number[]): Buffer {
  return int32s(values);
}

function int32s(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeInt32LE(value, index * 4));
  return buffer;
}

function int64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64LE(BigInt(value));
  return buffer;
}

function float64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleLE(value);
  return buffer;
}
