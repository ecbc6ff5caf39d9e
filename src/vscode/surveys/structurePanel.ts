import type * as vscode from "vscode";
import type { PanelSubject } from "../../messages/panel.ts";
import { structureRequests, type StructureEvents } from "../../messages/requests/structure.ts";
import type { StructureContent } from "../../messages/structure.ts";
import { neededSignIn, type SurveyError } from "../../model/errors.ts";
import { oneLine } from "../../model/oneLine.ts";
import { withDetail } from "../../client/collectGroupDetail.ts";
import { translations } from "../platform/language.ts";
import { plain } from "../platform/plainText.ts";
import { surveySelection, type CommandSource, type PanelSelection } from "./node.ts";
import { copyCodebook } from "../exports/surveyCodebook.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import { tabLabel } from "../panels/panelHost.ts";
import { noQuestion } from "../panels/placeNotFound.ts";
import { ReadingPanel, type OwnHandlers } from "../panels/readingPanel.ts";
import { PendingReveal } from "../panels/pendingReveal.ts";

type StructureAsks = ReturnType<typeof structureRequests>;

/** The panel that shows the structure of one survey. */
export class StructurePanel extends ReadingPanel<StructureAsks, StructureEvents, StructureContent> {
  readonly #wanted = new PendingReveal<{ readonly question: string }>();

  constructor(panel: vscode.WebviewPanel, subject: PanelSubject, context: PanelContext) {
    super({
      panel,
      program: "structure",
      requests: structureRequests(),
      subject,
      what: `the survey ${subject.surveyId}`,
      context,
    });
  }

  get selection(): PanelSelection {
    return surveySelection({ ...this.subject, label: this.#title() });
  }

  /**
   * Scrolls to the question as soon as the structure is loaded.
   * @param content resolves when the structure is loaded; not awaited if it is loaded already
   */
  async reveal(question: string, content: Promise<void>): Promise<void> {
    const number = this.#wanted.request({ question });
    this.post();
    if (!this.reading.content) {
      await content;
    }
    const names = this.reading.content?.survey.questions.map((it) => it.name) ?? [];
    if (!names.includes(question)) {
      this.#wanted.confirm(number);
      throw noQuestion(question, names);
    }
  }

  load(): Promise<void> {
    return this.reading.run((signal) => this.#readContent(signal));
  }

  async #readContent(signal: AbortSignal): Promise<StructureContent> {
    const { dataSpace, surveyId } = this.subject;
    const client = await this.context.dataSpaces.client(dataSpace);
    const source = { dataSpace, apiVersion: client.version, readAt: Date.now(), isOffline: false };
    const onStoredAnswer = (readAt: number, why?: SurveyError): void => {
      source.readAt = Math.min(source.readAt, readAt);
      source.isOffline = true;
      if (neededSignIn(why) && !signal.aborted) {
        this.reading.setErrorBesideContent(why);
      }
    };
    const [survey, listed] = await Promise.all([
      client.getSurvey(surveyId, { signal, onStoredAnswer }),
      client.listCollectGroups(surveyId, { signal, onStoredAnswer }),
    ]);
    const collectGroups = await Promise.all(listed.map((it) => withDetail(client, it, signal)));
    return { source, survey, collectGroups };
  }

  protected readonly handlers: OwnHandlers<StructureAsks> = {
    revealed: ({ number }) => this.#wanted.confirm(number),
    openResponses: ({ collectGroupId, ...place }) => {
      const clicked = this.#groupOrSurvey(collectGroupId);
      const placed = clicked.kind === "panel" ? { ...clicked, place } : clicked;
      this.context.run("surveyExplorer.openResponses", placed);
    },
    exportSurvey: () => this.context.run("surveyExplorer.exportSurvey", this.#groupOrSurvey()),
    copyLink: ({ question }) =>
      this.context.run("surveyExplorer.copyLink", { ...this.selection, place: { question } }),
    copyCodebook: () => copyCodebook(this.context, this.subject),
    showRaw: ({ collectGroupId }) =>
      this.context.run("surveyExplorer.showRaw", this.#groupOrSurvey(collectGroupId)),
  };

  #groupOrSurvey(collectGroupId?: string): CommandSource {
    const { dataSpace, surveyId } = this.subject;
    const group = this.reading.content?.collectGroups.find(
      (it) => it.collectGroupId === collectGroupId,
    );
    return group ? { kind: "collectGroup", dataSpace, surveyId, group } : this.selection;
  }

  #title(): string {
    const { label, surveyId } = this.subject;
    return oneLine(this.reading.content?.survey.label ?? label ?? "") || surveyId;
  }

  protected post(): void {
    this.host.title = plain(tabLabel(this.#title()));
    this.host.emit("state", {
      locale: translations(),
      subject: { ...this.subject, label: this.#title() },
      title: this.#title(),
      loading: this.reading.loading,
      news: this.news,
      error: this.reading.error,
      content: this.reading.content,
      reveal: this.#wanted.message,
    });
  }
}
