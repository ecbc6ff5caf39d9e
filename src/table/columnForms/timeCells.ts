import { timeOfSeconds } from "../../model/time.ts";
import {
  decodeVector,
  encodeVector,
  type CellsVector,
  type TimesVector,
  type Vector,
} from "../vector.ts";

let lastDay = { day: NaN, text: "" };

/** Same as `timeOfSeconds`, but fast for consecutive calls with times of the same day. */
export function timeText(seconds: number): string {
  const day = Math.floor(seconds / 86_400);
  if (lastDay.day !== day) {
    lastDay = { day, text: timeOfSeconds(day * 86_400).slice(0, 11) };
  }
  const second = seconds - day * 86_400;
  const hours = Math.floor(second / 3600);
  return `${lastDay.text}${two(hours)}:${two(Math.floor(second / 60) - hours * 60)}:${two(second % 60)}`;
}

function two(number: number): string {
  return number < 10 ? `0${String(number)}` : String(number);
}

/** Returns the vector as a vector of cells, with times as text. */
export function cellsOf(vector: Vector): CellsVector {
  return vector.kind === "times" ? cellsOfTimes(vector) : vector;
}

function cellsOfTimes({ seconds }: TimesVector): CellsVector {
  const cells = Array.from(seconds, (it) => (Number.isNaN(it) ? null : [{ value: timeText(it) }]));
  // Add a cell that is not a time, so that the result is a vector of cells.
  const bytes = encodeVector([...cells, []], "values");
  const vector = bytes && decodeVector(bytes);
  if (vector?.kind !== "cells") {
    throw new Error("Times were not written out");
  }
  return { ...vector, codes: vector.codes.subarray(0, seconds.length) };
}
