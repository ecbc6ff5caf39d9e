import type { Figure, Section } from "./bench.ts";

/** For who waits minutes for a section: figures as they come. @returns them */
export function tell(figures: readonly Figure[]): readonly Figure[] {
  console.error(tableOf({ title: "…", figures }));
  return figures;
}

/** A section as a table for people. */
export function tableOf({ title, figures }: Section): string {
  const rows = figures.map((figure) => [figure.name, valueOf(figure), aimOf(figure)]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(([name = "", value = "", aim = ""]) =>
    `  ${name.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${aim}`.trimEnd(),
  );
  return [title, ...lines, ""].join("\n");
}

function valueOf({ value, unit, note }: Figure): string {
  if (value === undefined) {
    return note ?? "";
  }
  const digits = Math.abs(value) < 100 ? 2 : 0;
  const number = value.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit === undefined ? number : `${number} ${unit}`;
}

function aimOf({ value = Number.NaN, atMost, atLeast }: Figure): string {
  if (atMost !== undefined) {
    return `aim at most ${atMost}: ${value <= atMost ? "met" : "missed"}`;
  }
  if (atLeast !== undefined) {
    return `aim at least ${atLeast}: ${value >= atLeast ? "met" : "missed"}`;
  }
  return "";
}
