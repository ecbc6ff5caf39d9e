import type { Ink, Palette, Picture, Shape } from "./picture.ts";

/** Returns the colour of a shape. If there are more series than colours, the colours repeat. */
export function inkColour(ink: Ink, palette: Palette): string {
  return ink.kind === "series"
    ? (palette.series[ink.index % palette.series.length] ?? palette.text)
    : palette[ink.kind];
}

/** Returns the width of a line, in CSS pixels. Lines of data are wider than those of axes and marks. */
export function lineWidth(ink: Ink): number {
  return ink.kind === "series" ? 2 : 1;
}

/** Returns a picture as a complete SVG document. With the background "none" it is transparent. */
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

/** Returns points in SVG's form: "1,2 3,4". */
export function pointsText(points: readonly number[]): string {
  return points
    .map((it, index) => (index % 2 === 0 ? n(it) : `,${n(it)} `))
    .join("")
    .trimEnd();
}

/** Formats a number with at most two decimals and without an exponent. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100 || 0);
}

/** Characters that XML does not allow, including unpaired surrogates. */
const noXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text
    .replace(noXml, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
