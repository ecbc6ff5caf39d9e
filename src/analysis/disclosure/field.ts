/* Arithmetic modulo a prime that is so small that a JavaScript number holds the product of two residues exactly. */

/** The largest prime below 2^26. */
const prime = 67_108_859;
const perPrime = 1 / prime;

/** Returns the residue, from 0 to below the prime. @param value a safe integer */
export function reduced(value: number): number {
  const rest = value - Math.floor(value * perPrime) * prime;
  if (rest < 0) {
    return rest + prime;
  }
  return rest < prime ? rest : rest - prime;
}

/** Returns the multiplicative inverse. @param value a residue other than 0 */
export function inverse(value: number): number {
  let [last, rest] = [prime, value];
  let [before, factor] = [0, 1];
  while (rest !== 0) {
    const times = Math.floor(last / rest);
    [last, rest] = [rest, last - times * rest];
    [before, factor] = [factor, before - times * factor];
  }
  return reduced(before);
}
