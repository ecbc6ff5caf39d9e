/**
 * Compares by name in v3, by rank in v1 and v2. One rank with two names is two questions, as after an edit of the survey.
 */
export function isSameColumn(column: Named, variable: Named): boolean {
  if (column.rank === undefined || variable.rank === undefined) {
    return column.name === variable.name && !isUnnamed(column) && !isUnnamed(variable);
  }
  return (
    column.rank === variable.rank &&
    (column.name === variable.name || isUnnamed(column) || isUnnamed(variable))
  );
}

export interface Named {
  readonly name: string;
  readonly rank?: number | undefined;
}

/** Returns whether only its rank is known, which then is its name too. */
export function isUnnamed({ name, rank }: Named): boolean {
  return rank !== undefined && name === String(rank);
}
