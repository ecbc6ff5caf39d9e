import * as vscode from "vscode";
import type { PanelSubject } from "../../messages/panel.ts";
import type {
  PanelRequests,
  RequestSchemas,
  RequestsOf,
} from "../../messages/requests/panelRequests.ts";
import type { SignIn } from "../../model/errors.ts";
import { lazy } from "../../model/lazy.ts";
import type { Handlers } from "../../rpc/messages.ts";
import { inLanguage } from "../platform/language.ts";
import { logFailure } from "../platform/log.ts";
import { newsText } from "../structureChanges/newsText.ts";
import type { PanelProgram } from "./html.ts";
import { LatestRead } from "./latestRead.ts";
import type { PanelContext } from "./panelContext.ts";
import { PanelHost } from "./panelHost.ts";
import { surveySelection } from "../surveys/node.ts";

/** Handlers of requests that only one kind of panel makes. */
export type OwnHandlers<Schemas> = Handlers<Omit<RequestsOf<Schemas>, keyof PanelRequests>>;

export interface ReadingPanelOptions<Schemas, Subject> {
  readonly panel: vscode.WebviewPanel;
  readonly program: PanelProgram;
  readonly requests: Schemas;
  readonly subject: Subject;
  /** What the panel reads, for the log. */
  readonly what: string;
  readonly context: PanelContext;
}

/** Base class of all panels: they read what they show from a data space. */
export abstract class ReadingPanel<
  Schemas extends RequestSchemas,
  Events,
  Content,
  Subject extends PanelSubject = PanelSubject,
> {
  readonly subject: Subject;
  readonly host: PanelHost<Schemas, Events>;
  protected readonly context: PanelContext;
  protected readonly reading = new LatestRead<Content>(() => this.post());
  protected abstract readonly handlers: OwnHandlers<Schemas>;
  readonly #what: string;

  constructor(options: ReadingPanelOptions<Schemas, Subject>) {
    const { panel, program, requests, subject, what, context } = options;
    this.subject = subject;
    this.context = context;
    this.#what = what;
    this.host = new PanelHost<Schemas, Events>({
      panel,
      extensionUri: context.extensionUri,
      program,
      requests,
      // Made once, because a panel requests rows many times a second.
      handlers: lazy(
        () => ({ ...this.#common, ...this.handlers }) as Handlers<RequestsOf<Schemas>>,
      ),
      log: context.log,
    });
    const news = context.structures.onDidChange((it) => {
      if (it.dataSpace === subject.dataSpace && it.surveyId === subject.surveyId) {
        this.post();
      }
    });
    this.host.onDidDispose(() => {
      news.dispose();
      this.cancel();
    });
  }

  /** "3 changes since 12 Nov"; `undefined` if the structure has not changed since the person looked at it. */
  protected get news(): string | undefined {
    const { dataSpaces, structures } = this.context;
    const { dataSpace, surveyId } = this.subject;
    const apiVersion = dataSpaces.list().find((it) => it.name === dataSpace)?.version;
    const unseen = apiVersion && structures.of({ dataSpace, surveyId, apiVersion });
    return unseen && inLanguage(newsText(unseen));
  }

  /** Reads what the panel shows, or reads it again. */
  abstract load(): Promise<void>;

  /** Called when the webview has started, perhaps again. */
  protected ready(): void {
    this.post();
  }

  /** Sends the whole state. */
  protected abstract post(): void;

  protected cancel(): void {
    this.reading.cancel();
  }

  /** Reads again. The panel shows a failure, and the promise rejects for callers that need to know. */
  reload(): Promise<void> {
    const loading = this.load();
    this.settle(loading);
    return loading;
  }

  /** Reads again if the last failure asked for a key or version, which may have been set since. */
  dataSpaceChanged(): void {
    // A reading in progress may have looked for the key before it was set.
    void this.reading.ended.then(() => {
      if (this.reading.error?.action !== undefined && !this.host.isDisposed) {
        this.goOn();
      }
    });
  }

  protected goOn(): void {
    void this.reload();
  }

  /** Logs the failure of a reading. The panel shows it. */
  protected settle(loading: Promise<void>): void {
    loading.catch((error: unknown) => {
      logFailure(this.context.log, `Reading ${this.#what}`, error);
    });
  }

  #showChanges(): void {
    const { dataSpace, surveyId } = this.subject;
    const clicked = surveySelection({ dataSpace, surveyId });
    this.context.run("surveyExplorer.showStructureChanges", clicked);
  }

  #signIn(command: SignIn): void {
    const { dataSpace } = this.subject;
    this.context.run(`surveyExplorer.${command}`, { kind: "dataSpace", dataSpace });
  }

  readonly #common: Handlers<PanelRequests> = {
    ready: () => this.ready(),
    refresh: () => void this.reload(),
    cancel: () => this.cancel(),
    showChanges: () => this.#showChanges(),
    signIn: () => this.#signIn("signIn"),
    signInToProxy: () => this.#signIn("signInToProxy"),
    copy: ({ text }) => void vscode.env.clipboard.writeText(text),
  };
}
