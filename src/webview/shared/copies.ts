import type { Picture } from "../../charts/picture.ts";
import { pictureSvg } from "../../charts/svg.ts";
import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import { t } from "./l10n.ts";
import { base64Of, copyPng, picturePng, themePalette } from "./pictureCopies.ts";
import type { Send } from "./vscodeApi.ts";

/**
 * Copies a picture as it looks in the panel. Offers a PNG as a file if the clipboard does not accept it.
 * @param name of that file, without its extension
 * @returns a message for people that says why it is not on the clipboard; `undefined` if it is
 */
export async function copyPicture(
  picture: Picture,
  format: "svg" | "png",
  name: string,
  send: Send<ResponsesRequests>,
): Promise<string | undefined> {
  const palette = themePalette();
  if (format === "svg") {
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
