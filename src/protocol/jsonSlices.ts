import { localizable } from "../model/localizable.ts";
import { JsonError, parseJson } from "./json.ts";
import { openArray, openObject } from "./jsonBytes.ts";
import { walkable, walkArray, walkEnd, walkObject, walkSpace, walkValue } from "./jsonWalker.ts";

/*
 * Finds the elements of an array and the members of an object, so that they can be stored and sent on without being parsed
 * and serialised, which keeps every digit of a number.
 */

/** Position of a value, without the white space around it; `end` is exclusive. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** A member of an object: its unescaped name, and the position of its value. */
export interface Member extends Slice {
  readonly name: string;
}

/**
 * Returns the elements of the array between `start` and `end`, in order.
 * @throws JsonError if there is no array, if it is nested deeper than `maximumDepth`, or if it has more elements than `most`
 */
export function elements(
  bytes: Uint8Array,
  start = 0,
  end = bytes.length,
  most = Infinity,
): Slice[] {
  const text = walkable(bytes.subarray(start, end));
  const array = walkSpace(text, 0);
  if (text[array] !== openArray) {
    throw new JsonError(localizable("is not an array"));
  }
  const found: Slice[] = [];
  const arrayEnd = walkArray(text, array, (at) => {
    if (found.length >= most) {
      throw new JsonError(localizable("has more than {0} elements", most));
    }
    const valueEnd = walkValue(text, at, 0);
    found.push({ start: start + at, end: start + valueEnd });
    return valueEnd;
  });
  walkEnd(text, arrayEnd);
  return found;
}

/**
 * Returns the members of the object between `start` and `end`, in order; a name that occurs twice is returned twice.
 * @throws JsonError if there is no object, or if it is nested deeper than `maximumDepth`
 */
export function members(bytes: Uint8Array, start = 0, end = bytes.length): Member[] {
  const text = walkable(bytes.subarray(start, end));
  const object = walkSpace(text, 0);
  if (text[object] !== openObject) {
    throw new JsonError(localizable("is not an object"));
  }
  const found: Member[] = [];
  const objectEnd = walkObject(text, object, (nameStart, nameEnd, at) => {
    const valueEnd = walkValue(text, at, 0);
    const name = parseJson(text.subarray(nameStart, nameEnd)) as string;
    found.push({ name, start: start + at, end: start + valueEnd });
    return valueEnd;
  });
  walkEnd(text, objectEnd);
  return found;
}
