import type { Response } from "../response.ts";
import type { MissingCodes } from "../missingCodes.ts";
import type { CollectGroup, Survey } from "../survey.ts";
import { tableNames } from "./columnNames.ts";
import type { Contents, Layout } from "./contents.ts";
import { longTable } from "./longTable.ts";
import { ResponseFacts } from "./responseFacts.ts";
import type { TableDescription, TableValue, TableVariable } from "./tableColumn.ts";
import type { TableForm } from "./tableForm.ts";
import { wideTable } from "./wideTable.ts";

/** What a table is made of, besides the responses. */
export interface TableSource {
  readonly survey: Survey;
  readonly collectGroups: readonly Pick<CollectGroup, "collectGroupId" | "label">[];
  /** "metadata": responses without their answers. */
  readonly kind: "responses" | "metadata";
  /** Requested names of variables and embedded data, regardless of case; undefined or empty: all. */
  readonly variables?: readonly string[] | undefined;
  readonly embeddedData?: readonly string[] | undefined;
  /** Codes that do not count as answers. They stay in the table like all others. */
  readonly missingCodes?: MissingCodes | undefined;
}

/** Goes through all responses once, to find out which columns there are and what they hold. */
export interface TableScan {
  /** Adds some responses, in their order. */
  add(responses: readonly Response[]): void;
  /**
   * Returns the table of all added responses, or of the structure alone if none was added. Metadata are always a wide table.
   * @throws SurveyError "too-large" if a question would need more columns than there can be
   */
  table(form: TableForm): Table;
}

export interface Table extends TableDescription {
  /** Returns the rows of one response, with one value per column: one row in the wide layout, any number in the long one. */
  readonly rowsOf: (response: Response) => TableValue[][];
}

/** Makes a scan. Columns are the same in every format, and in every version that has their data. */
export function tableScan(source: TableSource): TableScan {
  const facts = new ResponseFacts(source);
  return {
    add: (responses) => {
      for (const it of responses) {
        facts.add(it);
      }
    },
    table: (form) => {
      const contents = contentsOf(facts, source);
      const isLong = form.layout === "long" && source.kind === "responses";
      const { columnsOf, ...layout } = isLong
        ? longTable(facts, contents)
        : wideTable(facts, contents, form);
      return {
        ...layout,
        unknownCodes: contents.variables.flatMap((it) =>
          it.unknownCodes.map(({ code, responses }) => ({
            variable: contents.nameOf(it),
            code,
            count: responses,
          })),
        ),
        responses: facts.responses,
        variables: variablesOf(contents, columnsOf),
      };
    },
  };
}

/** Returns the requested contents, and whatever else responses have. */
function contentsOf(facts: ResponseFacts, { variables, embeddedData }: TableSource): Contents {
  const wanted = {
    metadata: facts.metadata,
    variables: facts.variables().filter((it) => it.isGiven || isAsked(variables, it.column.name)),
    embedded: facts.embedded().filter((it) => it.isGiven || isAsked(embeddedData, it.column.name)),
  };
  const all = [...wanted.metadata, ...wanted.variables, ...wanted.embedded];
  const names = tableNames(all.map((it) => it.column));
  const nameOf = new Map<object, string>(all.map((it, index) => [it, names[index] ?? ""]));
  return { ...wanted, nameOf: (it) => nameOf.get(it) ?? it.column.name };
}

function variablesOf(
  { metadata, variables, embedded, nameOf }: Contents,
  columnsOf: Layout["columnsOf"],
): TableVariable[] {
  return [...metadata, ...variables, ...embedded].map((it) => {
    const { kind, name, rank, text, type, block } = it.column;
    const missing = "missing" in it ? it.missing : [];
    const { options } = it;
    const made = { tableName: nameOf(it), columns: columnsOf(it) };
    return { kind, name, rank, ...made, text, type, block, options, missing };
  });
}

function isAsked(names: readonly string[] | undefined, name: string): boolean {
  const folded = name.toLowerCase();
  return !names || names.length === 0 || names.some((it) => it.toLowerCase() === folded);
}
