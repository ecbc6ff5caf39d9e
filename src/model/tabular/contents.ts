import type { Response } from "../response.ts";
import type { EmbeddedFacts } from "./embeddedFacts.ts";
import type { MetadataFacts } from "./metadataFacts.ts";
import type { Renamed, TableDescription, TableValue } from "./tableColumn.ts";
import type { VariableFacts } from "./variableFacts.ts";

/** What a table is made of, in its order: facts of the responses themselves, variables, embedded data. */
export interface Contents {
  readonly metadata: readonly MetadataFacts[];
  readonly variables: readonly VariableFacts[];
  readonly embedded: readonly EmbeddedFacts[];
  /** The name in the table, unique among all. */
  readonly nameOf: (of: MetadataFacts | VariableFacts | EmbeddedFacts) => string;
}

/** What is different in each layout. */
export interface Layout extends Pick<TableDescription, "columns" | "sets" | "renamed" | "rows"> {
  readonly rowsOf: (response: Response) => TableValue[][];
}

/** @throws Error where a response has what the table was not made of: it was not added before */
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
