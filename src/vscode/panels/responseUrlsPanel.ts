import * as vscode from "vscode";
import { writeUrlFile, type UrlFileFormat } from "../../export/urlFile.ts";
import { responseUrlsRequest } from "../../messages/decode.ts";
import type {
  ResponseUrlsContent,
  ResponseUrlsMessage,
  ResponseUrlsRequest,
  UrlPreview,
  UrlsSubject,
} from "../../messages/responseUrls.ts";
import { isCancelled } from "../../model/errors.ts";
import { oneLine } from "../../model/label.ts";
import { requireUrlRows } from "../../model/urlTable.ts";
import { logFailure, messageOf } from "../adapters/log.ts";
import { readUrlTarget, urlPages, withUrlProgress } from "../adapters/responseUrls.ts";
import { chooseRowFile } from "../adapters/rowFiles.ts";
import { tellOfFile } from "../adapters/tellOfFile.ts";
import { localPath, proposedFile } from "../commands/paths.ts";
import { LatestRead } from "./latestRead.ts";
import { panelError, PanelHost, panelLocale } from "./panelHost.ts";
import type { PanelContext } from "./panelContext.ts";

type PreviewRequest = Extract<ResponseUrlsRequest, { kind: "preview" }>;
type SaveRequest = Extract<ResponseUrlsRequest, { kind: "save" }>;

/** Makes response URLs of one collect group. The rows are the panel's; the host reads, sends and writes for it. */
export class ResponseUrlsPanel {
  readonly host: PanelHost<ResponseUrlsRequest, ResponseUrlsMessage>;
  readonly #subject: UrlsSubject;
  readonly #context: PanelContext;
  readonly #read = new LatestRead<ResponseUrlsContent>(() => this.#post());
  #preview: UrlPreview | undefined;
  #previewing: AbortController | undefined;

  constructor(panel: vscode.WebviewPanel, subject: UrlsSubject, context: PanelContext) {
    this.#subject = subject;
    this.#context = context;
    this.host = new PanelHost<ResponseUrlsRequest, ResponseUrlsMessage>({
      panel,
      extensionUri: context.extensionUri,
      program: "responseUrls",
      requests: responseUrlsRequest,
      onRequest: (request) => this.#handle(request),
      log: context.log,
    });
    this.host.onDidDispose(() => this.#cancel());
  }

  load(): Promise<void> {
    return this.#read.run((signal) => this.#readContent(signal));
  }

  /** Reads again; a failure is shown in the panel. */
  reload(): void {
    this.load().catch((error: unknown) => this.#log("Reading the collect group", error));
  }

  /** Goes on after the key that a failure asked for was given. */
  retryAfterSignIn(): void {
    if (this.#read.error?.action === "signIn") {
      this.reload();
    }
  }

  async #readContent(signal: AbortSignal): Promise<ResponseUrlsContent> {
    const { dataSpace, surveyId, collectGroupId } = this.#subject;
    const client = await this.#context.dataSpaces.client(dataSpace);
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

  #handle(request: ResponseUrlsRequest): void {
    const { dataSpace, surveyId } = this.#subject;
    switch (request.kind) {
      case "ready":
        this.#post();
        break;
      case "refresh":
        this.reload();
        break;
      case "cancel":
        this.#cancel();
        break;
      case "signIn":
        this.#context.run("surveyExplorer.signIn", { kind: "dataSpace", dataSpace });
        break;
      case "openStructure":
        this.#context.run("surveyExplorer.openSurvey", {
          kind: "panel",
          dataSpace,
          survey: { surveyId, label: this.#read.content?.surveyLabel ?? surveyId },
          filter: {},
        });
        break;
      case "paste":
        this.#settle("Reading the clipboard", this.#paste());
        break;
      case "openFile":
        this.#settle("Reading a file of rows", this.#openFile());
        break;
      case "preview":
        void this.#makeUrls(request);
        break;
      case "save":
        this.#settle("Saving response URLs", this.#save(request));
        break;
      case "open":
        // As a string: a Uri would not keep the escapes of a signed address.
        void vscode.commands.executeCommand("vscode.open", request.url);
        break;
      case "copy":
        void vscode.env.clipboard.writeText(request.text);
        break;
    }
  }

  #cancel(): void {
    this.#read.cancel();
    this.#previewing?.abort();
  }

  /** Says what failed; for what the panel itself has no place for. */
  #settle(what: string, work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#log(what, error);
      void vscode.window.showErrorMessage(messageOf(error));
    });
  }

  #log(what: string, error: unknown): void {
    logFailure(this.#context.log, `${what} ${this.#subject.collectGroupId}`, error);
  }

  async #paste(): Promise<void> {
    const text = await vscode.env.clipboard.readText();
    this.host.post({ kind: "text", format: "pasted", text });
  }

  async #openFile(): Promise<void> {
    const text = await chooseRowFile();
    if (text) {
      this.host.post(text);
    }
  }

  async #makeUrls({ run, columns, rows }: PreviewRequest): Promise<void> {
    this.#previewing?.abort();
    const previewing = new AbortController();
    this.#previewing = previewing;
    const urls: string[] = [];
    const show = (change: Pick<UrlPreview, "loading" | "error" | "urls">) => {
      if (this.#previewing === previewing) {
        this.#preview = { run, total: rows.length, done: urls.length, ...change };
        this.#post();
      }
    };
    show({ loading: true });
    try {
      const { dataSpace, collectGroupId } = this.#subject;
      const client = await this.#context.dataSpaces.client(dataSpace);
      // What a webview sends is not trusted to have been checked.
      requireUrlRows({ columns, rows }, this.#read.content?.parameters ?? []);
      await withUrlProgress(
        rows.length,
        async (signal, report) => {
          for await (const page of urlPages({ client, collectGroupId, columns, rows, signal })) {
            urls.push(...page);
            report(urls.length);
            show({ loading: true });
          }
        },
        previewing,
      );
      show({ loading: false, urls });
    } catch (error) {
      this.#log("Making response URLs of", error);
      show({ loading: false, urls, error: isCancelled(error) ? undefined : panelError(error) });
    }
  }

  async #save({ columns, rows }: SaveRequest): Promise<void> {
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
    // The dialog has asked before it lets a file be replaced.
    await writeUrlFile({ columns, rows }, format, file, true);
    const count = rows.length.toLocaleString(vscode.env.language);
    const name = vscode.workspace.asRelativePath(file);
    const saved =
      rows.length === 1
        ? vscode.l10n.t("Saved 1 response URL to {0}.", name)
        : vscode.l10n.t("Saved {0} response URLs to {1}.", count, name);
    await tellOfFile(saved, file);
  }

  #title(): string {
    const { label, collectGroupId } = this.#subject;
    return oneLine(this.#read.content?.group.label ?? label ?? "") || collectGroupId;
  }

  #post(): void {
    const title = this.#title();
    this.host.title = vscode.l10n.t("{0} · response URLs", title);
    this.host.post({
      kind: "state",
      locale: panelLocale(),
      subject: { ...this.#subject, label: title },
      title,
      loading: this.#read.loading,
      error: this.#read.error,
      content: this.#read.content,
      preview: this.#preview,
    });
  }
}

async function askFormat(): Promise<UrlFileFormat | undefined> {
  const items: (vscode.QuickPickItem & { readonly format: UrlFileFormat })[] = [
    { format: "csv", label: "CSV", description: vscode.l10n.t("values as they are") },
    {
      format: "excel",
      label: vscode.l10n.t("CSV for Excel"),
      description: vscode.l10n.t("what Excel would take for a formula is kept as text"),
    },
    { format: "json", label: "JSON", description: vscode.l10n.t("an array of objects") },
  ];
  const title = vscode.l10n.t("Save response URLs");
  return (await vscode.window.showQuickPick(items, { title }))?.format;
}
