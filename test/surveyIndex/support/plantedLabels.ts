import type { Random } from "../../../src/service/sample/random.ts";

/** A label as a service sends it, and texts with which a person who sees it may search for it. */
export interface PlantedLabel {
  readonly number: number;
  readonly html: string;
  readonly seen: readonly string[];
}

const latin = ["satisfaction", "price", "Größe", "naïve", "café", "recommend", "ΟΔΟΣ", "Страна"];
const korean = ["가격", "만족도", "브랜드", "추천", "연령대", "구매 경험"];
const rightToLeft = ["מחיר", "שביעות", "السعر", "رضا"];
const digits = ["१२३", "٤٥٦", "７８９", "๑๒"];
const values = ["123", "456", "789", "12"];

/** Returns a label with a word of its own, by which it can be told from the others. */
export function plantedLabel(random: Random, number: number): PlantedLabel {
  const own = `w${String(number).padStart(3, "0")}`;
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] ?? (list[0] as T);
  const word = pick(latin);
  switch (number % 7) {
    case 0: {
      const ko = pick(korean);
      const [there, typed] =
        random.below(2) === 0 ? (["NFC", "NFD"] as const) : (["NFD", "NFC"] as const);
      return {
        number,
        html: `${ko.normalize(there)} ${own}`,
        seen: [`${ko.normalize(typed)} ${own}`],
      };
    }
    case 1:
      return {
        number,
        html: `R&amp;D&nbsp;${own} &lt;${word}&gt;`,
        seen: [`R&D ${own}`, `<${word}> ${own}`],
      };
    case 2: {
      const cut = 1 + random.below(word.length - 1);
      const html = `<span style="color:red"><b>${word.slice(0, cut)}</b>${word.slice(cut)}</span> ${own}`;
      return { number, html, seen: [`${word} ${own}`, `${word.toUpperCase()} ${own}`] };
    }
    case 3: {
      const other = pick(rightToLeft);
      return {
        number,
        html: `<div dir="rtl">\u200f${other}</div>${own}`,
        seen: [`${other} ${own}`],
      };
    }
    case 4: {
      const at = random.below(digits.length);
      return {
        number,
        html: `${digits[at]} ${own}`,
        seen: [`${digits[at]} ${own}`, `${values[at]} ${own}`],
      };
    }
    case 5:
      return {
        number,
        html: `<p>${word}</p><p>${own}</p><style>.x{}</style>`,
        seen: [`${word} ${own}`, `${word.normalize("NFD")} ${own}`],
      };
    default:
      return {
        number,
        html: `so\u00adft${own}<br/>&#x${(0xac00 + random.below(900)).toString(16)}; ${own}`,
        seen: [`soft${own}`],
      };
  }
}
