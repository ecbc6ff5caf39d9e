import { timeOfSeconds } from "../../model/time.ts";
import {
  decodeVector,
  encodeVector,
  type CellsVector,
  type TimesVector,
  type Vector,
} from "../vector.ts";

let lastDay = { day: NaN, text: "" };

/** `timeOfSeconds`, fast for times of one day after the other. */
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

/** The vector as one of cells: times are written out where they stand among other cells. */
export function cellsOf(vector: Vector): CellsVector {
  return vector.kind === "times" ? cellsOfTimes(vector) : vector;
}

function cellsOfTimes({ seconds }: TimesVector): CellsVector {
  const cells = Array.from(seconds, (it) => (Number.isNaN(it) ? null : [{ value: timeText(it) }]));
  // A cell that is no time makes it a vector of cells.
  const bytes = encodeVector([...cells, []], "values");
  const vector = bytes && decodeVector(bytes);
  if (vector?.kind !== "cells") {
    throw new Error("Times were not written out");
  }
  return { ...vector, codes: vector.codes.subarray(0, seconds.length) };
}
