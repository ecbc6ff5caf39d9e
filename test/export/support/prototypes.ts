import assert from "node:assert/strict";

const prototypes = [Object, Array, Function, String, Number, Map].map(
  ({ prototype }) => prototype as object,
);

/** Whom each inherits from, and all that it has. */
function state(): unknown[] {
  return prototypes.flatMap((it) => [
    Object.getPrototypeOf(it) as unknown,
    ...Reflect.ownKeys(it).map((key) => [key, Object.getOwnPropertyDescriptor(it, key)]),
  ]);
}

const before = state();

/** That nothing read since this module was loaded has changed what all values inherit. */
export function assertPrototypesUntouched(): void {
  assert.deepEqual(state(), before);
}
