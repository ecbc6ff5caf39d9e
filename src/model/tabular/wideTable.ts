import type { Column } from "../grid.ts";
import { valueCells, type Cells, type Given, type NewColumn } from "./cells.ts";
import { uniqueNames } from "./columnNames.ts";
import { knownPart, renamedOf, type Contents, type Layout } from "./contents.ts";
import type { EmbeddedFacts } from "./embeddedFacts.ts";
import { labelsOf } from "../optionLabels.ts";
import { questionCells } from "./questionCells.ts";
import type { MetadataFacts } from "./metadataFacts.ts";
import type { ResponseFacts } from "./responseFacts.ts";
import type { ResponseSet, TableColumn, TableValue } from "./tableColumn.ts";
import type { TableForm } from "./tableForm.ts";
import { widest } from "./valueFacts.ts";
import type { VariableFacts } from "./variableFacts.ts";
import { VariableReader } from "./variableReader.ts";

type WideForm = Pick<TableForm, "cells" | "multiSelect">;

/** A variable, metadata field or field of embedded data, with its columns. */
class Part {
  readonly column: Column;
  /** Unique among the parts. */
  readonly name: string;
  readonly cells: Cells;
  /** Index of its first column in a row. */
  readonly first: number;
  stamp = 0;
  /** Values in the response that is being written. */
  given: Given[] = [];

  constructor(column: Column, name: string, cells: Cells, first: number) {
    this.column = column;
    this.name = name;
    this.cells = cells;
    this.first = first;
  }
}

/**
 * Makes a table with one row per response.
 * @throws SurveyError "too-large" if a question would need too many columns
 */
export function wideTable(facts: ResponseFacts, contents: Contents, form: WideForm): Layout {
  const { metadata, variables, embedded, nameOf } = contents;
  const parts = new Map<object, Part>();
  let width = 0;
  const add = (of: MetadataFacts | VariableFacts | EmbeddedFacts, cells: Cells): void => {
    parts.set(of, new Part(of.column, nameOf(of), cells, width));
    width += cells.columns.length;
  };
  for (const it of metadata) {
    add(it, metadataCells(it, form));
  }
  for (const it of variables) {
    add(it, questionCells(it, form));
  }
  for (const it of embedded) {
    add(it, embeddedCells(it, form));
  }
  const partOf = knownPart(parts);
  const own = metadata.map((it) => ({ name: it.name, part: partOf(it) }));
  const reader = new VariableReader((it) => partOf(facts.variableOf(it)));
  const empty = new Array<TableValue>(width).fill(null);
  let stamp = 0;
  const description = described([...parts.values()]);
  return {
    ...description,
    rows: facts.responses,
    columnsOf: (of) => {
      const { first, cells } = partOf(of);
      return description.columns.slice(first, first + cells.columns.length);
    },
    rowsOf: (response) => {
      const row = empty.slice();
      for (const { name, part } of own) {
        const value = response[name];
        if (value !== undefined) {
          part.cells.write(row, part.first, [{ value }]);
        }
      }
      reader.read(response, ({ cells, first }, { answer }) => {
        if (answer.length > 0) {
          cells.write(row, first, answer);
        }
      });
      stamp++;
      for (const { name, value, valueLabel } of response.embeddedData) {
        if (value !== undefined) {
          const part = partOf(facts.embeddedOf(name));
          const before = part.stamp === stamp ? part.given : [];
          part.stamp = stamp;
          part.given = [...before, { value, valueLabel }];
          part.cells.write(row, part.first, part.given);
        }
      }
      return [row];
    },
  };
}

/** Metadata are always text. An ID stays beside its label, because tables are joined by it. */
function metadataCells({ options, values }: MetadataFacts, { cells }: WideForm): Cells {
  // Ids of groups without responses may be wider than all others.
  const width = Math.max(values.width, widest(options.map((it) => it.name)));
  const labels = labelsOf(options);
  return valueCells(
    {
      text: "",
      values: { width, markedWidth: width, decimals: 0, isNumeric: false, reason: undefined },
      measure: "nominal",
      options,
      labelOf: ({ value }) => labels.get(value),
      labelWidth: widest(options.map((it) => it.label)),
    },
    cells === "codes" ? "codes" : "both",
  );
}

function embeddedCells(facts: EmbeddedFacts, { cells }: WideForm): Cells {
  const { column, values, labelWidth, isSeveral, listWidth, most, options } = facts;
  return valueCells(
    {
      text: column.text,
      values,
      measure: values.isNumeric && !isSeveral && options.length === 0 ? "scale" : "nominal",
      options,
      labelOf: (it) => facts.labelOf(it),
      labelWidth,
      list: isSeveral ? { width: listWidth, most, arranged: (given) => given } : undefined,
    },
    cells,
  );
}

/** Names the columns. */
function described(parts: readonly Part[]): Pick<Layout, "columns" | "sets" | "renamed"> {
  const made = parts.flatMap((part) => part.cells.columns.map((column) => ({ part, column })));
  // Names of variables take precedence over those derived from other variables.
  const derived = made.filter(({ column }) => column.suffix !== "");
  const names = uniqueNames(
    derived.map(({ part, column }) => part.name + column.suffix),
    parts.map((it) => it.name),
  );
  const derivedName = new Map(derived.map(({ column }, index) => [column, names[index]]));
  const named = made.map(({ part, column }) => ({
    wanted: part.column.name + column.suffix,
    column: tableColumn(part.column, derivedName.get(column) ?? part.name, column),
  }));
  const columns = named.map((it) => it.column);
  return {
    columns,
    sets: parts.flatMap(({ name, column, cells, first }): ResponseSet[] => {
      const options = columns
        .slice(first, first + cells.columns.length)
        .filter((it) => it.origin?.part === "option");
      return options.length === 0
        ? []
        : [{ name, label: column.text, columns: options.map((it) => it.name) }];
    }),
    renamed: named.flatMap(({ wanted, column }) => renamedOf(wanted, column.name)),
  };
}

function tableColumn(
  { kind, name: of, rank }: Column,
  name: string,
  column: NewColumn,
): TableColumn {
  const { part, code, suffix: _, ...rest } = column;
  const origin = {
    kind,
    name: of,
    ...(rank === undefined ? {} : { rank }),
    part,
    ...(code === undefined ? {} : { code }),
  };
  return { name, origin, ...rest };
}
