import { html, nothing, type TemplateResult } from "lit";
import { isWebAddress } from "../../model/urlTable.ts";
import { action, icon } from "../shared/controls.ts";
import { detailHead, type DetailHead } from "../shared/detailPlace.ts";
import { formatNumber, t } from "../shared/l10n.ts";
import { qrCode } from "./qrCode.ts";
import { problemTexts } from "./texts.ts";
import type { UrlRows } from "./urlRows.ts";

/** Renders the URL of one row, as text and as a QR code. */
export function detail(
  rows: UrlRows,
  index: number,
  actions: Pick<DetailHead, "move" | "close">,
): TemplateResult {
  const { draft } = rows;
  const row = draft.table.rows[index] ?? [];
  const url = draft.url(row);
  const problems = problemTexts(draft, row);
  const title = t("Row {0}", formatNumber(index + 1));
  return html`<aside class="detail" aria-label=${title}>
    ${detailHead({
      ...actions,
      title,
      index,
      count: draft.table.rows.length,
      previous: { label: t("Previous row") },
      next: { label: t("Next row") },
    })}
    <div class="detail-body" tabindex="0" role="group" aria-label=${t("Response URL")}>
      ${
        problems.length === 0
          ? nothing
          : html`<ul class="problems">
              ${problems.map((it) => html`<li>${icon("error")} ${it}</li>`)}
            </ul>`
      }
      ${url === undefined ? html`<p class="quiet">${t("This row has no URL yet.")}</p>` : whole(url, rows)}
    </div>
  </aside>`;
}

function whole(url: string, rows: UrlRows): TemplateResult {
  return html`
    ${qrCode(url) ?? html`<p class="quiet">${t("This URL is too long for a QR code.")}</p>`}
    <p class="url code">${url}</p>
    <div class="detail-actions">
      ${
        isWebAddress(url)
          ? action({
              icon: "link-external",
              label: t("Open in Browser"),
              run: () => rows.open(url),
            })
          : html`<p class="quiet">
              ${t("Only http and https addresses are opened in the browser.")}
            </p>`
      }
      ${action({ icon: "copy", label: t("Copy URL"), run: () => rows.copy(url) })}
    </div>
  `;
}
