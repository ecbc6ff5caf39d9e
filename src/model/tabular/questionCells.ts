import { SurveyError } from "../errors.ts";
import { localizable, sentences, type LocalizableText } from "../localizable.ts";
import { labelsOf } from "../optionLabels.ts";
import {
  delimitedColumn,
  textColumn,
  valueCells,
  type Cells,
  type Given,
  type NewColumn,
  type ValueSource,
} from "./cells.ts";
import { delimited } from "./delimited.ts";
import { isOrdinal } from "./questionTypes.ts";
import type { Measure } from "./tableColumn.ts";
import type { TableForm } from "./tableForm.ts";
import type { ValueFacts } from "./valueFacts.ts";
import { inOrder, maxUnknownCodes, saysCode, type VariableFacts } from "./variableFacts.ts";

type QuestionForm = Pick<TableForm, "cells" | "multiSelect">;

/**
 * Makes the columns of a question in the wide layout.
 * @throws SurveyError "too-large" if it would need too many
 */
export function questionCells(facts: VariableFacts, form: QuestionForm): Cells {
  const parts = [
    facts.isMulti && form.multiSelect === "columns"
      ? optionCells(facts)
      : valueCells(valueSource(facts), form.cells),
    ...(facts.isMulti && facts.isReordered ? [orderCells(facts)] : []),
    facts.isCoded ? codedTextCells(facts) : openTextCells(facts),
  ];
  const columns = parts.flatMap((it) => it.columns);
  const writers = parts.map(({ columns: { length }, write }) => ({ length, write }));
  const write: Cells["write"] = (row, first, given) => {
    let at = first;
    for (const it of writers) {
      if (it.length > 0) {
        it.write(row, at, given);
        at += it.length;
      }
    }
  };
  if (!facts.isCoded) {
    return { columns, write };
  }
  return {
    columns,
    write: (row, first, given) => {
      const said = given.every(saysCode) ? given : given.filter(saysCode);
      if (said.length > 0) {
        write(row, first, said);
      }
    },
  };
}

function valueSource(facts: VariableFacts): ValueSource {
  const { column, options } = facts;
  const labels = labelsOf(options);
  const isList = facts.isMulti || (!facts.isCoded && facts.isSeveral);
  return {
    text: column.text,
    values: facts.columnValues,
    missing: facts.missing,
    measure: measureOf(facts),
    options,
    labelOf: ({ value }) => labels.get(value),
    labelWidth: facts.labelWidth,
    list: isList
      ? {
          width: facts.listWidth,
          most: facts.most,
          arranged: facts.isCoded ? arrangedBy(facts) : (given) => given,
        }
      : undefined,
  };
}

function measureOf(facts: VariableFacts): Measure {
  if (isOrdinal(facts.column.type) && (facts.isCoded || facts.columnValues.isNumeric)) {
    return "ordinal";
  }
  return !facts.isCoded && facts.columnValues.isNumeric && !facts.isSeveral ? "scale" : "nominal";
}

/** Returns a function that puts answers in the options' order, each code once. */
function arrangedBy(facts: VariableFacts): (given: readonly Given[]) => readonly Given[] {
  const places = new Map(facts.codes.map((it) => [it.code, it.place]));
  return (given) => {
    if (given.length < 2 || !facts.isReordered) {
      return given;
    }
    const once = new Map(given.map((it) => [it.value, it]));
    return Array.from(once.values(), (it) => ({
      it,
      code: it.value,
      place: places.get(it.value) ?? Infinity,
    }))
      .sort(inOrder)
      .map(({ it }) => it);
  };
}

/** Makes a 0/1 column for each option. */
function optionCells(facts: VariableFacts): Cells {
  const { column } = facts;
  // An answer without a code chooses no option: it only has a text.
  const codes = facts.codes.filter((it) => it.code !== "" || it.place !== Infinity);
  if (facts.isOverfull || codes.length > maxUnknownCodes) {
    throw tooMany(
      facts,
      localizable(
        "Choose one delimited column for questions with several answers, or the long layout.",
      ),
    );
  }
  const labels = labelsOf(facts.options);
  const places = new Map(codes.map((it, index) => [it.code, index]));
  return {
    columns: codes.map(({ code }) => ({
      ...textColumn(optionLabel(column.text, labels.get(code) ?? code), 1),
      type: "number",
      part: "option",
      code,
      suffix: `_${code}`,
    })),
    write: (row, first, given) => {
      row.fill(0, first, first + codes.length);
      for (const { value } of given) {
        const place = places.get(value);
        if (place !== undefined) {
          row[first + place] = 1;
        }
      }
    },
  };
}

/** Makes a column with the codes in the order in which they were given. */
function orderCells(facts: VariableFacts): Cells {
  const { text } = facts.column;
  const column = delimitedColumn(text === "" ? "" : `${text} (order)`, facts.listWidth);
  return {
    columns: [{ ...column, part: "order", suffix: "_ORDER" }],
    write: (row, first, given) => {
      row[first] = delimited(given.map((it) => it.value));
    },
  };
}

/** Makes a column for the free texts given with each option; delimited if a response gave one option several times. */
function codedTextCells(facts: VariableFacts): Cells {
  if (facts.overfullTexts) {
    throw tooMany(facts, localizable("Choose the long layout."));
  }
  const { column, options } = facts;
  const labels = labelsOf(options);
  const codes = facts.codes.filter((it) => it.texts !== undefined);
  const places = new Map(codes.map((it, index) => [it.code, { index, isList: it.most > 1 }]));
  return {
    columns: codes.map((it) => {
      const { code } = it;
      const label = code === "" ? column.text : optionLabel(column.text, labels.get(code) ?? code);
      return otherColumn(label, code === "" ? undefined : code, it.texts, it.most);
    }),
    write: (row, first, given) => {
      for (const { value, etcValue } of given) {
        const place = etcValue ? places.get(value) : undefined;
        if (place && etcValue) {
          row[first + place.index] = place.isList
            ? textsOf(given.filter((it) => it.value === value))
            : etcValue;
        }
      }
    },
  };
}

/** Makes a column for the free texts given with answers; delimited, one text per answer, if a response gave several. */
function openTextCells(facts: VariableFacts): Cells {
  const { texts, most } = facts;
  return {
    columns: texts ? [otherColumn(facts.column.text, undefined, texts, most)] : [],
    write: (row, first, given) => {
      if (given.some((it) => it.etcValue)) {
        row[first] = facts.isSeveral ? textsOf(given) : (given[0]?.etcValue ?? null);
      }
    },
  };
}

function otherColumn(
  label: string,
  code: string | undefined,
  texts: ValueFacts | undefined,
  most: number,
): NewColumn {
  const { width = 0, markedWidth = 0 } = texts ?? {};
  const ownLabel = label === "" ? "" : `${label} (text)`;
  const column =
    most > 1 ? delimitedColumn(ownLabel, most * (markedWidth + 1)) : textColumn(ownLabel, width);
  return {
    ...column,
    part: "other",
    ...(code === undefined ? {} : { code }),
    suffix: code === undefined ? "_TEXT" : `_${code}_TEXT`,
  };
}

function textsOf(given: readonly Given[]): string {
  return delimited(given.map((it) => it.etcValue ?? ""));
}

function optionLabel(text: string, option: string): string {
  return text === "" ? option : `${text}: ${option}`;
}

function tooMany({ column, codes }: VariableFacts, advice: LocalizableText): SurveyError {
  return new SurveyError(
    "too-large",
    sentences(
      localizable(
        'The question "{0}" has {1} or more different codes, and a table has at most {2} columns for one question.',
        column.name,
        codes.length,
        maxUnknownCodes,
      ),
      advice,
    ),
  );
}
