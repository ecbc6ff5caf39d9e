import type * as z from "zod";
import * as vscode from "vscode";
import type { PanelError, PanelLocale } from "../../messages/panel.ts";
import { needsSignIn, SurveyError } from "../../model/errors.ts";
import type { SafeText } from "../platform/plainText.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { messageOf } from "../platform/log.ts";
import { describe } from "../platform/settings.ts";
import { panelHtml, panelRoots, type PanelProgram } from "./html.ts";

export interface PanelHostOptions<Request> {
  readonly panel: vscode.WebviewPanel;
  readonly extensionUri: vscode.Uri;
  readonly program: PanelProgram;
  readonly requests: z.ZodType<Request>;
  readonly onRequest: (request: Request) => void;
  readonly log: vscode.LogOutputChannel;
}

/** A webview and its two directions of messages. What arrives is checked. */
export class PanelHost<Request, State> implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #store = new DisposableStore();
  readonly onDidDispose: vscode.Event<void>;
  /** It was shown, hidden, or came to the front. */
  readonly onDidChangeState: vscode.Event<unknown>;
  #isDisposed = false;

  constructor(options: PanelHostOptions<Request>) {
    const { panel, extensionUri, program } = options;
    this.#panel = panel;
    this.onDidDispose = panel.onDidDispose;
    this.onDidChangeState = panel.onDidChangeViewState;
    panel.webview.options = { enableScripts: true, localResourceRoots: panelRoots(extensionUri) };
    panel.iconPath = panelIcon(extensionUri, program);
    this.#store.add(
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const request = options.requests.safeParse(message);
        if (request.success) {
          options.onRequest(request.data);
        } else {
          options.log.warn(`A panel sent what it may not: ${describe(request.error)}`);
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

  /** What was begun for the panel may end after it. */
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

  /** A hidden webview may be gone; it asks with `ready` when it is back. */
  post(state: State): void {
    if (!this.#isDisposed) {
      void this.#panel.webview.postMessage(state);
    }
  }

  dispose(): void {
    this.#panel.dispose();
  }
}

function panelIcon(extensionUri: vscode.Uri, program: PanelProgram) {
  const icon = (theme: string) =>
    vscode.Uri.joinPath(extensionUri, "media", `${program}-${theme}.svg`);
  return { light: icon("light"), dark: icon("dark") };
}

export function panelLocale(): PanelLocale {
  return { locale: vscode.env.language, strings: translations() };
}

// The type says that the bundle's values are strings only in a comment; what is no string is left out.
function translations(): Record<string, string> {
  const bundle: Readonly<Record<string, unknown>> = { ...vscode.l10n.bundle };
  return Object.fromEntries(
    Object.entries(bundle).filter((it): it is [string, string] => typeof it[1] === "string"),
  );
}

/** A failure as panels show it. */
export function panelError(error: unknown): PanelError {
  const message = messageOf(error);
  if (needsSignIn(error)) {
    return { message, action: "signIn" };
  }
  const needsVersion = error instanceof SurveyError && error.code === "not-in-version";
  return needsVersion ? { message, action: "changeVersion" } : { message };
}
