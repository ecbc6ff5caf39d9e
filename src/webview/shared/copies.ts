import type { Picture } from "../../charts/picture.ts";
import { pictureSvg } from "../../charts/svg.ts";
import type { FigureTable } from "../../charts/table.ts";
import { tableCsv, tableMarkdown } from "../../charts/tableText.ts";
import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import { t, words } from "./l10n.ts";
import type { MenuItem } from "./menu.ts";
import { base64Of, copyPng, picturePng, themePalette } from "./pictureCopies.ts";
import type { Send } from "./vscodeApi.ts";

export type TableFormat = "csv" | "markdown";
export type CopyKind = TableFormat | "svg" | "png";

/** Figures to be copied. */
export interface Copied {
  /** Name of the file that is offered if the clipboard does not accept a PNG, without its extension. */
  readonly name: string;
  readonly tables: () => readonly FigureTable[];
  /** Returns undefined if there is nothing to draw. */
  readonly draw: () => Picture | undefined;
}

/** Returns a menu item for each way to copy figures. */
export function copyItems(
  copy: (kind: CopyKind, done: () => void) => void,
  { disabled = false, separated = false } = {},
): MenuItem[] {
  const item = (label: string, kind: CopyKind): MenuItem => ({
    label,
    disabled,
    run: (done) => copy(kind, done),
  });
  return [
    { ...item(t("Copy As SVG"), "svg"), separated },
    item(t("Copy As PNG"), "png"),
    item(t("Copy As CSV"), "csv"),
    item(t("Copy As Markdown"), "markdown"),
  ];
}

export function tablesText(tables: readonly FigureTable[], format: TableFormat): string {
  return format === "csv" ? tableCsv(tables, words) : tableMarkdown(tables);
}

/**
 * Copies figures as their tables, or as a picture as it looks in the panel.
 * @returns a message for people that says why they are not on the clipboard; `undefined` if they are
 */
export async function copyFigures(
  { name, tables, draw }: Copied,
  kind: CopyKind,
  send: Send<ResponsesRequests>,
): Promise<string | undefined> {
  if (kind === "csv" || kind === "markdown") {
    send("copy", { text: tablesText(tables(), kind) });
    return undefined;
  }
  const picture = draw();
  if (!picture) {
    return t("Nothing to show.");
  }
  const palette = themePalette();
  if (kind === "svg") {
    send("copy", { text: pictureSvg(picture, palette) });
    return undefined;
  }
  // The picture may be too large for the browser.
  const png = await picturePng(picture, palette).catch(() => undefined);
  if (!png) {
    return t("The chart could not be copied. Copy it as SVG instead.");
  }
  try {
    await copyPng(png);
    return undefined;
  } catch {
    // The webview may not be allowed to write images; offer the picture as a file.
    send("savePicture", { name, png: await base64Of(png) });
    return t("The clipboard does not accept images. Save the chart as a file instead.");
  }
}
