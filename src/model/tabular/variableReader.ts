import type { Response, Variable } from "../response.ts";

/** What a variable of responses belongs to, such as the facts or the columns of a question. */
export interface Owner {
  /** Used by the reader alone: number of the last response that had it. */
  stamp: number;
}

/** Finds the owners of the variables of responses. */
export class VariableReader<T extends Owner> {
  readonly #find: (variable: Variable) => T;
  /** Variables by position, with their owners: most responses have the same variables in the same order. */
  readonly #before: { variable: Variable; owner: T }[] = [];
  #stamp = 0;

  constructor(find: (variable: Variable) => T) {
    this.#find = find;
  }

  /** Calls `take` for each owner in the response. Variables with the same owner are joined, with the answers of all. */
  read({ variables }: Response, take: (owner: T, variable: Variable) => void): void {
    const stamp = ++this.#stamp;
    let isDoubled = false;
    let index = 0;
    for (const variable of variables) {
      const owner = this.#ownerOf(variable, index++);
      isDoubled ||= owner.stamp === stamp;
      owner.stamp = stamp;
    }
    index = 0;
    for (const variable of isDoubled ? this.#joined(variables) : variables) {
      take(this.#ownerOf(variable, index++), variable);
    }
  }

  #ownerOf(variable: Variable, index: number): T {
    const before = this.#before[index];
    if (before?.variable.name === variable.name && before.variable.rank === variable.rank) {
      return before.owner;
    }
    const owner = this.#find(variable);
    this.#before[index] = { variable, owner };
    return owner;
  }

  #joined(variables: readonly Variable[]): Variable[] {
    const joined = new Map<T, Variable>();
    for (const [index, variable] of variables.entries()) {
      const owner = this.#ownerOf(variable, index);
      const first = joined.get(owner);
      joined.set(owner, {
        ...(first ?? variable),
        options: [...(first?.options ?? []), ...variable.options],
        answer: [...(first?.answer ?? []), ...variable.answer],
      });
    }
    return [...joined.values()];
  }
}
