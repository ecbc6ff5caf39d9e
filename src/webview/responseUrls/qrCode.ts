import { svg, type SVGTemplateResult } from "lit";
import encodeQr from "qr";
import { t } from "../shared/l10n.ts";

/** Width of the light border that ISO/IEC 18004 requires, in modules. */
const quietZone = 4;

/** Renders a URL as a QR code; `undefined` if it is too long for one. */
export function qrCode(url: string): SVGTemplateResult | undefined {
  const modules = modulesOf(url);
  if (!modules) {
    return undefined;
  }
  const size = modules.length;
  return svg`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"
    role="img"
    aria-label=${t("QR code of {0}", url)}
  >
    <rect class="qr-light" width=${size} height=${size}></rect>
    <path class="qr-dark" d=${pathOf(modules)}></path>
  </svg>`;
}

function modulesOf(url: string): boolean[][] | undefined {
  for (const ecc of ["medium", "low"] as const) {
    try {
      return encodeQr(url, "raw", { ecc, border: quietZone });
    } catch {
      // The URL does not fit; a lower level of error correction leaves more room.
    }
  }
  return undefined;
}

/** Returns a path with a rectangle for each run of dark modules. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  const parts: string[] = [];
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x++) {
      const start = x;
      while (row[x]) {
        x++;
      }
      if (x > start) {
        parts.push(`M${start} ${y}h${x - start}v1h${start - x}z`);
      }
    }
  }
  return parts.join("");
}
