import { html, nothing, type TemplateResult } from "lit";
import { isWebAddress } from "../../model/urlTable.ts";
import { action, icon } from "../shared/controls.ts";
import { detailHead } from "../shared/detailPlace.ts";
import { formatNumber, t } from "../shared/l10n.ts";
import { qrCode } from "./qrCode.ts";

export interface DetailOptions {
  readonly index: number;
  readonly count: number;
  readonly url: string | undefined;
  /** Texts of the row's problems. */
  readonly problems: readonly string[];
  move(by: 1 | -1): void;
  open(url: string): void;
  copy(url: string): void;
  close(): void;
}

/** Renders the URL of one row, as text and as a QR code. */
export function detail(options: DetailOptions): TemplateResult {
  const { index, count, url, problems } = options;
  const title = t("Row {0}", formatNumber(index + 1));
  return html`<aside class="detail" aria-label=${title}>
    ${detailHead({
      title,
      index,
      count,
      previous: { label: t("Previous row") },
      next: { label: t("Next row") },
      move: (by) => options.move(by),
      close: () => options.close(),
    })}
    <div class="detail-body" tabindex="0" role="group" aria-label=${t("Response URL")}>
      ${
        problems.length === 0
          ? nothing
          : html`<ul class="problems">
              ${problems.map((it) => html`<li>${icon("error")} ${it}</li>`)}
            </ul>`
      }
      ${url === undefined ? html`<p class="quiet">${t("This row has no URL yet.")}</p>` : whole(url, options)}
    </div>
  </aside>`;
}

function whole(url: string, options: DetailOptions): TemplateResult {
  return html`
    ${qrCode(url) ?? html`<p class="quiet">${t("This URL is too long for a QR code.")}</p>`}
    <p class="url code">${url}</p>
    <div class="detail-actions">
      ${
        isWebAddress(url)
          ? action({
              icon: "link-external",
              label: t("Open in Browser"),
              run: () => options.open(url),
            })
          : html`<p class="quiet">
              ${t("Only http and https addresses are opened in the browser.")}
            </p>`
      }
      ${action({ icon: "copy", label: t("Copy URL"), run: () => options.copy(url) })}
    </div>
  `;
}
