import { render } from "lit";
import type { Palette, Picture } from "../../../src/charts/picture.ts";
import "../../../src/webview/shared/picture.css";
import { pictureTemplate } from "../../../src/webview/shared/picture.ts";
import {
  base64Of,
  copyPng,
  measuredWidth,
  picturePng,
  themePalette,
} from "../../../src/webview/shared/pictureCopies.ts";

/** What a test can do with pictures. This module runs in the page. */
export interface Pictures {
  /** @param picks whether bars can be clicked */
  show(picture: Picture, picks: boolean): void;
  /** Items that were picked. */
  readonly picked: readonly number[];
  palette(): Palette;
  measure(text: string, size: number): number;
  png(picture: Picture): Promise<{ width: number; height: number; base64: string }>;
  /** Returns the colour of one pixel of the copy as #rrggbb. */
  pixel(picture: Picture, x: number, y: number): Promise<string>;
  /** Copies the picture. @returns the types that the clipboard has afterwards */
  copied(picture: Picture): Promise<readonly string[]>;
  /** Parses an SVG as XML. @returns the error, undefined if there is none, and the texts of its text elements */
  read(svg: string): { readonly error: string | undefined; readonly texts: readonly string[] };
}

declare global {
  interface Window {
    pictures: Pictures;
  }
}

const app = document.querySelector<HTMLElement>("#app") ?? document.body;
const picked: number[] = [];

window.pictures = {
  picked,
  show(picture, picks) {
    const picking = {
      pick: (item: number) => {
        picked.push(item);
        this.show(picture, true);
      },
      isPicked: (item: number) => picked.at(-1) === item,
    };
    render(pictureTemplate(picture, picks ? picking : undefined), app);
  },
  palette: themePalette,
  measure: (text, size) => measuredWidth(text, size, false),
  async png(picture) {
    const blob = await picturePng(picture, themePalette());
    const { width, height } = await createImageBitmap(blob);
    return { width, height, base64: await base64Of(blob) };
  },
  async pixel(picture, x, y) {
    const bitmap = await createImageBitmap(await picturePng(picture, themePalette()));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const pixel = context?.getImageData(2 * x, 2 * y, 1, 1).data.slice(0, 3) ?? [];
    return `#${Array.from(pixel, (it) => it.toString(16).padStart(2, "0")).join("")}`;
  },
  async copied(picture) {
    await copyPng(await picturePng(picture, themePalette()));
    return (await navigator.clipboard.read()).flatMap((it) => it.types);
  },
  read(svg) {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
    return {
      error: parsed.querySelector("parsererror")?.textContent ?? undefined,
      texts: Array.from(parsed.querySelectorAll("text"), (it) => it.textContent),
    };
  },
};
