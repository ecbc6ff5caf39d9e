import * as vscode from "vscode";
import type { AskMap, PanelRequests, RequestsOf } from "../../messages/requests/ask.ts";
import type { SignIn } from "../../model/errors.ts";
import { once } from "../../model/once.ts";
import type { Handlers } from "../../rpc/messages.ts";
import { inLanguage } from "../platform/language.ts";
import { logFailure } from "../platform/log.ts";
import { newsText } from "../structureChanges/newsText.ts";
import type { PanelProgram } from "./html.ts";
import { LatestRead } from "./latestRead.ts";
import type { PanelContext } from "./panelContext.ts";
import { PanelHost } from "./panelHost.ts";

/** Answers what only one kind of panel asks. */
export type OwnHandlers<Asks> = Handlers<Omit<RequestsOf<Asks>, keyof PanelRequests>>;

export interface ReadingPanelOptions<Asks> {
  readonly panel: vscode.WebviewPanel;
  readonly program: PanelProgram;
  readonly requests: Asks;
  readonly dataSpace: string;
  /** Of which the panel says that its structure has changed. */
  readonly surveyId?: string | undefined;
  /** What it reads, for the log. */
  readonly what: string;
  readonly context: PanelContext;
}

/** A panel that reads what it shows from a data space: what all panels do alike. */
export abstract class ReadingPanel<Asks extends AskMap, Events, Content> {
  readonly host: PanelHost<Asks, Events>;
  protected readonly context: PanelContext;
  protected readonly reading = new LatestRead<Content>(() => this.post());
  protected abstract readonly handlers: OwnHandlers<Asks>;
  readonly #dataSpace: string;
  readonly #surveyId: string | undefined;
  readonly #what: string;

  constructor(options: ReadingPanelOptions<Asks>) {
    const { panel, program, requests, dataSpace, surveyId, what, context } = options;
    this.context = context;
    this.#surveyId = surveyId;
    this.#dataSpace = dataSpace;
    this.#what = what;
    this.host = new PanelHost<Asks, Events>({
      panel,
      extensionUri: context.extensionUri,
      program,
      requests,
      // A panel asks for rows many times a second.
      handlers: once(() => ({ ...this.#common, ...this.handlers }) as Handlers<RequestsOf<Asks>>),
      log: context.log,
    });
    const news = context.structures.onDidChange((it) => {
      if (it.dataSpace === dataSpace && it.surveyId === surveyId) {
        this.post();
      }
    });
    this.host.onDidDispose(() => {
      news.dispose();
      this.cancel();
    });
  }

  /** "3 changes since 12 Nov", where the structure has changed since the person looked at it. */
  protected get news(): string | undefined {
    const { dataSpaces, structures } = this.context;
    const { name, version } = dataSpaces.list().find((it) => it.name === this.#dataSpace) ?? {};
    const surveyId = this.#surveyId;
    const unseen =
      name !== undefined && version && surveyId !== undefined
        ? structures.of({ dataSpace: name, surveyId, apiVersion: version })
        : undefined;
    return unseen && inLanguage(newsText(unseen));
  }

  /** Reads what the panel shows, anew. */
  abstract load(): Promise<void>;

  /** The panel came to be, perhaps anew. */
  protected ready(): void {
    this.post();
  }

  /** Sends the whole state. */
  protected abstract post(): void;

  protected cancel(): void {
    this.reading.cancel();
  }

  /** Reads again. The panel shows a failure; the promise is for whoever wants to know as well. */
  reload(): Promise<void> {
    const loading = this.load();
    this.settle(loading);
    return loading;
  }

  /** Goes on when the key or the version that a failure asked for may be there. */
  dataSpaceChanged(): void {
    // What is just being read may have looked for the key before it was there.
    void this.reading.ended.then(() => {
      if (this.reading.error?.action !== undefined && !this.host.isDisposed) {
        this.goOn();
      }
    });
  }

  protected goOn(): void {
    void this.reload();
  }

  /** For reading whose failure the panel shows. */
  protected settle(loading: Promise<void>): void {
    loading.catch((error: unknown) => {
      logFailure(this.context.log, `Reading ${this.#what}`, error);
    });
  }

  #showChanges(): void {
    const surveyId = this.#surveyId;
    if (surveyId !== undefined) {
      this.context.run("surveyExplorer.showStructureChanges", {
        ...{ kind: "panel", dataSpace: this.#dataSpace },
        ...{ survey: { surveyId, label: surveyId }, filter: {} },
      });
    }
  }

  #signIn(command: SignIn): void {
    const { context } = this;
    context.run(`surveyExplorer.${command}`, { kind: "dataSpace", dataSpace: this.#dataSpace });
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
