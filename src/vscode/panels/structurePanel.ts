import * as vscode from "vscode";
import { structureRequest } from "../../messages/decode.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import type {
  StructureContent,
  StructureRequest,
  StructureState,
} from "../../messages/structure.ts";
import { oneLine } from "../../model/label.ts";
import { withDetail } from "../adapters/collectGroups.ts";
import { logFailure } from "../adapters/log.ts";
import type { Clicked } from "../tree/node.ts";
import { LatestRead } from "./latestRead.ts";
import { PanelHost, panelLocale } from "./panelHost.ts";
import type { PanelContext } from "./panelContext.ts";

/** The structure of one survey. */
export class StructurePanel {
  readonly host: PanelHost<StructureRequest, StructureState>;
  readonly #subject: PanelSubject;
  readonly #context: PanelContext;
  readonly #read = new LatestRead<StructureContent>(() => this.#post());

  constructor(panel: vscode.WebviewPanel, subject: PanelSubject, context: PanelContext) {
    this.#subject = subject;
    this.#context = context;
    this.host = new PanelHost<StructureRequest, StructureState>({
      panel,
      extensionUri: context.extensionUri,
      program: "structure",
      requests: structureRequest,
      onRequest: (request) => this.#handle(request),
      log: context.log,
    });
    this.host.onDidDispose(() => this.#read.cancel());
  }

  load(): Promise<void> {
    return this.#read.run((signal) => this.#readContent(signal));
  }

  async #readContent(signal: AbortSignal): Promise<StructureContent> {
    const { dataSpace, surveyId } = this.#subject;
    const client = await this.#context.dataSpaces.client(dataSpace);
    const [survey, listed] = await Promise.all([
      client.getSurvey(surveyId, { signal }),
      client.listCollectGroups(surveyId, { signal }),
    ]);
    const collectGroups = await Promise.all(listed.map((it) => withDetail(client, it, signal)));
    const source = { dataSpace, apiVersion: client.version, readAt: Date.now() };
    return { source, survey, collectGroups };
  }

  #handle(request: StructureRequest): void {
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
      case "openResponses":
        this.#context.run(
          "surveyExplorer.openResponses",
          this.#groupOrSurvey(request.collectGroupId),
        );
        break;
      case "exportSurvey":
        this.#context.run("surveyExplorer.exportSurvey", this.#groupOrSurvey());
        break;
      case "showRaw":
        this.#context.run("surveyExplorer.showRaw", this.#groupOrSurvey(request.collectGroupId));
        break;
      case "copy":
        void vscode.env.clipboard.writeText(request.text);
        break;
    }
  }

  /** Reads again; a failure is shown in the panel. */
  reload(): void {
    this.load().catch((error: unknown) => {
      logFailure(this.#context.log, `Reading the survey ${this.#subject.surveyId}`, error);
    });
  }

  /** Goes on after the key that a failure asked for was given. */
  retryAfterSignIn(): void {
    if (this.#read.error?.action === "signIn") {
      this.reload();
    }
  }

  #groupOrSurvey(collectGroupId?: string): Clicked {
    const { dataSpace, surveyId } = this.#subject;
    const group = this.#read.content?.collectGroups.find(
      (it) => it.collectGroupId === collectGroupId,
    );
    return group
      ? { kind: "collectGroup", dataSpace, surveyId, group }
      : { kind: "panel", dataSpace, survey: { surveyId, label: this.#title() }, filter: {} };
  }

  #title(): string {
    const { label, surveyId } = this.#subject;
    return oneLine(this.#read.content?.survey.label ?? label ?? "") || surveyId;
  }

  #post(): void {
    this.host.title = this.#title();
    this.host.post({
      kind: "state",
      locale: panelLocale(),
      subject: { ...this.#subject, label: this.#title() },
      title: this.#title(),
      loading: this.#read.loading,
      error: this.#read.error,
      content: this.#read.content,
    });
  }
}
