/* Whole numbers modulo a prime so small that a product of two is exact in a number. */

/** The largest below 2^26. */
const prime = 67_108_859;
const perPrime = 1 / prime;

/** From 0 up to but without the prime. @param value a safe integer */
export function reduced(value: number): number {
  const rest = value - Math.floor(value * perPrime) * prime;
  if (rest < 0) {
    return rest + prime;
  }
  return rest < prime ? rest : rest - prime;
}

/** By which it is multiplied to come to 1. @param value neither 0 nor outside of the field */
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
