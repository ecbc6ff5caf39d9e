/**
 * Sorts ids by their digits. The sort is stable.
 * @param ids sorted in place
 * @param digits an array per digit, the most significant digit first; the digit of an id is at the index `id - base`
 */
export function sortByDigits(ids: Uint32Array, digits: readonly Uint16Array[], base = 0): void {
  let [from, to]: [Uint32Array, Uint32Array] = [ids, new Uint32Array(ids.length)];
  const ends = new Uint32Array(0x1_0000);
  for (const digit of digits.toReversed()) {
    ends.fill(0);
    for (const id of from) {
      const value = digit[id - base] ?? 0;
      ends[value] = (ends[value] ?? 0) + 1;
    }
    let sum = 0;
    for (let value = 0; value < ends.length; value++) {
      sum += ends[value] ?? 0;
      ends[value] = sum;
    }
    for (let at = from.length - 1; at >= 0; at--) {
      const id = from[at] ?? 0;
      const value = digit[id - base] ?? 0;
      const place = (ends[value] ?? 0) - 1;
      ends[value] = place;
      to[place] = id;
    }
    [from, to] = [to, from];
  }
  if (from !== ids) {
    ids.set(from);
  }
}

/**
 * Splits numbers into one to three 16-bit digits that sort like the numbers. They must be whole and less than 2^48 apart;
 * the digits of NaN are meaningless.
 */
export function digitsOfNumbers(numbers: Float64Array, descending: boolean): Uint16Array[] {
  let [least, most] = [Infinity, -Infinity];
  for (const number of numbers) {
    least = number < least ? number : least;
    most = number > most ? number : most;
  }
  const digits = [2 ** 32, 2 ** 16, 1].filter((it) => it === 1 || most - least >= it);
  return digits.map((unit) => {
    const digit = new Uint16Array(numbers.length);
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] ?? NaN;
      digit[at] = Math.floor((descending ? most - number : number - least) / unit) % 0x1_0000;
    }
    return digit;
  });
}
