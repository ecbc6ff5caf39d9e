import stringWidth from "string-width";
import { oneLine } from "../model/oneLine.ts";
import type { Measure } from "./picture.ts";

/** Breaks a text into lines that fit into the width. Each line has at least one character. */
export function wrapped(
  text: string,
  width: number,
  fits: { readonly size: number; readonly isBold?: boolean; readonly most?: number },
  measure: Measure,
): string[] {
  const { size, isBold = false, most = 16 } = fits;
  const isTooWide = (line: string): boolean => measure(line, size, isBold) > width;
  const lines: string[] = [];
  let line = "";
  for (const token of tokens(oneLine(text))) {
    if (!isTooWide((line + token).trimEnd())) {
      line += token;
      continue;
    }
    if (line !== "") {
      lines.push(line.trimEnd());
      line = "";
    }
    for (const part of isTooWide(token.trimEnd()) ? graphemes(token) : [token]) {
      if (line !== "" && isTooWide((line + part).trimEnd())) {
        lines.push(line.trimEnd());
        line = "";
      }
      line += part;
    }
    if (lines.length > most) {
      break;
    }
  }
  lines.push(line.trimEnd());
  if (lines.length <= most) {
    return lines;
  }
  return [...lines.slice(0, most - 1), shortened(lines[most - 1] ?? "", isTooWide)];
}

/** Returns the text on one line, its end replaced by "…" if it does not fit. */
export function fitted(
  text: string,
  width: number,
  fits: { readonly size: number; readonly isBold?: boolean },
  measure: Measure,
): string {
  const [line = "", ...others] = wrapped(text, width, { ...fits, most: 2 }, measure);
  return others.length === 0
    ? line
    : shortened(line, (it) => measure(it, fits.size, fits.isBold ?? false) > width);
}

function shortened(line: string, isTooWide: (line: string) => boolean): string {
  const kept = graphemes(line);
  while (kept.length > 1 && isTooWide(`${kept.join("")}…`)) {
    kept.pop();
  }
  return `${kept.join("").trimEnd()}…`;
}

/** Splits into words with the space after them. Chinese and Japanese can break after each character. */
function tokens(line: string): string[] {
  return (
    line.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}] ?|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s?|\s/gu,
    ) ?? []
  );
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the characters as people see them, which must not be broken up. */
function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), (it) => it.segment);
}

const narrow = /[ijlt.,:;!'|()[\]ftr\- ]/g;
const broad = /[mwMW@%—…]/g;
const capital = /[A-Z]/g;

/** Estimates a width, in CSS pixels, from the proportions of common sans-serif fonts. Used if text cannot be measured. */
export function estimatedWidth(text: string, size: number, isBold: boolean): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const ems =
    stringWidth(text) * 0.57 - count(narrow) * 0.24 + count(broad) * 0.33 + count(capital) * 0.12;
  return ems * size * (isBold ? 1.07 : 1);
}
