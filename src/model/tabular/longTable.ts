import { textColumn, type Given } from "./cells.ts";
import { knownPart, renamedOf, type Contents, type Layout } from "./contents.ts";
import { labelsOf } from "../optionLabels.ts";
import type { ResponseFacts } from "./responseFacts.ts";
import type { TableColumn, TableValue } from "./tableColumn.ts";
import { widest } from "./valueFacts.ts";
import { VariableReader } from "./variableReader.ts";

/** Metadata that have a column of their own, if the version has them. */
const ownNames = ["responseId", "serial", "collectGroupId"];

/** A variable or field of embedded data, as rows show it. */
class Entry {
  readonly name: string;
  readonly labelOf: (given: Given) => string | undefined;
  stamp = 0;

  constructor(name: string, labelOf: Entry["labelOf"]) {
    this.name = name;
    this.labelOf = labelOf;
  }
}

/**
 * Makes a table with one row per answer: variables in the order of the response, then embedded data. All values are text,
 * because one column holds those of all questions.
 */
export function longTable(facts: ResponseFacts, contents: Contents): Layout {
  const { variables, embedded, nameOf } = contents;
  const own = contents.metadata.filter((it) => ownNames.includes(it.name));
  const entries = new Map<object, Entry>();
  for (const it of variables) {
    const labels = labelsOf(it.options);
    entries.set(it, new Entry(nameOf(it), ({ value }) => labels.get(value)));
  }
  for (const it of embedded) {
    entries.set(it, new Entry(nameOf(it), (given) => it.labelOf(given)));
  }
  const entryOf = knownPart(entries);
  const reader = new VariableReader((it) => entryOf(facts.variableOf(it)));
  return {
    columns: [...own.map((it) => longColumn(it.name, it.values.width)), ...answerColumns(contents)],
    sets: [],
    renamed: [...variables, ...embedded].flatMap((it) => renamedOf(it.column.name, nameOf(it))),
    rows: facts.answers,
    columnsOf: () => [],
    rowsOf: (response) => {
      const head = own.map((it): TableValue => response[it.name] ?? null);
      const rows: TableValue[][] = [];
      reader.read(response, ({ name, labelOf }, { answer }) => {
        for (const given of answer) {
          rows.push([...head, name, given.value, labelOf(given) ?? null, textOf(given)]);
        }
      });
      for (const { name, value, valueLabel } of response.embeddedData) {
        if (value !== undefined) {
          const entry = entryOf(facts.embeddedOf(name));
          const label = entry.labelOf({ value, valueLabel }) ?? null;
          rows.push([...head, entry.name, value, label, null]);
        }
      }
      return rows;
    },
  };
}

function answerColumns({ variables, embedded, nameOf }: Contents): TableColumn[] {
  const all = [...variables, ...embedded];
  return [
    longColumn("variable", widest(all.map(nameOf))),
    longColumn("value", most(all.map((it) => it.values.width))),
    longColumn("valueLabel", most(all.map((it) => it.labelWidth))),
    longColumn("otherText", most(variables.map((it) => it.textWidth))),
  ];
}

function longColumn(name: string, width: number): TableColumn {
  const { suffix: _, part: __, ...rest } = textColumn("", width);
  return { name, ...rest };
}

function most(widths: readonly number[]): number {
  return widths.reduce((a, b) => Math.max(a, b), 0);
}

function textOf({ etcValue }: Given): string | null {
  return etcValue === undefined || etcValue === "" ? null : etcValue;
}
