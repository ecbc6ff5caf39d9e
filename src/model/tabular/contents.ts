import type { Response } from "../response.ts";
import type { EmbeddedFacts } from "./embeddedFacts.ts";
import type { MetadataFacts } from "./metadataFacts.ts";
import type { Renamed, TableColumn, TableDescription, TableValue } from "./tableColumn.ts";
import type { VariableFacts } from "./variableFacts.ts";

/** What a table is made of, in column order: metadata, variables, embedded data. */
export interface Contents {
  readonly metadata: readonly MetadataFacts[];
  readonly variables: readonly VariableFacts[];
  readonly embedded: readonly EmbeddedFacts[];
  /** Returns the name in the table, unique among all. */
  readonly nameOf: (of: MetadataFacts | VariableFacts | EmbeddedFacts) => string;
}

/** The parts of a table that depend on the layout. */
export interface Layout extends Pick<TableDescription, "columns" | "sets" | "renamed" | "rows"> {
  readonly rowsOf: (response: Response) => TableValue[][];
  /** Returns the columns made of a part; none if they hold values of all parts. */
  readonly columnsOf: (of: MetadataFacts | VariableFacts | EmbeddedFacts) => readonly TableColumn[];
}

/** Returns a lookup in `parts`. @throws Error if a response has something unknown, because it was not added to the scan */
export function knownPart<T>(parts: ReadonlyMap<object, T>): (of: object) => T {
  return (of) => {
    const part = parts.get(of);
    if (part === undefined) {
      throw new Error("A table has rows only of responses that were added before it was made.");
    }
    return part;
  };
}

export function renamedOf(from: string, to: string): Renamed[] {
  return from === to ? [] : [{ from, to }];
}
