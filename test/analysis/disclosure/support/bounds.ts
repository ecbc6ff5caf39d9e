import * as highs from "highs";
import type { LegacyHighs } from "highs";

/** An equation between numbers of people, none of which is negative. */
export interface Equation {
  readonly factors: Float64Array;
  readonly result: number;
}

// The package's types describe its CommonJS form, in which the function is one level deeper.
const load: unknown = highs.default;
const solver = await (load as () => Promise<LegacyHighs>)();

/** Returns the least and the greatest possible sum of these unknowns, by linear programming. */
export function boundsOf(
  equations: readonly Equation[],
  unknowns: ReadonlySet<number>,
): readonly [number, number] {
  const objective = [...unknowns].map((it) => `x${it}`).join(" + ");
  const lines = equations.map((it) => `${termsOf(it.factors)} = ${it.result}`);
  const [least, most] = ["Minimize", "Maximize"].map((direction) => {
    const problem = `${direction}\n ${objective}\nSubject To\n${lines.join("\n")}\nEnd\n`;
    const solution = solver.solve(problem);
    if (solution.Status === "Unbounded" && direction === "Maximize") {
      return Infinity;
    }
    if (solution.Status !== "Optimal") {
      throw new Error(`${solution.Status}: ${problem.slice(0, 200)}`);
    }
    return solution.ObjectiveValue;
  });
  return [least ?? Number.NaN, most ?? Number.NaN];
}

/** Splits the terms into lines: a line of the solver's text format may have only some hundred characters. */
function termsOf(factors: Float64Array): string {
  const terms = [...factors].flatMap((it, at) => (it === 0 ? [] : [`+ ${it} x${at}`]));
  const lines: string[] = [];
  for (let at = 0; at < terms.length; at += 12) {
    lines.push(terms.slice(at, at + 12).join(" "));
  }
  return lines.join("\n ");
}
