import type { Column } from "../grid.ts";

const kinds = ["metadata", "variable", "embedded"] as const;

/**
 * Names that no two of the columns share, upper and lower case being the same. A name stays as it is where it can: where
 * columns have one name, the response's own facts keep it before variables, and these before embedded data.
 */
export function tableNames(columns: readonly Pick<Column, "kind" | "name">[]): string[] {
  const order = kinds.flatMap((kind) =>
    [...columns.keys()].filter((it) => columns[it]?.kind === kind),
  );
  const names = uniqueNames(order.map((it) => columns[it]?.name ?? ""));
  const made: string[] = [];
  for (const [index, place] of order.entries()) {
    made[place] = names[index] ?? "";
  }
  return made;
}

/**
 * The names in their order, made fit and unique: the first of several keeps its name, later ones get `_2`, `_3` and so on.
 * No name is given that another has of its own.
 * @param taken names that others have
 */
export function uniqueNames(names: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set(taken.map(folded));
  const fit = names.map(fitName);
  const isFirst = fit.map((it) => used.size < used.add(folded(it)).size);
  const last = new Map<string, number>();
  return fit.map((name, index) => {
    if (isFirst[index] === true) {
      return name;
    }
    let number = last.get(folded(name)) ?? 1;
    do {
      number++;
    } while (used.has(folded(`${name}_${number}`)));
    last.set(folded(name), number);
    used.add(folded(`${name}_${number}`));
    return `${name}_${number}`;
  });
}

/** On one line; half a surrogate pair, which no file can hold, is what UTF-8 makes of it. */
function fitName(name: string): string {
  const fit = name
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
  return fit === "" ? "unnamed" : fit;
}

function folded(name: string): string {
  return name.toLowerCase();
}
