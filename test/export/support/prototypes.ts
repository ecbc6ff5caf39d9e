import assert from "node:assert/strict";

const prototypes = [Object, Array, Function, String, Number, Map].map(
  ({ prototype }) => prototype as object,
);

/** Returns the prototype and the properties of each built-in prototype. */
function state(): unknown[] {
  return prototypes.flatMap((it) => [
    Object.getPrototypeOf(it) as unknown,
    ...Reflect.ownKeys(it).map((key) => [key, Object.getOwnPropertyDescriptor(it, key)]),
  ]);
}

const before = state();

/** Asserts that nothing that was read since this module was loaded has changed a built-in prototype. */
export function assertPrototypesUntouched(): void {
  assert.deepEqual(state(), before);
}
