/** A person's arrangement of the columns of a survey's grid. Keys identify columns. */
export interface ColumnLayout {
  /** Columns in the chosen order. A column that is not listed follows the one before it in the default order. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** CSS pixels. */
  readonly widths: Readonly<Record<string, number>>;
  /** Number of shown columns that are frozen at the left. */
  readonly frozen: number;
}

export const defaultColumnLayout: ColumnLayout = { order: [], hidden: [], widths: {}, frozen: 1 };

interface Keyed {
  readonly key: string;
}

/** Returns the shown columns in the chosen order. Here and below, `columns` are all columns in their default order. */
export function arranged<T extends Keyed>(columns: readonly T[], layout: ColumnLayout): T[] {
  const hidden = new Set(layout.hidden);
  return ordered(columns, layout).filter((it) => !hidden.has(it.key));
}

/** Returns all columns in the chosen order, including hidden ones. */
export function ordered<T extends Keyed>(columns: readonly T[], layout: ColumnLayout): T[] {
  const byKey = new Map(columns.map((it) => [it.key, it]));
  const chosen = layout.order.filter((it) => byKey.has(it));
  return mergedByNeighbour(
    chosen,
    columns.map((it) => it.key),
  ).flatMap((key) => byKey.get(key) ?? []);
}

/** Moves a column next to another one. A frozen column that stays among the frozen ones, or at their end, stays frozen. */
export function withMoved(
  columns: readonly Keyed[],
  layout: ColumnLayout,
  key: string,
  { before, beside }: { readonly beside: string; readonly before: boolean },
): ColumnLayout {
  if (key === beside) {
    return layout;
  }
  const keys = ordered(columns, layout).map((it) => it.key);
  const others = keys.filter((it) => it !== key);
  const place = others.indexOf(beside);
  if (place < 0 || others.length === keys.length) {
    return layout;
  }
  const order = others.toSpliced(before ? place : place + 1, 0, key);
  return {
    ...layout,
    order: mergedByNeighbour(order, layout.order),
    frozen: layout.hidden.includes(key) ? layout.frozen : frozenAfter(layout, keys, order, key),
  };
}

/** Hides columns, or shows them again. */
export function withHidden(
  layout: ColumnLayout,
  keys: readonly string[],
  isHidden: boolean,
): ColumnLayout {
  const others = layout.hidden.filter((it) => !keys.includes(it));
  return { ...layout, hidden: isHidden ? [...others, ...keys] : others };
}

/** Freezes the columns up to this one, or none if exactly these are frozen. */
export function withFrozenUpTo(
  columns: readonly Keyed[],
  layout: ColumnLayout,
  key: string,
): ColumnLayout {
  const count = arranged(columns, layout).findIndex((it) => it.key === key) + 1;
  return { ...layout, frozen: count === layout.frozen ? 0 : count };
}

/** Returns how many columns are frozen after a shown column has moved. */
function frozenAfter(
  layout: ColumnLayout,
  before: readonly string[],
  after: readonly string[],
  key: string,
): number {
  const hidden = new Set(layout.hidden);
  const placeIn = (keys: readonly string[]): number =>
    keys.filter((it) => !hidden.has(it)).indexOf(key);
  const wasFrozen = placeIn(before) < layout.frozen;
  const others = wasFrozen ? layout.frozen - 1 : layout.frozen;
  const place = placeIn(after);
  return place < others || (wasFrozen && place === others) ? others + 1 : others;
}

/**
 * Adds to `first` the keys that only `second` has, each behind its predecessor in `second`, or at the front if it has none.
 */
function mergedByNeighbour(first: Iterable<string>, second: Iterable<string>): string[] {
  const front: string[] = [];
  const lines = new Map(Array.from(first, (it) => [it, [it]]));
  let line = front;
  for (const key of new Set(second)) {
    const own = lines.get(key);
    if (own) {
      line = own;
    } else {
      line.push(key);
    }
  }
  return [front, ...lines.values()].flat();
}
