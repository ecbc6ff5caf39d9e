import * as z from "zod";
import * as vscode from "vscode";
import type { RequestSchemas, RequestsOf } from "../../messages/requests/panelRequests.ts";
import { invalidInput, SurveyError } from "../../model/errors.ts";
import { issuesText } from "../../model/issueText.ts";
import { inEnglish } from "../../model/localizable.ts";
import type { CallMessage, Handlers } from "../../rpc/messages.ts";
import { RpcServer } from "../../rpc/rpcServer.ts";
import { errorText } from "../platform/language.ts";
import type { SafeText } from "../platform/plainText.ts";
import { shortened } from "../platform/shortened.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { panelHtml, panelRoots, type PanelProgram } from "./html.ts";

export interface PanelHostOptions<Schemas extends RequestSchemas> {
  readonly panel: vscode.WebviewPanel;
  readonly extensionUri: vscode.Uri;
  readonly program: PanelProgram;
  readonly requests: Schemas;
  readonly handlers: () => Handlers<RequestsOf<Schemas>>;
  readonly log: vscode.LogOutputChannel;
}

// Panels do not cancel requests: a newer request replaces an older one.
const callMessage: z.ZodType<CallMessage> = z.strictObject({
  id: z.int(),
  name: z.string(),
  values: z.array(z.unknown()).max(1),
  isCancellable: z.literal(false),
});

/** Returns a label for the title of a tab: VS Code cuts off the end of a long title, which tells a survey's tabs apart. */
export function tabLabel(label: string): string {
  return shortened(label, 50);
}

/** The host of a webview: checks and answers its requests, and sends it events. */
export class PanelHost<Schemas extends RequestSchemas, Events> implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #options: PanelHostOptions<Schemas>;
  readonly #store = new DisposableStore();
  readonly #server: RpcServer<Events>;
  readonly onDidDispose: vscode.Event<void>;
  /** Fires when the panel is shown, hidden, or becomes active. */
  readonly onDidChangeState: vscode.Event<unknown>;
  #isDisposed = false;

  constructor(options: PanelHostOptions<Schemas>) {
    const { panel, extensionUri, program } = options;
    this.#panel = panel;
    this.#options = options;
    this.onDidDispose = panel.onDidDispose;
    this.onDidChangeState = panel.onDidChangeViewState;
    panel.webview.options = { enableScripts: true, localResourceRoots: panelRoots(extensionUri) };
    panel.iconPath = panelIcon(extensionUri, program);
    this.#server = new RpcServer<Events>(
      (message) => {
        if (!this.#isDisposed) {
          void panel.webview.postMessage(message);
        }
      },
      (name, values) => this.#answer(name, values),
      // Leave out stacks and causes: they are for the log.
      (error) => ({
        ...(error instanceof SurveyError ? { code: error.code } : {}),
        message: errorText(error),
      }),
    );
    this.#store.add(
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const call = callMessage.safeParse(message);
        if (call.success) {
          void this.#server.receive(call.data);
        } else {
          this.#warn(call.error);
        }
      }),
    );
    this.#store.add(
      panel.onDidDispose(() => {
        this.#isDisposed = true;
        this.#store.dispose();
      }),
    );
    panel.webview.html = panelHtml(panel.webview, extensionUri, program);
  }

  /** True if the panel was closed. What was started for it may end later. */
  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  get isActive(): boolean {
    return !this.#isDisposed && this.#panel.active;
  }

  get isVisible(): boolean {
    return !this.#isDisposed && this.#panel.visible;
  }

  set title(title: SafeText) {
    if (!this.#isDisposed) {
      this.#panel.title = title;
    }
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Sends an event. A hidden webview may not exist; it sends `ready` when it is created again. */
  emit<K extends keyof Events & string>(event: K, value: Events[K]): void {
    this.#server.emit(event, value);
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #answer(name: string, [sent]: readonly unknown[]): unknown {
    const { requests, handlers } = this.#options;
    const input = Object.hasOwn(requests, name) ? requests[name]?.input.safeParse(sent) : undefined;
    if (!input?.success) {
      this.#warn(input?.error ?? name);
      throw invalidInput("The request {0} of a panel is not valid.", name);
    }
    const handler: unknown = handlers()[name as keyof RequestsOf<Schemas>];
    // The types of `Schemas` make sure that a handler takes what its schema lets through.
    return (handler as (input: unknown) => unknown)(input.data);
  }

  #warn(problem: z.ZodError | string): void {
    const what = typeof problem === "string" ? problem : inEnglish(issuesText(problem));
    this.#options.log.warn(`A panel sent what it may not: ${what}`);
  }
}

function panelIcon(extensionUri: vscode.Uri, program: PanelProgram) {
  const icon = (theme: string) =>
    vscode.Uri.joinPath(extensionUri, "media", `${program}-${theme}.svg`);
  return { light: icon("light"), dark: icon("dark") };
}
