import type { Asked, Conversation } from "./conversation.ts";

/*
 * What somebody can compute who knows only which groups the told figures are about. Shares no code with the code under test.
 */

/** Differs from the ledger's prime. */
const prime = 67_108_837n;
const modulus = Number(prime);

/** People who are alike in every attribute that was asked about. */
export interface Cell {
  readonly person: number;
  size: number;
}

export function cellsOf(conversation: Conversation, people: number): Cell[] {
  const attributes = new Set<number>();
  for (const { asked } of conversation.answers) {
    for (const { attribute } of [...asked.all, ...asked.notAll]) {
      attributes.add(attribute);
    }
    if (asked.value) {
      attributes.add(asked.value.attribute);
    }
  }
  const cells = new Map<string, Cell>();
  for (let person = 0; person < people; person++) {
    const codes = [...attributes].map((it) => conversation.codeOf(it, person));
    const key = [conversation.batchOf(person), ...codes].join();
    const cell = cells.get(key);
    if (cell) {
      cell.size++;
    } else {
      cells.set(key, { person, size: 1 });
    }
  }
  return [...cells.values()];
}

/** Returns what one person of each cell contributes to the figure. */
export function factorsOf(conversation: Conversation, cells: readonly Cell[], asked: Asked) {
  const { value } = asked;
  return Float64Array.from(cells, ({ person }) => {
    const has = conversation.has(asked, person);
    return has ? (value?.of(conversation.codeOf(value.attribute, person)) ?? 1) : 0;
  });
}

/** Linear equations, solved as far as possible. */
export class Equations {
  /** Rows by leading unknown: 1 at the own leading unknown, 0 at all others. */
  readonly #rows = new Map<number, Float64Array>();

  get rows(): ReadonlyMap<number, Float64Array> {
    return this.#rows;
  }

  /** @returns false if the equation follows from the earlier ones */
  add(factors: Float64Array): boolean {
    const rest = Float64Array.from(factors);
    for (const [lead, row] of this.#rows) {
      subtract(rest, row, rest[lead] ?? 0);
    }
    const lead = rest.findIndex((it) => it !== 0);
    if (lead < 0) {
      return false;
    }
    const scale = power(rest[lead] ?? 1, prime - 2n);
    const row = rest.map((it) => product(it, scale));
    for (const other of this.#rows.values()) {
      subtract(other, row, other[lead] ?? 0);
    }
    this.#rows.set(lead, row);
    return true;
  }

  /** Returns whether the sum of these unknowns follows from the equations. */
  determines(unknowns: ReadonlySet<number>): boolean {
    const leads = [...unknowns].flatMap((it) => this.#rows.get(it) ?? []);
    const [first] = leads;
    if (!first) {
      return false;
    }
    for (let at = 0; at < first.length; at++) {
      const sum = leads.reduce((before, row) => before + (row[at] ?? 0), 0) % modulus;
      if (sum !== Number(unknowns.has(at))) {
        return false;
      }
    }
    return true;
  }
}

function subtract(from: Float64Array, row: Float64Array, factor: number): void {
  if (factor === 0) {
    return;
  }
  for (let at = 0; at < from.length; at++) {
    const value = row[at] ?? 0;
    if (value !== 0) {
      const difference = (from[at] ?? 0) - product(value, factor);
      from[at] = difference < 0 ? difference + modulus : difference;
    }
  }
}

function product(one: number, other: number): number {
  const exact = one * other;
  return exact - Math.floor(exact / modulus) * modulus;
}

function power(base: number, exponent: bigint): number {
  let [result, square] = [1, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    result = rest & 1n ? product(result, square) : result;
    square = product(square, square);
  }
  return result;
}
