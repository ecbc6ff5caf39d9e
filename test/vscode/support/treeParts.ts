import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import type { SurveyClient } from "../../../src/client/surveyClient.ts";
import { SurveyError } from "../../../src/model/errors.ts";
import { sentences } from "../../../src/model/localizable.ts";
import type { ApiVersion, CollectGroup, SurveySummary } from "../../../src/model/survey.ts";
import type { DataSpace } from "../../../src/vscode/dataSpaces/dataSpaces.ts";
import type { CountedSurvey, ResponseCount } from "../../../src/vscode/fieldwork/groupProgress.ts";
import type { OfflineState } from "../../../src/vscode/offline/offlineSync.ts";
import type {
  TreeOffline,
  TreeProgress,
  TreeSource,
} from "../../../src/vscode/surveys/surveyTree.ts";

/** Counts that a test sets. */
export class FakeProgress implements TreeProgress {
  counted: ResponseCount | undefined;
  readonly asked: string[] = [];
  readonly stopped: string[] = [];
  readonly changed = new vscode.EventEmitter<CountedSurvey>();
  readonly onDidChange = this.changed.event;

  of(): ResponseCount | undefined {
    return this.counted;
  }

  ofSurvey(): ResponseCount | undefined {
    return this.counted;
  }

  read({ surveyId }: CountedSurvey): void {
    this.asked.push(surveyId);
  }

  stop({ surveyId }: CountedSurvey): void {
    this.stopped.push(surveyId);
  }
}

/** What is kept offline, as a test sets it. */
export class FakeOffline implements TreeOffline {
  state: OfflineState | undefined;
  isAllKept = false;
  readonly changed = new vscode.EventEmitter<{ dataSpace: string; surveyId: string | undefined }>();
  readonly onDidChange = this.changed.event;

  of(): OfflineState | undefined {
    return this.state;
  }

  hasAllOf(): boolean {
    return this.isAllKept;
  }
}

/** A data space whose answers a test sets. */
export class FakeSource implements TreeSource {
  surveys: SurveySummary[] = [];
  groups: CollectGroup[] = [];
  running: string[] = [];
  failure: SurveyError | undefined;
  /** Time of the stored answer that stands in for the service's; undefined if none does. */
  keptAt: number | undefined;
  signedIn = true;
  version: ApiVersion = "v3";
  pageSize = 2;
  /** True if the last page names the second one as the next. */
  isCircular = false;
  /** Requested pages of the list, and requested surveys. */
  asked: string[] = [];
  /** Delays the first page. */
  firstPage: Promise<undefined> = Promise.resolve(undefined);
  /** Delays all pages but the first. */
  nextPage: Promise<unknown> = Promise.resolve();
  /** Delays a survey that is requested by itself. */
  single: ((signal: AbortSignal | undefined) => Promise<unknown>) | undefined;
  /** Delays the lists of collect groups. */
  listing: Promise<undefined> = Promise.resolve(undefined);
  details: Promise<undefined> = Promise.resolve(undefined);
  readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  readonly answered = new vscode.EventEmitter<string>();
  readonly onDidAnswer = this.answered.event;

  list(): DataSpace[] {
    return [{ name: "Acme", version: this.version, baseUrl: "https://acme.example", local: false }];
  }

  async isSignedIn(): Promise<boolean> {
    return this.signedIn;
  }

  async client(): Promise<SurveyClient> {
    const answer = <T>(value: T): T => {
      if (this.failure) {
        throw this.failure;
      }
      return value;
    };
    const surveys = this.surveys;
    const running = this.running;
    const client: Partial<SurveyClient> = {
      dataSpace: "Acme",
      surveyPage: async (query) => {
        const { cursor, running: onlyRunning, onStoredAnswer, signal } = query ?? {};
        this.#tell(onStoredAnswer);
        const shown = onlyRunning ? surveys.filter((it) => running.includes(it.surveyId)) : surveys;
        const first = Number(cursor ?? 0);
        const next = first + this.pageSize;
        this.asked.push(`page ${first}`);
        const left = new Promise((resolve) => signal?.addEventListener("abort", resolve));
        await Promise.race([first > 0 ? this.nextPage : this.firstPage, left]);
        const isFollowed = next < shown.length;
        // A circle that is followed for ever would hang the tests.
        const isBack = this.isCircular && this.asked.length < 100;
        const following = isBack ? String(this.pageSize) : undefined;
        return answer({
          items: shown.slice(first, next),
          cursor: isFollowed ? String(next) : following,
        });
      },
      getSurvey: async (surveyId, options) => {
        this.asked.push(surveyId);
        await this.single?.(options?.signal);
        const found = this.surveys.find((it) => it.surveyId === surveyId);
        if (!found) {
          throw new SurveyError("not-found", sentences("There is no such survey."));
        }
        return answer({ ...found, apiVersion: this.version, questions: [], embeddedData: [] });
      },
      async *listSurveys() {
        yield* answer(surveys.filter((it) => running.includes(it.surveyId)));
      },
      listCollectGroups: async (surveyId, options) => {
        this.asked.push(`groups of ${surveyId}`);
        await this.listing;
        this.#tell(options?.onStoredAnswer);
        return answer(this.groups);
      },
      getCollectGroup: async (id) => {
        await this.details;
        const group = this.groups.find((it) => it.collectGroupId === id);
        assert.ok(group);
        return answer({ ...group, targetCnt: 1000 });
      },
    };
    return client as SurveyClient;
  }

  #tell(onStoredAnswer: ((readAt: number) => void) | undefined): void {
    if (this.keptAt !== undefined) {
      assert.ok(onStoredAnswer);
      onStoredAnswer(this.keptAt);
    }
  }
}
