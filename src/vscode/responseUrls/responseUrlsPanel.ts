import * as vscode from "vscode";
import { writeUrlFile, type UrlFileFormat } from "../../export/urlFile.ts";
import { panelError } from "../../messages/panel.ts";
import {
  responseUrlsRequests,
  type ResponseUrlsEvents,
  type ResponseUrlsRequests,
} from "../../messages/requests/responseUrls.ts";
import type { ResponseUrlsContent, UrlPreview, UrlsSubject } from "../../messages/responseUrls.ts";
import { isCancelled } from "../../model/errors.ts";
import { plural } from "../../model/localizable.ts";
import { oneLine } from "../../model/oneLine.ts";
import { requireUrlRows } from "../../model/urlTable.ts";
import { errorText, translations } from "../platform/language.ts";
import { logFailure } from "../platform/log.ts";
import { plain } from "../platform/plainText.ts";
import { readUrls, readUrlTarget } from "./responseUrls.ts";
import { chooseRowFile } from "./rowFiles.ts";
import { showFileWritten } from "../platform/fileMessage.ts";
import { pickOne, showError, t, type PickItem, say } from "../platform/window.ts";
import { localPath, proposedFile } from "../commands/paths.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import { tabLabel } from "../panels/panelHost.ts";
import { surveySelection } from "../surveys/node.ts";
import { ReadingPanel, type OwnHandlers } from "../panels/readingPanel.ts";

type ResponseUrlsSchemas = ReturnType<typeof responseUrlsRequests>;
type Question<K extends "preview" | "save"> = Parameters<ResponseUrlsRequests[K]>[0];

/** Makes response URLs of one collect group. The webview holds the rows; the host reads, requests and writes for it. */
export class ResponseUrlsPanel extends ReadingPanel<
  ResponseUrlsSchemas,
  ResponseUrlsEvents,
  ResponseUrlsContent,
  UrlsSubject
> {
  #preview: UrlPreview | undefined;
  #previewing: AbortController | undefined;

  constructor(panel: vscode.WebviewPanel, subject: UrlsSubject, context: PanelContext) {
    super({
      panel,
      program: "responseUrls",
      requests: responseUrlsRequests(),
      subject,
      what: `the collect group ${subject.collectGroupId}`,
      context,
    });
  }

  load(): Promise<void> {
    return this.reading.run((signal) => this.#readContent(signal));
  }

  async #readContent(signal: AbortSignal): Promise<ResponseUrlsContent> {
    const { dataSpace, surveyId, collectGroupId } = this.subject;
    const client = await this.context.dataSpaces.client(dataSpace);
    const { group, survey, parameters } = await readUrlTarget(client, collectGroupId, {
      surveyId,
      signal,
    });
    return {
      source: { dataSpace, apiVersion: client.version, readAt: Date.now() },
      surveyLabel: oneLine(survey?.label ?? "") || surveyId,
      group,
      parameters,
    };
  }

  protected readonly handlers: OwnHandlers<ResponseUrlsSchemas> = {
    openStructure: () => {
      const { dataSpace, surveyId } = this.subject;
      const label = this.reading.content?.surveyLabel;
      const clicked = surveySelection({ dataSpace, surveyId, label });
      this.context.run("surveyExplorer.openSurvey", clicked);
    },
    changeVersion: () => {
      const { dataSpace } = this.subject;
      this.context.run("surveyExplorer.changeVersion", { kind: "dataSpace", dataSpace });
    },
    paste: () =>
      this.#attempt("Reading the clipboard", async () => ({
        format: "pasted",
        text: await vscode.env.clipboard.readText(),
      })),
    openFile: () => this.#attempt("Reading a file of rows", () => chooseRowFile()),
    preview: (request) => this.#makeUrls(request),
    save: (request) => this.#attempt("Saving response URLs", () => this.#save(request)),
    // A string, because a Uri would not keep the escapes of a signed URL.
    open: ({ url }) => void vscode.commands.executeCommand("vscode.open", url),
  };

  protected override cancel(): void {
    super.cancel();
    this.#previewing?.abort();
  }

  /** Runs the work, and shows its failure in a notification, because the panel has no place for it. */
  async #attempt<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#log(what, error);
      void showError(plain(errorText(error)));
      throw error;
    }
  }

  #log(what: string, error: unknown): void {
    logFailure(this.context.log, `${what} ${this.subject.collectGroupId}`, error);
  }

  async #makeUrls({ run, columns, rows }: Question<"preview">): Promise<void> {
    this.#previewing?.abort();
    const previewing = new AbortController();
    this.#previewing = previewing;
    const urls: string[] = [];
    const show = (change: Pick<UrlPreview, "loading" | "error" | "urls">) => {
      if (this.#previewing === previewing) {
        this.#preview = { run, total: rows.length, done: urls.length, ...change };
        this.post();
      }
    };
    show({ loading: true });
    try {
      const { dataSpace, collectGroupId } = this.subject;
      const client = await this.context.dataSpaces.client(dataSpace);
      // Do not rely on the webview to have checked the rows.
      requireUrlRows({ columns, rows }, this.reading.content?.parameters ?? []);
      const { signal } = previewing;
      await readUrls({ client, collectGroupId, columns, rows, signal }, (page) => {
        urls.push(...page);
        show({ loading: true });
      });
      show({ loading: false, urls });
    } catch (error) {
      this.#log("Making response URLs of", error);
      show({
        loading: false,
        urls,
        error: isCancelled(error) ? undefined : panelError(error, errorText(error)),
      });
    }
  }

  async #save({ columns, rows }: Question<"save">): Promise<void> {
    const format = await askFormat();
    const extension = format === "json" ? "json" : "csv";
    const uri =
      format &&
      (await vscode.window.showSaveDialog({
        title: vscode.l10n.t("Save response URLs"),
        defaultUri: proposedFile(vscode.l10n.t("{0} response URLs", this.#title()), extension),
        filters: { [extension.toUpperCase()]: [extension] },
      }));
    if (!uri) {
      return;
    }
    const file = localPath(uri);
    // The dialog has already asked before replacing a file.
    await writeUrlFile({ columns, rows }, format, file, true);
    const name = vscode.workspace.asRelativePath(file);
    const saved = say(
      plural(
        rows.length,
        { one: "Saved {0} response URL to {1}.", other: "Saved {0} response URLs to {1}." },
        name,
      ),
    );
    await showFileWritten(saved, file);
  }

  #title(): string {
    const { label, collectGroupId } = this.subject;
    return oneLine(this.reading.content?.group.label ?? label ?? "") || collectGroupId;
  }

  protected post(): void {
    const title = this.#title();
    this.host.title = t("{0} · Response URLs", tabLabel(title));
    this.host.emit("state", {
      locale: translations(),
      subject: { ...this.subject, label: title },
      title,
      loading: this.reading.loading,
      error: this.reading.error,
      content: this.reading.content,
      preview: this.#preview,
    });
  }
}

async function askFormat(): Promise<UrlFileFormat | undefined> {
  const items: (PickItem & { readonly format: UrlFileFormat })[] = [
    { format: "csv", label: plain("CSV"), description: t("unchanged values") },
    {
      format: "excel",
      label: t("CSV for Excel"),
      description: t("formulas neutralized"),
    },
    { format: "json", label: plain("JSON"), description: t("an array of objects") },
  ];
  const title = t("Save response URLs");
  return (await pickOne(items, { title, placeHolder: t("Choose a format") }))?.format;
}
