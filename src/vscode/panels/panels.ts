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

/** Class and context of responses panels, loaded when they are first used. */
interface ResponsesPart {
  readonly ResponsesPanel: typeof ResponsesPanel;
  readonly context: ResponsesContext;
}

interface OpenedResponses extends ResponsesPlace {
  readonly tab?: ResponsesTab;
  readonly collectGroupId?: string | undefined;
}

/** The open panels: one of each kind per survey or collect group, and any that a window reload restores besides. */
export class Panels implements vscode.Disposable {
  readonly structures: StructureEditors;
  readonly #context: PanelContext;
  readonly #store = new DisposableStore();
  readonly #responses = new Set<ResponsesPanel>();
  readonly #urls = new Set<ResponseUrlsPanel>();
  #layouts: ColumnLayouts | undefined;
  /** The responses panel that has the focus. */
  #focused: ResponsesPanel | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    this.structures = new StructureEditors(context);
    this.#store.add(
      context.dataSpaces.onDidChange(() => {
        // After a sign-in, the panels that asked for it go on.
        for (const panel of this.#all()) {
          panel.dataSpaceChanged();
        }
      }),
    );
  }

  /** Restores the content of a panel after a window reload. */
  async restore(program: RestoredPanel, panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { keptState } = await loaded(import("./keptState.ts"));
    const kept = keptState.safeParse(state);
    if (!kept.success) {
      // The state does not say what the panel showed.
      panel.dispose();
    } else if (program === "responses") {
      await this.#restoreResponses(panel, kept.data);
    } else {
      await this.#restoreUrls(panel, kept.data);
    }
  }

  /**
   * Opens the responses. With a collect group, shows only its responses; without, keeps the filter of an open panel. Rejects
   * with `PlaceNotFoundError` if there is no such question or response.
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

  /** Shows figures that were told to an assistant. Rejects with `PlaceNotFoundError` if the survey lacks one of the columns. */
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

  /** Makes the active responses panel run an action, for example on its active cell. */
  doInResponses(action: PanelAction): void {
    [...this.#responses].find((it) => it.host.isActive)?.do(action);
  }

  missingCodesChanged(): void {
    for (const panel of this.#responses) {
      panel.missingCodesChanged();
    }
  }

  /** Survey of the active panel; `undefined` if no panel is active. */
  get shownSurvey(): PanelSubject | undefined {
    const panels = [...this.structures.panels, ...this.#responses];
    return panels.find((it) => it.host.isActive)?.subject;
  }

  /** What the active panel shows, with the place in the survey. */
  get shownPlace(): PanelSelection | undefined {
    const responses = [...this.#responses].find((it) => it.host.isActive);
    return responses?.selection ?? this.structures.panels.find((it) => it.host.isActive)?.selection;
  }

  /** Opens the response URLs. Does not reject if they cannot be read: the panel shows that. */
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
    return [...this.structures.panels, ...this.#responses, ...this.#urls];
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

  /** When the focus moves between two panels, the gain in one may be reported before the loss in the other. */
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
  // The frame of the webview keeps this first title, which screen readers read.
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
