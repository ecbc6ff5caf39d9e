import { basename } from "node:path";
import * as vscode from "vscode";
import type { SurveyClient } from "../../client/surveyClient.ts";
import { targetFiles } from "../../export/targetFiles.ts";
import type { Preview } from "../../formats/calls.ts";
import { readItemSource } from "../../formats/itemSource.ts";
import { labelText } from "../../model/label.ts";
import type { CollectGroup, Survey } from "../../model/survey.ts";
import type { ReadQuery } from "../../reader/readQuery.ts";
import type { ItemKind } from "../../client/queries.ts";
import { translations } from "../platform/language.ts";
import { plain } from "../platform/plainText.ts";
import type { SurveyChoice } from "../commands/ask.ts";
import { ExportCount } from "./exportDialogCount.ts";
import {
  effectiveForm,
  type ExportDialogState,
  type ExportSubject,
  type KnownCount,
} from "./exportDialogState.ts";
import type { DialogSurvey, EarlierExport } from "./exportDialogState.ts";
import type { ExportParts } from "./exportParts.ts";
import type { ExportPreview } from "./exportPreview.ts";
import { copyAsOf } from "./sharedCopies.ts";
import { readPreviewed, type PreviewedItems } from "./readPreviewed.ts";
import { askSnippetLanguage, copySnippet } from "./snippets.ts";

/** Reads in the background what the dialog needs of a survey, until the dialog is closed. */
export class ExportSurveyReader implements vscode.Disposable {
  readonly #parts: ExportParts;
  readonly #kind: ItemKind;
  readonly #choice: SurveyChoice;
  readonly #reading = new AbortController();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #count: ExportCount;
  #subject: ExportSubject;
  #survey: Promise<Survey> | undefined;
  #groups: Promise<readonly CollectGroup[]> | undefined;
  #preview: ExportPreview | undefined;
  #previewed: { readonly query: string; readonly items: Promise<PreviewedItems> } | undefined;

  readonly onDidChange = (listener: () => void) => this.#changed.event(listener);
  readonly survey: DialogSurvey;

  constructor(parts: ExportParts, kind: ItemKind, choice: SurveyChoice) {
    this.#parts = parts;
    this.#kind = kind;
    this.#choice = choice;
    const { dataSpace, surveyId } = choice;
    const version = parts.dataSpaces.list().find((it) => it.name === dataSpace)?.version;
    this.#subject = { version };
    this.#count = new ExportCount(
      () => this.#client(),
      surveyId,
      () => this.#changed.fire(),
    );
    this.survey = {
      survey: () => this.#readSurvey(),
      groups: () => this.#readGroups(),
      newest: () => this.#newest(),
      copyAsOf: () => this.#subject.copyAsOf,
      earlier: earlierExports(parts, kind, choice),
    };
    // Show structure and groups as soon as they are loaded. If that fails, the questions that need them show the error.
    void this.#readSurvey()
      .then(({ questions, embeddedData }) =>
        this.#learn({
          variables: questions.map((it) => it.name),
          embeddedData: embeddedData.map((it) => it.name),
        }),
      )
      .catch(() => undefined);
    void this.#readGroups()
      .then((groups) =>
        this.#learn({ groups: new Map(groups.map((it) => [it.collectGroupId, plain(it.label)])) }),
      )
      .catch(() => undefined);
  }

  get subject(): ExportSubject {
    return this.#subject;
  }

  get count(): KnownCount {
    return this.#count.count;
  }

  /** Looks for a copy of the survey. Called before the dialog is shown, because a copy adds a line to it. */
  async lookForCopy(): Promise<void> {
    if (this.#kind === "responses") {
      const { tables } = this.#parts;
      const client = await this.#client();
      this.#learn({ copyAsOf: await copyAsOf(tables, client, this.#choice.surveyId) });
    }
  }

  /** Updates the count and the open preview after a change of the state. */
  changed(state: ExportDialogState): void {
    const { startDateTime, endDateTime, collectGroupId, filter } = wantedBy(state);
    this.#count.ask({ startDateTime, endDateTime, collectGroupId, ...filter });
    void this.#preview?.show(() => this.#previewOf(state));
  }

  preview(state: ExportDialogState): void {
    this.#preview ??= this.#parts.previews.open(labelText(this.#choice.label));
    void this.#preview.show(() => this.#previewOf(state));
  }

  /** Asks for the language, and copies code that loads the file as it will be written. */
  async copyAs(state: ExportDialogState & { readonly file: string }): Promise<void> {
    const language = await askSnippetLanguage();
    if (!language) {
      return;
    }
    const { table = { columns: [] } } = await this.#previewOf(state);
    const { file, format } = state;
    const form = effectiveForm(state);
    await copySnippet(this.#parts, { language, file, format, form, table });
  }

  dispose(): void {
    this.#reading.abort();
    this.#count.dispose();
    this.#preview?.dispose();
    this.#changed.dispose();
  }

  /** Does not keep the client: after a failure, such as a service that did not start, the next call tries again. */
  #client(): Promise<SurveyClient> {
    return this.#parts.dataSpaces.client(this.#choice.dataSpace);
  }

  #learn(more: Partial<ExportSubject>): void {
    this.#subject = { ...this.#subject, ...more };
    this.#changed.fire();
  }

  #readSurvey(): Promise<Survey> {
    const { signal } = this.#reading;
    const { surveyId } = this.#choice;
    this.#survey ??= this.#client().then((it) => it.getSurvey(surveyId, { signal }));
    // After a failure, the next call tries again.
    this.#survey.catch(() => (this.#survey = undefined));
    return this.#survey;
  }

  #readGroups(): Promise<readonly CollectGroup[]> {
    const { signal } = this.#reading;
    const { surveyId } = this.#choice;
    this.#groups ??= this.#client().then((it) => it.listCollectGroups(surveyId, { signal }));
    this.#groups.catch(() => (this.#groups = undefined));
    return this.#groups;
  }

  async #newest(): Promise<string | undefined> {
    const client = await this.#client();
    const { signal } = this.#reading;
    const page = await client.metadataPage(this.#choice.surveyId, { size: 1, signal });
    return page.items[0]?.finishedAt;
  }

  async #previewOf(state: ExportDialogState): Promise<Preview> {
    const { format } = state;
    const query = wantedBy(state);
    const key = JSON.stringify(query);
    const known = this.#previewed;
    const previewed =
      known?.query === key ? known : { query: key, items: this.#readPreviewed(query) };
    this.#previewed = previewed;
    previewed.items.catch(() => {
      // After a failure, the next call tries again, unless another query has replaced this one.
      if (this.#previewed === previewed) {
        this.#previewed = undefined;
      }
    });
    return this.#parts.formats.preview({
      ...(await previewed.items),
      format,
      form: effectiveForm(state),
      translations: translations(),
    });
  }

  async #readPreviewed(query: ReadQuery): Promise<PreviewedItems> {
    const client = await this.#client();
    const { signal } = this.#reading;
    const { dataSpace, version } = client;
    const known = {
      dataSpace,
      version,
      getSurvey: () => this.#readSurvey(),
      listCollectGroups: async () => [...(await this.#readGroups())],
    };
    const source = await readItemSource(known, this.#choice.surveyId, this.#kind, query, signal);
    return readPreviewed(client, source, query, signal);
  }
}

/** Returns the query of the responses that will be in the file: that of the state has no time if they come since an export. */
function wantedBy({ query, since }: ExportDialogState): ReadQuery {
  return since ? { ...query, startDateTime: since.end } : query;
}

/** Returns the survey's finished exports whose end time is known. */
function earlierExports(
  { past }: ExportParts,
  kind: ItemKind,
  { dataSpace, surveyId }: SurveyChoice,
): EarlierExport[] {
  return past
    .list()
    .filter((it) => it.dataSpace === dataSpace && it.surveyId === surveyId)
    .filter((it) => it.kind === kind && it.done?.endDateTime !== undefined)
    .map(({ file, done, query }) => {
      const { collectGroupId, variables, embeddedData, parameterField, filter } = query;
      return {
        name: basename(file),
        manifest: targetFiles(file).manifest,
        end: done?.endDateTime,
        asked: { collectGroupId, variables, embeddedData, parameterField, filter },
      };
    });
}
