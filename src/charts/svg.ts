import type { Ink, Palette, Picture, Shape } from "./picture.ts";

/** The colour of a shape; series beyond the palette's begin again. */
export function inkColour(ink: Ink, palette: Palette): string {
  return ink.kind === "series"
    ? (palette.series[ink.index % palette.series.length] ?? palette.text)
    : palette[ink.kind];
}

/** Of a line, in CSS pixels: what is measured stands out from what it is measured by. */
export function lineWidth(ink: Ink): number {
  return ink.kind === "series" ? 2 : 1;
}

/** A drawing that stands alone. A background of "none" lets what is behind it through. */
export function pictureSvg({ width, height, title, shapes }: Picture, palette: Palette): string {
  const ground =
    palette.background === "none"
      ? ""
      : `<rect width="${n(width)}" height="${n(height)}" fill="${escaped(palette.background)}"/>\n`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${n(width)}" height="${n(height)}" ` +
    `viewBox="0 0 ${n(width)} ${n(height)}" font-family="${escaped(palette.font)}">\n` +
    `<title>${escaped(title)}</title>\n${ground}` +
    shapes.map((it) => `${shapeSvg(it, escaped(inkColour(it.ink, palette)))}\n`).join("") +
    "</svg>\n"
  );
}

function shapeSvg(shape: Shape, colour: string): string {
  switch (shape.kind) {
    case "rect": {
      const { x, y, width, height, title } = shape;
      const place = `x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"`;
      return title === undefined
        ? `<rect ${place} fill="${colour}"/>`
        : `<rect ${place} fill="${colour}"><title>${escaped(title)}</title></rect>`;
    }
    case "text": {
      const { x, y, text, anchor, size, isBold } = shape;
      return (
        `<text x="${n(x)}" y="${n(y)}" font-size="${n(size)}"` +
        (anchor === "start" ? "" : ` text-anchor="${anchor}"`) +
        (isBold ? ' font-weight="600"' : "") +
        ` fill="${colour}">${escaped(text)}</text>`
      );
    }
    case "line":
      return (
        `<polyline points="${pointsText(shape.points)}" fill="none" stroke="${colour}"` +
        (lineWidth(shape.ink) === 1 ? "" : ` stroke-width="${n(lineWidth(shape.ink))}"`) +
        `${shape.isDashed ? ' stroke-dasharray="4 3"' : ""}/>`
      );
  }
}

/** Points as SVG writes them: "1,2 3,4". */
export function pointsText(points: readonly number[]): string {
  return points
    .map((it, index) => (index % 2 === 0 ? n(it) : `,${n(it)} `))
    .join("")
    .trimEnd();
}

/** At most two decimals, and never an exponent. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100 || 0);
}

/** Characters that XML has no way to say, and halves of characters. */
const noXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text
    .replace(noXml, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
