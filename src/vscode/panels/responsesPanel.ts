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
import { readPreferences } from "../adapters/settings.ts";
import type { Clicked } from "../tree/node.ts";
import type { PanelContext } from "./panelContext.ts";
import { panelLocale } from "./panelHost.ts";
import { ReadingPanel, type PanelOwn } from "./readingPanel.ts";

type PageTarget = Extract<ResponsesRequest, { kind: "page" }>["to"];

/** What the panel shows, and by what each of its rows is known again. */
interface Shown {
  readonly content: ResponsesContent;
  readonly responses: readonly ResponseFacts[];
}

/** The responses of one survey, page by page, newest first. */
export class ResponsesPanel extends ReadingPanel<ResponsesRequest, ResponsesState, Shown> {
  readonly #subject: PanelSubject;
  #filter: ResponseFilter;
  #cells: CellMode = readPreferences().view.cells;
  #survey: Survey | undefined;
  #collectGroups: readonly CollectGroup[] = [];
  #pager: ResponsePager | undefined;
  #columns: readonly Column[] = [];
  #scanned: number | undefined;

  constructor(
    panel: vscode.WebviewPanel,
    subject: PanelSubject,
    filter: ResponseFilter,
    context: PanelContext,
  ) {
    const { dataSpace, surveyId } = subject;
    super({
      panel,
      program: "responses",
      requests: responsesRequest,
      dataSpace,
      what: `the responses of ${surveyId}`,
      context,
    });
    this.#subject = subject;
    this.#filter = filter;
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
    return this.reading.run((signal) => this.#readPage(to, anew, signal));
  }

  async #readPage(to: PageTarget, anew: boolean, signal: AbortSignal): Promise<Shown> {
    const { dataSpace, surveyId } = this.#subject;
    const client = await this.context.dataSpaces.client(dataSpace);
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
        this.post();
      },
    });
  }

  protected handle(request: PanelOwn<ResponsesRequest>): void {
    switch (request.kind) {
      case "page":
        this.settle(this.#show(request.to));
        break;
      case "filter":
        this.settle(this.setFilter(request.filter));
        break;
      case "cells":
        // The panel shows it already; the choice is kept for when it comes back.
        this.#cells = request.cells;
        break;
      case "openStructure":
        this.context.run("surveyExplorer.openSurvey", this.#selection());
        break;
      case "export":
        this.context.run("surveyExplorer.exportResponses", this.#selection());
        break;
      case "showRaw":
        this.#showRaw(request.position);
        break;
    }
  }

  /** The page may have changed since the person clicked: then the row is not there. */
  #showRaw(position: number): void {
    const { dataSpace, surveyId } = this.#subject;
    const shown = this.reading.content;
    const response = shown?.responses[position - shown.content.first];
    if (response) {
      this.context.run("surveyExplorer.showRaw", {
        kind: "response",
        dataSpace,
        surveyId,
        response,
      });
    }
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

  protected post(): void {
    this.host.title = vscode.l10n.t("{0} · responses", this.#title());
    this.host.post({
      kind: "state",
      locale: panelLocale(),
      subject: { ...this.#subject, label: this.#title() },
      title: this.#title(),
      loading: this.reading.loading,
      scanned: this.#scanned,
      error: this.reading.error,
      filter: this.#filter,
      cells: this.#cells,
      collectGroups: this.#collectGroups,
      content: this.reading.content?.content,
    });
  }
}
