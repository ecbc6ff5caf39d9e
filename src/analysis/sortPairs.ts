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

/** Sorts all pairs in place by their number, and those with the same number by their place. */
export function sortByNumberAndPlace(numbers: Float64Array, places: Uint32Array): void {
  sortPairs(numbers, places, 0, numbers.length);
  for (let start = 0, end = 1; end <= numbers.length; end++) {
    if (end === numbers.length || numbers[end] !== numbers[start]) {
      if (end - start > 1) {
        places.subarray(start, end).sort();
      }
      start = end;
    }
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
