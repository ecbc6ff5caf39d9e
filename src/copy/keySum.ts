/* Sums that tell if two sets of items have the same IDs at the same times, without comparing the items one by one. */

/** Sum over the IDs and times of items, independent of their order: two whole numbers below 2^48. */
export type KeySum = readonly [number, number];

interface KeyedItem {
  readonly id?: string | undefined;
  readonly finishedAt?: string | undefined;
}

const modulus = 2 ** 48;
const seeds = [0x2545f491, 0x9e3779b9] as const;

/** Returns `undefined` if an item has no ID. */
export function keySumOf(items: readonly KeyedItem[]): KeySum | undefined {
  let [a, b] = [0, 0];
  for (const { id, finishedAt = "" } of items) {
    if (id === undefined) {
      return undefined;
    }
    const key = `${id} ${finishedAt}`;
    let [first, second]: readonly [number, number] = seeds;
    for (let at = 0; at < key.length; at++) {
      const unit = key.charCodeAt(at);
      first = mixed(first, unit);
      second = mixed(second, unit);
    }
    a = (a + finished(first)) % modulus;
    b = (b + finished(second)) % modulus;
  }
  return [a, b];
}

export function addKeySums(sums: Iterable<KeySum | undefined>): KeySum | undefined {
  let [a, b] = [0, 0];
  for (const sum of sums) {
    if (!sum) {
      return undefined;
    }
    a = (a + sum[0]) % modulus;
    b = (b + sum[1]) % modulus;
  }
  return [a, b];
}

/** @returns false also if a sum is unknown */
export function isSameKeySum(one: KeySum | undefined, other: KeySum | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1] && one !== undefined;
}

function mixed(before: number, unit: number): number {
  const bits = Math.imul(before ^ unit, 0x85ebca6b);
  return bits ^ (bits >>> 13);
}

/**
 * Returns 32 bits, each of which depends on the whole text. Plain checksums are linear, so their sums would be equal too
 * often.
 */
function finished(mixture: number): number {
  const bits = Math.imul(mixture ^ (mixture >>> 16), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
