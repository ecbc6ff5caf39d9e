import type * as z from "zod";
import * as vscode from "vscode";
import { logFailure } from "../platform/log.ts";
import type { PanelProgram } from "./html.ts";
import { LatestRead } from "./latestRead.ts";
import type { PanelContext } from "./panelContext.ts";
import { PanelHost } from "./panelHost.ts";

/** What every panel may ask for. */
type CommonRequest =
  | { readonly kind: "ready" }
  | { readonly kind: "refresh" }
  | { readonly kind: "cancel" }
  | { readonly kind: "signIn" }
  | { readonly kind: "copy"; readonly text: string };

/** What only one kind of panel may ask for. */
export type PanelOwn<Request> = Exclude<Request, CommonRequest>;

export interface ReadingPanelOptions<Request> {
  readonly panel: vscode.WebviewPanel;
  readonly program: PanelProgram;
  readonly requests: z.ZodType<Request>;
  readonly dataSpace: string;
  /** What it reads, for the log. */
  readonly what: string;
  readonly context: PanelContext;
}

/** A panel that reads what it shows from a data space: what all panels do alike. */
export abstract class ReadingPanel<Request extends { readonly kind: string }, Message, Content> {
  readonly host: PanelHost<Request, Message>;
  protected readonly context: PanelContext;
  protected readonly reading = new LatestRead<Content>(() => this.post());
  readonly #dataSpace: string;
  readonly #what: string;

  constructor({
    panel,
    program,
    requests,
    dataSpace,
    what,
    context,
  }: ReadingPanelOptions<Request>) {
    this.context = context;
    this.#dataSpace = dataSpace;
    this.#what = what;
    this.host = new PanelHost<Request, Message>({
      panel,
      extensionUri: context.extensionUri,
      program,
      requests,
      onRequest: (request) => this.#receive(request),
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

  protected abstract handle(request: PanelOwn<Request>): void;

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

  #receive(request: Request): void {
    if (!isCommon(request)) {
      this.handle(request as PanelOwn<Request>);
      return;
    }
    switch (request.kind) {
      case "ready":
        this.ready();
        break;
      case "refresh":
        void this.reload();
        break;
      case "cancel":
        this.cancel();
        break;
      case "signIn": {
        const dataSpace = this.#dataSpace;
        this.context.run("surveyExplorer.signIn", { kind: "dataSpace", dataSpace });
        break;
      }
      case "copy":
        void vscode.env.clipboard.writeText(request.text);
        break;
    }
  }
}

const common: ReadonlySet<string> = new Set<CommonRequest["kind"]>([
  "ready",
  "refresh",
  "cancel",
  "signIn",
  "copy",
]);

function isCommon(request: { readonly kind: string }): request is CommonRequest {
  return common.has(request.kind);
}
