import * as vscode from "vscode";
import { responsesRequest } from "../../messages/decode.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import type {
  CellMode,
  ResponseFilter,
  ResponsesContent,
  ResponsesRequest,
  ResponsesState,
} from "../../messages/responses.ts";
import { gridRow, structureColumns, withResponseColumns, type Column } from "../../model/grid.ts";
import { oneLine } from "../../model/label.ts";
import type { CollectGroup, Survey } from "../../model/survey.ts";
import { responseFacts, type ResponseFacts } from "../../reader/rawResponse.ts";
import { createResponsePager, type ResponsePager } from "../../reader/responsePager.ts";
import { logFailure } from "../adapters/log.ts";
import { readPreferences } from "../adapters/settings.ts";
import type { Clicked } from "../tree/node.ts";
import { LatestRead } from "./latestRead.ts";
import { PanelHost, panelLocale } from "./panelHost.ts";
import type { PanelContext } from "./panelContext.ts";

type PageTarget = Extract<ResponsesRequest, { kind: "page" }>["to"];

/** What the panel shows, and by what each of its rows is known again. */
interface Shown {
  readonly content: ResponsesContent;
  readonly responses: readonly ResponseFacts[];
}

/** The responses of one survey, page by page, newest first. */
export class ResponsesPanel {
  readonly host: PanelHost<ResponsesRequest, ResponsesState>;
  readonly #subject: PanelSubject;
  readonly #context: PanelContext;
  #filter: ResponseFilter;
  #cells: CellMode = readPreferences().view.cells;
  #survey: Survey | undefined;
  #collectGroups: readonly CollectGroup[] = [];
  #pager: ResponsePager | undefined;
  #columns: readonly Column[] = [];
  #scanned: number | undefined;
  readonly #read = new LatestRead<Shown>(() => this.#post());

  constructor(
    panel: vscode.WebviewPanel,
    subject: PanelSubject,
    filter: ResponseFilter,
    context: PanelContext,
  ) {
    this.#subject = subject;
    this.#filter = filter;
    this.#context = context;
    this.host = new PanelHost<ResponsesRequest, ResponsesState>({
      panel,
      extensionUri: context.extensionUri,
      program: "responses",
      requests: responsesRequest,
      onRequest: (request) => this.#handle(request),
      log: context.log,
    });
    this.host.onDidDispose(() => this.#read.cancel());
  }

  /** Reads the newest page anew, with the structure that gives its columns. */
  load(): Promise<void> {
    return this.#show("newest", { anew: true });
  }

  async setFilter(filter: ResponseFilter): Promise<void> {
    this.#filter = filter;
    this.#pager = undefined;
    await this.#show("newest");
  }

  #show(to: PageTarget, { anew = false } = {}): Promise<void> {
    this.#scanned = undefined;
    return this.#read.run((signal) => this.#readPage(to, anew, signal));
  }

  async #readPage(to: PageTarget, anew: boolean, signal: AbortSignal): Promise<Shown> {
    const { dataSpace, surveyId } = this.#subject;
    const client = await this.#context.dataSpaces.client(dataSpace);
    if (anew || !this.#survey) {
      const survey = await client.getSurvey(surveyId, { signal });
      this.#collectGroups = await client.listCollectGroups(surveyId, { signal });
      this.#survey = survey;
      this.#columns = structureColumns(survey);
      this.#pager = undefined;
    }
    this.#pager ??= this.#newPager(client);
    const page = await this.#pager[to](signal);
    this.#columns = withResponseColumns(this.#columns, page.items);
    const content: ResponsesContent = {
      source: { dataSpace, apiVersion: client.version, readAt: Date.now() },
      columns: this.#columns,
      rows: page.items.map((it) => gridRow(this.#columns, it)),
      first: page.first,
      total: page.total,
      hasNewer: page.hasNewer,
      hasOlder: page.hasOlder,
    };
    return { content, responses: page.items.map(responseFacts) };
  }

  #newPager(client: Parameters<typeof createResponsePager>[0]["client"]): ResponsePager {
    return createResponsePager({
      client,
      surveyId: this.#subject.surveyId,
      filter: this.#filter,
      pageSize: readPreferences().view.pageSize,
      onScanned: (scanned) => {
        this.#scanned = scanned;
        this.#post();
      },
    });
  }

  #handle(request: ResponsesRequest): void {
    const { dataSpace } = this.#subject;
    switch (request.kind) {
      case "ready":
        this.#post();
        break;
      case "refresh":
        this.reload();
        break;
      case "cancel":
        this.#read.cancel();
        break;
      case "signIn":
        this.#context.run("surveyExplorer.signIn", { kind: "dataSpace", dataSpace });
        break;
      case "page":
        this.#settle(this.#show(request.to));
        break;
      case "filter":
        this.#settle(this.setFilter(request.filter));
        break;
      case "cells":
        // The panel shows it already; the choice is kept for when it comes back.
        this.#cells = request.cells;
        break;
      case "openStructure":
        this.#context.run("surveyExplorer.openSurvey", this.#selection());
        break;
      case "export":
        this.#context.run("surveyExplorer.exportResponses", this.#selection());
        break;
      case "showRaw":
        this.#showRaw(request.position);
        break;
      case "copy":
        void vscode.env.clipboard.writeText(request.text);
        break;
    }
  }

  /** The page may have changed since the person clicked: then the row is not there. */
  #showRaw(position: number): void {
    const { dataSpace, surveyId } = this.#subject;
    const shown = this.#read.content;
    const response = shown?.responses[position - shown.content.first];
    if (response) {
      this.#context.run("surveyExplorer.showRaw", {
        kind: "response",
        dataSpace,
        surveyId,
        response,
      });
    }
  }

  /** Reads again; a failure is shown in the panel. */
  reload(): void {
    this.#settle(this.load());
  }

  /** Goes on after the key that a failure asked for was given. */
  retryAfterSignIn(): void {
    if (this.#read.error?.action === "signIn") {
      this.reload();
    }
  }

  #settle(loading: Promise<void>): void {
    loading.catch((error: unknown) => {
      logFailure(this.#context.log, `Reading the responses of ${this.#subject.surveyId}`, error);
    });
  }

  #selection(): Clicked {
    const { dataSpace, surveyId } = this.#subject;
    return {
      kind: "panel",
      dataSpace,
      survey: { surveyId, label: this.#title() },
      filter: this.#filter,
    };
  }

  #title(): string {
    const { label, surveyId } = this.#subject;
    return oneLine(this.#survey?.label ?? label ?? "") || surveyId;
  }

  #post(): void {
    this.host.title = vscode.l10n.t("{0} · responses", this.#title());
    this.host.post({
      kind: "state",
      locale: panelLocale(),
      subject: { ...this.#subject, label: this.#title() },
      title: this.#title(),
      loading: this.#read.loading,
      scanned: this.#scanned,
      error: this.#read.error,
      filter: this.#filter,
      cells: this.#cells,
      collectGroups: this.#collectGroups,
      content: this.#read.content?.content,
    });
  }
}
