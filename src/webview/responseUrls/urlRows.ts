import type { ReactiveControllerHost } from "lit";
import type { ResponseUrlsRequests } from "../../messages/requests/responseUrls.ts";
import type { ResponseUrlsState, RowText, SentRow } from "../../messages/responseUrls.ts";
import { maximumUrlRows, withColumns, type UrlRow, type UrlTable } from "../../model/urlTable.ts";
import { formatNumber, t, errorText } from "../shared/l10n.ts";
import type { PanelConnection } from "../shared/vscodeApi.ts";
import { Draft } from "./draft.ts";
import { withRowText } from "./rowText.ts";
import { decodeView, type UrlsView } from "./view.ts";

type Preview = NonNullable<ResponseUrlsState["preview"]>;

/** The rows of a panel and their URLs. Keeps them across reloads, and sends them to the host. */
export class UrlRows {
  draft = new Draft();
  /** Increases with every change of the draft. */
  version = 0;
  view: Omit<UrlsView, "draft"> = decodeView(undefined);
  /** Why rows could not be imported. */
  importError: string | undefined;
  /** Says what was imported. */
  importNote: string | undefined;
  #state: ResponseUrlsState | undefined;
  readonly #panel: ReactiveControllerHost;
  readonly #host: PanelConnection<ResponseUrlsRequests>;

  constructor(panel: ReactiveControllerHost, host: PanelConnection<ResponseUrlsRequests>) {
    this.#panel = panel;
    this.#host = host;
  }

  /** Takes over the host's state; the first time, restores the saved rows. */
  show(state: ResponseUrlsState): void {
    if (this.#state === undefined) {
      const { draft, ...view } = decodeView(this.#host.savedView(state.subject));
      this.draft = Draft.of(draft);
      // A restarted host knows nothing of the requests to its predecessor.
      this.view = { ...view, isAwaiting: view.isAwaiting && state.preview?.run === view.run };
    }
    this.#state = state;
    if (state.content) {
      this.draft.parameters = state.content.parameters;
      this.version++;
    }
    this.#takeUrls();
    this.keep({});
  }

  /** True while URLs are being created, when rows must stay as they were sent. */
  get locked(): boolean {
    return this.view.isAwaiting;
  }

  /** Progress and result of the latest request for URLs. */
  get preview(): Preview | undefined {
    const preview = this.#state?.preview;
    return preview?.run === this.view.run ? preview : undefined;
  }

  /** @returns false if the table has too many rows */
  change(table: UrlTable): boolean {
    this.importNote = undefined;
    if (table.rows.length > maximumUrlRows) {
      this.importError = t("{0} rows at a time are possible.", formatNumber(maximumUrlRows));
      this.#panel.requestUpdate();
      return false;
    }
    this.draft.change(table);
    this.#changed();
    return true;
  }

  undo(): void {
    this.importNote = undefined;
    this.draft.undo();
    this.#changed();
  }

  /** Imports rows from text, starting at a cell. Text without such rows changes nothing, and sets `importError`. */
  importRows(rows: RowText, at: { readonly row: number; readonly column: number }): void {
    if (this.locked || !this.#state?.content) {
      return;
    }
    const { name } = rows;
    this.dismissProblem();
    try {
      if (this.change(withRowText(this.draft.table, rows, at)) && name !== undefined) {
        this.importNote = t("Rows of {0} were added.", name);
      }
    } catch (error) {
      const reason = errorText(error);
      this.importError =
        name === undefined
          ? t("Not pasted. {0}", reason)
          : t("{0} was not imported. {1}", name, reason);
    }
  }

  dismissProblem(): void {
    this.importError = undefined;
    this.#panel.requestUpdate();
  }

  removeUnknownColumns(): void {
    const { table } = this.draft;
    const known = table.columns.filter((it) => this.draft.isKnown(it));
    this.change(withColumns(table, known));
  }

  /** Requests URLs for the rows. */
  send(): void {
    this.importError = undefined;
    this.importNote = undefined;
    const run = this.view.run + 1;
    this.keep({ run, isAwaiting: true });
    const { columns } = this.draft.table;
    this.#host.send("preview", { run, columns, rows: this.draft.sentRows().map(sent) });
  }

  open(url: string): void {
    this.#host.send("open", { url });
  }

  copy(text: string): void {
    this.#host.send("copy", { text });
  }

  copyAll(): void {
    const urls = this.draft.rowsWithUrls().map((it) => it.url);
    this.copy(urls.join("\n"));
  }

  save(): void {
    const { columns } = this.draft.table;
    const rows = this.draft.rowsWithUrls().map(({ row, url }) => ({ cells: sent(row), url }));
    this.#host.send("save", { columns, rows });
  }

  #changed(): void {
    this.version++;
    this.keep({});
  }

  keep(change: Partial<Omit<UrlsView, "draft">>): void {
    this.view = { ...this.view, ...change };
    if (this.#state) {
      const { subject } = this.#state;
      this.#host.saveState({ subject, view: { ...this.view, draft: this.draft.kept() } });
    }
    this.#panel.requestUpdate();
  }

  #takeUrls(): void {
    const urls = this.preview?.urls;
    if (this.locked && urls) {
      this.draft.setUrls(urls);
      this.version++;
      this.keep({ isAwaiting: false });
    }
  }
}

/** Returns the values to send. Rows with problems are not sent, so there are no invalid values. */
function sent(row: UrlRow): SentRow {
  return row.map((cell) => (typeof cell === "object" ? null : cell));
}
