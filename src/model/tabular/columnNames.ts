import type { Column } from "../grid.ts";

const kinds = ["metadata", "variable", "embedded"] as const;

/**
 * Returns names that are unique regardless of case. A name stays unchanged if possible: of columns with the same name,
 * metadata keep it before variables, and these before embedded data.
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
 * Returns the names in their order, made valid and unique: the first of several keeps its name, later ones get `_2`, `_3`
 * and so on, except names that others have of their own.
 * @param taken names that are not available
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

/** Puts the name on one line, and replaces lone surrogates, which no file can hold, as UTF-8 does. */
function fitName(name: string): string {
  const fit = name
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .toWellFormed()
    .trim();
  return fit === "" ? "unnamed" : fit;
}

function folded(name: string): string {
  return name.toLowerCase();
}
