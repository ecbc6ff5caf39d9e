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

/**
 * Sorts numbers in place, together with the place that belongs to each. The sort is not stable.
 * @param to exclusive
 */
export function sortPairs(
  numbers: Float64Array,
  places: Uint32Array,
  from: number,
  to: number,
): void {
  let [low, high] = [from, to - 1];
  // Random pivots, so that no order of the numbers is a bad one.
  const any = (): number => numbers[low + Math.floor(Math.random() * (high - low + 1))] ?? 0;
  while (high - low > 16) {
    const pivot = middleOf(any(), any(), any());
    // Numbers before `left` are less than the pivot, those after `right` are greater, those from `left` to `at` equal it.
    let [left, at, right] = [low, low, high];
    while (at <= right) {
      const number = numbers[at] ?? 0;
      if (number < pivot) {
        swap(numbers, places, left++, at++);
      } else if (number > pivot) {
        swap(numbers, places, at, right--);
      } else {
        at++;
      }
    }
    // Recurse into the shorter side only, so that the stack stays low.
    if (left - low < high - right) {
      sortPairs(numbers, places, low, left);
      low = right + 1;
    } else {
      sortPairs(numbers, places, right + 1, high + 1);
      high = left - 1;
    }
  }
  for (let next = low + 1; next <= high; next++) {
    const [number, place] = [numbers[next] ?? 0, places[next] ?? 0];
    let at = next - 1;
    for (; at >= low && (numbers[at] ?? 0) > number; at--) {
      numbers[at + 1] = numbers[at] ?? 0;
      places[at + 1] = places[at] ?? 0;
    }
    numbers[at + 1] = number;
    places[at + 1] = place;
  }
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swap(numbers: Float64Array, places: Uint32Array, a: number, b: number): void {
  const [number, place] = [numbers[a] ?? 0, places[a] ?? 0];
  numbers[a] = numbers[b] ?? 0;
  places[a] = places[b] ?? 0;
  numbers[b] = number;
  places[b] = place;
}
