import type { Palette, Picture, Shape } from "../../charts/picture.ts";
import { maxSeries } from "../../charts/sketch.ts";
import { inkColour, lineWidth } from "../../charts/svg.ts";

/** Device pixels per CSS pixel; copies are looked at larger than they were drawn. */
const sharpness = 2;
/** Browsers draw nothing on larger canvases. In pixels. */
const maxSide = 32_000;
const maxArea = 200_000_000;

/** Returns the theme's colours as they look on the background, because files have no translucent colours. */
export function themePalette(): Palette {
  const root = getComputedStyle(document.documentElement);
  const token = (name: string): string => root.getPropertyValue(name).trim();
  const background = opaque("#ffffff", token("--vscode-editor-background"));
  const ink = (name: string): string => opaque(background, token(`--ink-${name}`));
  return {
    background,
    text: ink("text"),
    quiet: ink("quiet"),
    axis: ink("axis"),
    unknown: ink("unknown"),
    target: ink("target"),
    series: Array.from({ length: maxSeries }, (_, index) => ink(`series-${index}`)),
    font: getComputedStyle(document.body).fontFamily,
  };
}

/** Returns what a colour looks like on top of another, as #rrggbb. */
function opaque(background: string, colour: string): string {
  const context = contextOf(document.createElement("canvas"));
  for (const fill of [background, colour]) {
    if (fill !== "") {
      context.fillStyle = fill;
      context.fillRect(0, 0, 1, 1);
    }
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((it) => it.toString(16).padStart(2, "0")).join("")}`;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (!context) {
    throw new Error("The browser draws on no canvas.");
  }
  return context;
}

let measuring: CanvasRenderingContext2D | undefined;

/** Returns the width of a text in the panel's font, in CSS pixels. */
export function measuredWidth(text: string, size: number, isBold: boolean): number {
  measuring ??= contextOf(document.createElement("canvas"));
  const font = fontOf(size, isBold, getComputedStyle(document.body).fontFamily);
  if (measuring.font !== font) {
    measuring.font = font;
  }
  return measuring.measureText(text).width;
}

function fontOf(size: number, isBold: boolean, family: string): string {
  return `${isBold ? 600 : 400} ${size}px ${family}`;
}

/** @throws Error if the browser cannot make a picture of that size */
export async function picturePng(picture: Picture, palette: Palette): Promise<Blob> {
  const { width, height, shapes } = picture;
  const scale = Math.min(
    sharpness,
    maxSide / Math.max(width, height),
    Math.sqrt(maxArea / (width * height)),
  );
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const context = contextOf(canvas);
  context.scale(scale, scale);
  context.fillStyle = palette.background;
  context.fillRect(0, 0, width, height);
  for (const shape of shapes) {
    draw(context, shape, palette);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) {
        resolve(blob);
      } else {
        reject(new Error("The browser made no picture."));
      }
    }, "image/png");
  });
}

function draw(context: CanvasRenderingContext2D, shape: Shape, palette: Palette): void {
  const colour = inkColour(shape.ink, palette);
  switch (shape.kind) {
    case "rect":
      context.fillStyle = colour;
      context.fillRect(shape.x, shape.y, shape.width, shape.height);
      break;
    case "text":
      context.fillStyle = colour;
      context.font = fontOf(shape.size, shape.isBold ?? false, palette.font);
      context.textAlign = shape.anchor === "middle" ? "center" : shape.anchor;
      context.fillText(shape.text, shape.x, shape.y);
      break;
    case "line": {
      context.strokeStyle = colour;
      context.lineWidth = lineWidth(shape.ink);
      context.setLineDash(shape.isDashed ? [4, 3] : []);
      context.beginPath();
      for (let at = 0; at + 1 < shape.points.length; at += 2) {
        context.lineTo(shape.points[at] ?? 0, shape.points[at + 1] ?? 0);
      }
      context.stroke();
      break;
    }
  }
}

/** @throws Error that says why the clipboard did not accept the picture; it can still be saved as a file */
export async function copyPng(png: Blob): Promise<void> {
  if (typeof ClipboardItem === "undefined") {
    throw new Error("The clipboard takes no pictures here.");
  }
  await navigator.clipboard.write([new ClipboardItem({ [png.type]: png })]);
}

/** Encodes a PNG for the request `savePicture`. */
export async function base64Of(png: Blob): Promise<string> {
  const bytes = new Uint8Array(await png.arrayBuffer());
  let text = "";
  // In chunks: all bytes at once would be too many arguments.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}
