import { embeddedColumn, structureColumns, VariableColumns, type GrowingColumn } from "../grid.ts";
import { missingCodesOf, noMissingCodes, type MissingCodes } from "../missingCodes.ts";
import type { Response, Variable } from "../response.ts";
import type { Survey } from "../survey.ts";
import { EmbeddedFacts } from "./embeddedFacts.ts";
import { metadataFacts, type Groups, type MetadataFacts } from "./metadataFacts.ts";
import { VariableFacts } from "./variableFacts.ts";
import { VariableReader } from "./variableReader.ts";

interface FactsSource {
  readonly survey: Survey;
  readonly kind: "responses" | "metadata";
  readonly collectGroups: Groups;
  readonly missingCodes?: MissingCodes | undefined;
}

/** What is known of all added responses, which decides on the columns of their table. */
export class ResponseFacts {
  responses = 0;
  /** Number of answers and of values of embedded data. */
  answers = 0;
  readonly metadata: readonly MetadataFacts[];
  readonly #columns: VariableColumns;
  readonly #variables = new Map<GrowingColumn, VariableFacts>();
  readonly #embedded = new Map<string, EmbeddedFacts>();
  readonly #reader = new VariableReader((it) => this.variableOf(it));

  readonly #missing: MissingCodes;

  constructor({ survey, kind, collectGroups, missingCodes = noMissingCodes }: FactsSource) {
    this.#missing = missingCodes;
    this.metadata = metadataFacts(survey.apiVersion, kind, collectGroups);
    const columns = kind === "metadata" ? [] : structureColumns(survey);
    this.#columns = new VariableColumns(columns.filter((it) => it.kind === "variable"));
    for (const column of columns.filter((it) => it.kind === "embedded")) {
      this.#embedded.set(column.name, new EmbeddedFacts(column));
    }
  }

  add(response: Response): void {
    this.responses++;
    for (const { name, values } of this.metadata) {
      values.add(response[name] ?? "");
    }
    this.#reader.read(response, (facts, variable) => {
      facts.add(variable);
      this.answers += variable.answer.length;
    });
    for (const given of response.embeddedData) {
      this.embeddedOf(given.name).add(given, this.responses);
      this.answers += given.value === undefined ? 0 : 1;
    }
  }

  /** In the order of the structure, then in the order in which responses add them. */
  variables(): VariableFacts[] {
    return this.#columns.all.map((it) => this.#factsOf(it));
  }

  embedded(): EmbeddedFacts[] {
    return [...this.#embedded.values()];
  }

  variableOf(variable: Variable): VariableFacts {
    return this.#factsOf(this.#columns.of(variable));
  }

  embeddedOf(name: string): EmbeddedFacts {
    const known = this.#embedded.get(name);
    if (known) {
      return known;
    }
    const facts = new EmbeddedFacts(embeddedColumn(name, ""));
    this.#embedded.set(name, facts);
    return facts;
  }

  #factsOf(column: GrowingColumn): VariableFacts {
    const known = this.#variables.get(column);
    if (known) {
      return known;
    }
    const facts = new VariableFacts(column, missingCodesOf(this.#missing, column.column));
    this.#variables.set(column, facts);
    return facts;
  }
}
