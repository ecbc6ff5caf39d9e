import type { Picture } from "../../charts/picture.ts";
import { pictureSvg } from "../../charts/svg.ts";
import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import { t } from "./l10n.ts";
import { base64Of, copyPng, picturePng, themePalette } from "./pictureCopies.ts";
import type { Send } from "./vscodeApi.ts";

/**
 * Copies a picture as it looks here. A PNG that the clipboard does not take is offered as a file.
 * @param name of that file, without its ending
 * @returns why it is not on the clipboard, for people; `undefined` where it is
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
  // One may be too large for the browser.
  const png = await picturePng(picture, palette).catch(() => undefined);
  if (!png) {
    return t("The chart could not be copied. Copy it as SVG instead.");
  }
  try {
    await copyPng(png);
    return undefined;
  } catch {
    // A webview may not be allowed to; the picture is not lost for that.
    send("savePicture", { name, png: await base64Of(png) });
    return t("The clipboard does not accept images. Save the chart as a file instead.");
  }
}
