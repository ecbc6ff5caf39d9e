import * as vscode from "vscode";
import type { AskMap, PanelRequests, RequestsOf } from "../../messages/requests/ask.ts";
import type { SignIn } from "../../model/errors.ts";
import { once } from "../../model/once.ts";
import type { Handlers } from "../../rpc/messages.ts";
import { logFailure } from "../platform/log.ts";
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
  readonly #what: string;

  constructor({ panel, program, requests, dataSpace, what, context }: ReadingPanelOptions<Asks>) {
    this.context = context;
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
    this.host.onDidDispose(() => this.cancel());
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
    if (this.reading.error?.action !== undefined) {
      void this.reload();
    }
  }

  /** For reading whose failure the panel shows. */
  protected settle(loading: Promise<void>): void {
    loading.catch((error: unknown) => {
      logFailure(this.context.log, `Reading ${this.#what}`, error);
    });
  }

  #signIn(command: SignIn): void {
    const { context } = this;
    context.run(`surveyExplorer.${command}`, { kind: "dataSpace", dataSpace: this.#dataSpace });
  }

  readonly #common: Handlers<PanelRequests> = {
    ready: () => this.ready(),
    refresh: () => void this.reload(),
    cancel: () => this.cancel(),
    signIn: () => this.#signIn("signIn"),
    signInToProxy: () => this.#signIn("signInToProxy"),
    copy: ({ text }) => void vscode.env.clipboard.writeText(text),
  };
}
