import * as vscode from "vscode";
import type { FiguresQuery } from "../../assistant/figuresQuery.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import type { FocusPlace, PanelAction, ResponsesTab } from "../../messages/responses.ts";
import type { UrlsSubject } from "../../messages/responseUrls.ts";
import { setContextKey } from "../commands/registry.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { loaded } from "../platform/loaded.ts";
import { plain } from "../platform/plainText.ts";
import { panelType, type RestoredPanel } from "../registeredNames.ts";
import type { KeptState } from "./keptState.ts";
import type { PanelContext } from "./panelContext.ts";
import type { ResponseUrlsPanel } from "../responseUrls/responseUrlsPanel.ts";
import type { ColumnLayouts } from "../responses/columnLayouts.ts";
import type {
  NewResponses,
  ResponsesContext,
  ResponsesPanel,
} from "../responses/responsesPanel.ts";
import type { ResponsesPlace } from "../responses/revealing.ts";
import type { PanelSelection } from "../surveys/node.ts";
import { StructureEditors } from "../surveys/structureEditors.ts";
import type { StructurePanel } from "../surveys/structurePanel.ts";

/** What a responses panel is made with. */
interface ResponsesPart {
  readonly ResponsesPanel: typeof ResponsesPanel;
  readonly context: ResponsesContext;
}

interface OpenedResponses extends ResponsesPlace {
  readonly tab?: ResponsesTab;
  readonly collectGroupId?: string | undefined;
}

/** The open panels: one of a kind a survey or collect group, and those that a window reload brings back beside it. */
export class Panels implements vscode.Disposable {
  readonly #context: PanelContext;
  readonly #store = new DisposableStore();
  readonly #structures: StructureEditors;
  readonly #responses = new Set<ResponsesPanel>();
  readonly #urls = new Set<ResponseUrlsPanel>();
  #layouts: ColumnLayouts | undefined;
  /** The responses panel that has the focus. */
  #focused: ResponsesPanel | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    this.#structures = new StructureEditors(context);
    this.#store.add(
      context.dataSpaces.onDidChange(() => {
        // Whoever has signed in expects the panels that asked for it to go on.
        for (const panel of this.#all()) {
          panel.dataSpaceChanged();
        }
      }),
    );
  }

  /** Shows what it showed before in a panel that came back with the window. */
  async restore(program: RestoredPanel, panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { keptState } = await loaded(import("./keptState.ts"));
    const kept = keptState.safeParse(state);
    if (!kept.success) {
      // Nothing says what it showed.
      panel.dispose();
    } else if (program === "responses") {
      await this.#restoreResponses(panel, kept.data);
    } else {
      await this.#restoreUrls(panel, kept.data);
    }
  }

  showStructure(uri: vscode.Uri, webview: vscode.WebviewPanel): Promise<void> {
    return this.#structures.show(uri, webview);
  }

  /** Rejects with `NotThereError` where it does not have the question. */
  openStructure(subject: PanelSubject, question?: string): Promise<void> {
    return this.#structures.open(subject, question);
  }

  /**
   * With a collect group, shows only its responses; without, leaves the filter of an open panel as it is. Rejects with
   * `NotThereError` where there is no such question or response.
   */
  async openResponses(
    subject: PanelSubject,
    { tab = "responses", collectGroupId, ...place }: OpenedResponses = {},
  ): Promise<void> {
    const part = await this.#responsesPart();
    const filter = collectGroupId === undefined ? {} : { collectGroupId };
    let panel = panelOf(this.#responses, subject);
    if (panel) {
      panel.host.reveal();
      if (collectGroupId !== undefined) {
        await panel.setFilter(filter);
      }
      await panel.showTab(tab);
    } else {
      const webview = createPanel("responses", subject);
      panel = this.#newResponses(part, webview, subject, { filter, tab });
      await panel.load();
    }
    if (place.question !== undefined || place.responseId !== undefined) {
      await panel.reveal(place);
    }
  }

  /** Shows the figures as they were told. Rejects with `NotThereError` where the survey lacks one of the columns. */
  async showFigures({ dataSpace, surveyId, ...figures }: FiguresQuery): Promise<void> {
    const part = await this.#responsesPart();
    const subject = { dataSpace, surveyId };
    let panel = panelOf(this.#responses, subject);
    if (panel) {
      panel.host.reveal();
    } else {
      const tab = figures.question === undefined ? "fieldwork" : "summary";
      const shown: NewResponses = { filter: figures.filter, tab };
      panel = this.#newResponses(part, createPanel("responses", subject), subject, shown);
    }
    await panel.showFigures(figures);
  }

  /** Has the responses panel that is in front do something, as with what is marked in it. */
  doInResponses(action: PanelAction): void {
    [...this.#responses].find((it) => it.host.isActive)?.do(action);
  }

  missingCodesChanged(): void {
    for (const panel of this.#responses) {
      panel.missingCodesChanged();
    }
  }

  /** The survey of the panel that is in front. */
  get shownSurvey(): PanelSubject | undefined {
    const panels = [...this.#structures.panels, ...this.#responses];
    return panels.find((it) => it.host.isActive)?.subject;
  }

  /** The same, with where in the survey that is. */
  get shownPlace(): PanelSelection | undefined {
    const responses = [...this.#responses].find((it) => it.host.isActive);
    return (
      responses?.selection ?? this.#structures.panels.find((it) => it.host.isActive)?.selection
    );
  }

  /** The panel itself shows what it could not read. */
  async openResponseUrls(subject: UrlsSubject): Promise<void> {
    const part = await responseUrlsPart();
    const known = panelOf(this.#urls, subject);
    if (known) {
      known.host.reveal();
    } else {
      void this.#newUrls(part, createPanel("responseUrls", subject), subject).reload();
    }
  }

  dispose(): void {
    this.#store.dispose();
    for (const panel of this.#all()) {
      panel.host.dispose();
    }
  }

  #all(): (StructurePanel | ResponsesPanel | ResponseUrlsPanel)[] {
    return [...this.#structures.panels, ...this.#responses, ...this.#urls];
  }

  async #responsesPart(): Promise<ResponsesPart> {
    const [{ ResponsesPanel }, { ColumnLayouts }] = await loaded(
      Promise.all([
        import("../responses/responsesPanel.ts"),
        import("../responses/columnLayouts.ts"),
      ]),
    );
    this.#layouts ??= new ColumnLayouts(this.#context.state);
    return { ResponsesPanel, context: { ...this.#context, layouts: this.#layouts } };
  }

  #newResponses(
    part: ResponsesPart,
    panel: vscode.WebviewPanel,
    subject: PanelSubject,
    shown: NewResponses,
  ): ResponsesPanel {
    const responses = new part.ResponsesPanel(panel, subject, shown, part.context);
    this.#responses.add(responses);
    responses.onDidMoveFocus((place) => this.#focusMoved(responses, place));
    panel.onDidDispose(() => this.#responses.delete(responses));
    return responses;
  }

  /** Of two panels, the one that has the focus now may say so before the other says that it lost it. */
  #focusMoved(panel: ResponsesPanel, place: FocusPlace): void {
    if (place !== "outside") {
      this.#focused = panel;
      setContextKey("responsesFocus", place);
    } else if (this.#focused === panel) {
      this.#focused = undefined;
      setContextKey("responsesFocus", undefined);
    }
  }

  #newUrls(
    part: Awaited<ReturnType<typeof responseUrlsPart>>,
    panel: vscode.WebviewPanel,
    subject: UrlsSubject,
  ): ResponseUrlsPanel {
    const urls = new part.ResponseUrlsPanel(panel, subject, this.#context);
    this.#urls.add(urls);
    panel.onDidDispose(() => this.#urls.delete(urls));
    return urls;
  }

  async #restoreResponses(
    panel: vscode.WebviewPanel,
    { subject, filter = {}, ...shown }: KeptState,
  ): Promise<void> {
    const part = await this.#responsesPart();
    void this.#newResponses(part, panel, subject, { ...shown, filter }).reload();
  }

  async #restoreUrls(panel: vscode.WebviewPanel, { subject }: KeptState): Promise<void> {
    const { collectGroupId } = subject;
    if (collectGroupId === undefined) {
      panel.dispose();
    } else {
      const part = await responseUrlsPart();
      void this.#newUrls(part, panel, { ...subject, collectGroupId }).reload();
    }
  }
}

function responseUrlsPart() {
  return loaded(import("../responseUrls/responseUrlsPanel.ts"));
}

function createPanel(program: RestoredPanel, subject: PanelSubject): vscode.WebviewPanel {
  // The first title is the one that stays on the frame, for screen readers.
  const title = plain(subject.label ?? subject.collectGroupId ?? subject.surveyId);
  return vscode.window.createWebviewPanel(panelType(program), title, vscode.ViewColumn.Active, {});
}

function panelOf<Panel extends { readonly subject: PanelSubject }>(
  panels: ReadonlySet<Panel>,
  subject: PanelSubject,
): Panel | undefined {
  const key = keyOf(subject);
  return [...panels].find((it) => keyOf(it.subject) === key);
}

function keyOf({ dataSpace, surveyId, collectGroupId }: PanelSubject): string {
  return JSON.stringify([dataSpace, surveyId, collectGroupId ?? null]);
}
