import { defaultRule } from "../../model/fieldwork.ts";
import type { FieldworkAnswer, FieldworkView } from "../../messages/fieldwork.ts";
import { panelError, type PanelSubject } from "../../messages/panel.ts";
import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import type { Handlers } from "../../rpc/messages.ts";
import type { Survey } from "../../model/survey.ts";
import type { SurveyClient } from "../../client/surveyClient.ts";
import type { CopyKey } from "../../copy/copyFolders.ts";
import { errorText } from "../platform/language.ts";
import { logFailure } from "../platform/log.ts";
import { readPreferences } from "../platform/settings.ts";
import { readCopiedMetadata } from "../responses/copiedMetadata.ts";
import { FieldworkReading } from "./fieldworkReading.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import { isGone, isSameTable } from "../responses/tableViewController.ts";

interface FieldworkTabOptions {
  readonly subject: PanelSubject;
  readonly context: PanelContext;
  readonly emit: (answer: FieldworkAnswer) => void;
  /** Default: the initial view, according to the settings. */
  readonly view: FieldworkView | undefined;
  /** Called with the survey if its label was not given, for the title. */
  readonly onSurvey: (survey: Survey) => void;
}

/** A caller that waits for a reading's first figures or its failure. */
interface Caller {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The host's side of the fieldwork tab. Reads nothing until the tab is shown for the first time. */
export class FieldworkTab {
  readonly #options: FieldworkTabOptions;
  #view: FieldworkView;
  #isVisible = false;
  #reading: FieldworkReading | undefined;
  #answer: FieldworkAnswer | undefined;
  #caller: Caller | undefined;
  /** Identifies the data space, version and survey of the figures. */
  #key: CopyKey | undefined;

  constructor(options: FieldworkTabOptions) {
    this.#options = options;
    this.#view = options.view ?? {
      scope: {},
      rule: defaultRule,
      interval: readPreferences().view.fieldworkInterval,
    };
  }

  /** Called when the tab is shown. Reads, unless that was done before. Resolves and rejects as `load` does. */
  async show(): Promise<void> {
    if (!this.#reading) {
      await this.load();
    }
  }

  /** Reads what is new. Resolves when there are figures; rejects if reading fails before that. */
  load(): Promise<void> {
    const reading = (this.#reading ??= this.#newReading());
    return new Promise((resolve, reject) => {
      this.#caller = { resolve, reject };
      void reading.refresh().then(() => {
        // The reading may have been stopped before there were figures.
        resolve();
        this.#caller = undefined;
      });
    });
  }

  /** Reads everything again, and keeps the old figures until then. */
  readAnew(): Promise<void> {
    return this.#reading ? this.#reading.readAnew() : this.load();
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#reading?.setVisible(isVisible);
  }

  readonly handlers: Handlers<
    Pick<ResponsesRequests, "fieldwork" | "refreshFieldwork" | "stopFieldwork">
  > = {
    fieldwork: ({ view }) => {
      this.#view = view;
      this.#reading?.setView(view);
    },
    refreshFieldwork: () => this.#settle(this.load()),
    stopFieldwork: () => this.#reading?.stop(),
  };

  /** Sends the last answer again, or only the view if there is none. */
  post(): void {
    const nothing = {
      view: this.#view,
      reading: { state: "idle" },
      isComplete: false,
      isRunning: undefined,
    } as const;
    this.#options.emit(this.#answer ?? nothing);
  }

  /** Drops the figures if the data space is gone, signed out, or replaced by another one. Reads again if that may help. */
  async dataSpaceChanged(): Promise<void> {
    const reading = this.#reading;
    if (!reading) {
      return;
    }
    const asksForKey = () => this.#answer?.error?.action !== undefined;
    if (!asksForKey()) {
      const isSame = await this.#isSame();
      if (isSame) {
        // The current reading may use the previous key.
        await reading.ended;
      }
      // The panel may have been closed meanwhile, or another change been handled.
      if (this.#reading !== reading || (isSame && !asksForKey())) {
        return;
      }
      if (!isSame) {
        this.dispose();
        this.#answer = undefined;
        this.#key = undefined;
      }
    }
    this.#settle(this.load());
  }

  dispose(): void {
    this.#reading?.dispose();
    this.#reading = undefined;
  }

  async #isSame(): Promise<boolean> {
    const { subject, context } = this.#options;
    try {
      const client = await context.dataSpaces.client(subject.dataSpace);
      const key = await context.tables.keyOf(client, subject.surveyId);
      return this.#key !== undefined && isSameTable(key, this.#key);
    } catch (error) {
      return !isGone(error);
    }
  }

  #newReading(): FieldworkReading {
    const { subject, context } = this.#options;
    const reading = new FieldworkReading({
      surveyId: subject.surveyId,
      client: () => this.#client(),
      view: this.#view,
      readKept: async (onItems, signal) =>
        this.#key &&
        readCopiedMetadata(
          context.tables,
          { key: this.#key, dataSpace: subject.dataSpace },
          onItems,
          signal,
        ),
      onAnswer: (answer) => {
        this.#answer = answer;
        this.post();
        if (answer.fieldwork) {
          this.#caller?.resolve();
          this.#caller = undefined;
        }
      },
      onFailure: (error) => {
        // Before there are figures, the caller gets the error.
        if (this.#caller) {
          this.#caller.reject(error);
          this.#caller = undefined;
        } else {
          this.#log(error);
        }
      },
      onCounted: (counted) => this.#settle(context.progress.set(subject, counted)),
      errorOf: (error) => panelError(error, errorText(error)),
    });
    reading.setVisible(this.#isVisible);
    return reading;
  }

  async #client(): Promise<SurveyClient> {
    const { subject, context, onSurvey } = this.#options;
    const { surveyId } = subject;
    const client = await context.dataSpaces.client(subject.dataSpace);
    this.#key = await context.tables.keyOf(client, surveyId);
    if (subject.label === undefined) {
      // Without a label, the panel's title is the survey's ID.
      client
        .getSurvey(surveyId, { onStoredAnswer: () => undefined })
        .then(onSurvey, () => undefined);
    }
    return client;
  }

  #settle(loading: Promise<void>): void {
    loading.catch((error: unknown) => this.#log(error));
  }

  #log(error: unknown): void {
    const { subject, context } = this.#options;
    logFailure(context.log, `Reading the fieldwork of ${subject.surveyId}`, error);
  }
}
