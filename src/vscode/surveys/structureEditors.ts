import * as vscode from "vscode";
import type { PanelSubject } from "../../messages/panel.ts";
import { loaded } from "../platform/loaded.ts";
import { structureSubject, structureUri } from "./structureUri.ts";
import { structureEditor } from "../registeredNames.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import type { StructurePanel } from "./structurePanel.ts";

interface Shown {
  readonly uri: vscode.Uri;
  readonly panel: StructurePanel;
  readonly content: Promise<void>;
}

/**
 * The structure editors, one per survey. Unlike the other panels they are custom editors of a URI, so VS Code opens them as
 * previews on a click, keeps them on a double click, and restores them after a window reload.
 */
export class StructureEditors {
  readonly #context: PanelContext;
  readonly #shown = new Map<string, Shown>();
  #part: Awaited<ReturnType<typeof structurePart>> | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
  }

  get panels(): readonly StructurePanel[] {
    return [...this.#shown.values()].map((it) => it.panel);
  }

  /**
   * Opens the structure, not as a preview, at the question if one is named. Resolves when there is something to see; rejects
   * if the structure cannot be read, with `PlaceNotFoundError` if it does not have the question.
   */
  async open(subject: PanelSubject, question?: string): Promise<void> {
    // Load the module before VS Code opens the editor, so that `show` adds it to `#shown` at once.
    this.#part ??= await structurePart();
    const key = keyOf(subject);
    const known = this.#shown.get(key);
    const uri = known?.uri ?? structureUri(await this.#titled(subject));
    await vscode.commands.executeCommand("vscode.openWith", uri, structureEditor, {
      preview: false,
    });
    const shown = this.#shown.get(key);
    if (shown && question !== undefined) {
      await shown.panel.reveal(question, shown.content);
    } else if (!known) {
      await shown?.content;
    }
  }

  /**
   * Before 1.106, VS Code shows the URI's path instead of the title that the editor sets. For it, returns the subject with the
   * survey's title, or as it is if that cannot be read, which the editor then reports.
   */
  async #titled(subject: PanelSubject): Promise<PanelSubject> {
    const showsTitle = vscode.version.localeCompare("1.106", "en", { numeric: true }) >= 0;
    if (showsTitle || subject.label !== undefined) {
      return subject;
    }
    try {
      const client = await this.#context.dataSpaces.client(subject.dataSpace);
      return { ...subject, label: (await client.getSurvey(subject.surveyId)).label };
    } catch {
      return subject;
    }
  }

  /** Shows the survey of the URI in the editor that VS Code has opened for it. */
  async show(uri: vscode.Uri, webview: vscode.WebviewPanel): Promise<void> {
    const subject = structureSubject(uri);
    if (!subject) {
      // The URI names no survey.
      webview.dispose();
      return;
    }
    const { StructurePanel } = (this.#part ??= await structurePart());
    const key = keyOf(subject);
    // The survey is open at another URI, with its previous label.
    this.#shown.get(key)?.panel.host.dispose();
    const panel = new StructurePanel(webview, subject, this.#context);
    const shown = { uri, panel, content: panel.reload() };
    this.#shown.set(key, shown);
    webview.onDidDispose(() => {
      if (this.#shown.get(key) === shown) {
        this.#shown.delete(key);
      }
    });
  }
}

function structurePart() {
  return loaded(import("./structurePanel.ts"));
}

function keyOf({ dataSpace, surveyId }: PanelSubject): string {
  return JSON.stringify([dataSpace, surveyId]);
}
