import type { FieldworkAnswer, FieldworkView } from "../../../messages/fieldwork.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { announcementAfter, silence } from "../../shared/announcement.ts";
import { copyFigures, type Copied, type CopyKind } from "../../shared/copies.ts";
import { t, sayCount } from "../../shared/l10n.ts";
import type { ErrorActions } from "../../shared/states.ts";
import type { Filtering } from "../filter/filtering.ts";
import type { PanelState } from "../panelState.ts";

/** The progress of the fieldwork, and the settings of its view. */
export class FieldworkState {
  answer: FieldworkAnswer | undefined;
  /** Undefined until the host has sent the view. */
  view: FieldworkView | undefined;
  /** Ids of the figures that are shown as tables. */
  tables: ReadonlySet<string> = new Set();
  /** True once the tab has been opened. */
  wasShown = false;
  /** Text for screen readers. */
  said = silence;
  readonly errorActions: ErrorActions = {
    retry: () => this.refresh(),
    signIn: (to) => this.#panel.send(to),
  };
  readonly #panel: PanelState;
  readonly #filtering: Filtering;

  constructor(panel: PanelState, filtering: Filtering) {
    this.#panel = panel;
    this.#filtering = filtering;
  }

  receive(answer: FieldworkAnswer): void {
    const before = this.answer?.reading.state;
    this.answer = answer;
    this.view ??= answer.view;
    // Announce only that reading begins and ends: changing figures would drown out everything else.
    if (answer.reading.state !== before) {
      this.said = announcementAfter(this.said, readingNews(answer));
    }
    this.#panel.changed();
  }

  changeView(change: Partial<FieldworkView>): void {
    if (this.view) {
      this.view = { ...this.view, ...change };
      this.#panel.changed();
      this.ask();
    }
  }

  /** Sends the view to the host, which reads metadata if they were not read. */
  ask(): void {
    if (this.view) {
      this.#panel.send("fieldwork", { view: this.view });
    }
  }

  refresh(): void {
    this.#panel.send("refreshFieldwork");
  }

  stop(): void {
    this.#panel.send("stopFieldwork");
  }

  showDay(day: string | undefined): void {
    this.changeView({ scope: { ...this.view?.scope, day } });
  }

  /** Shows the responses that pass the filter, in the grid. */
  showResponses(filter: ResponseFilter): void {
    this.#filtering.set(filter);
    this.#panel.select("responses");
  }

  showTable(id: string, isTable: boolean): void {
    const others = [...this.tables].filter((it) => it !== id);
    this.showTables(new Set(isTable ? [...others, id] : others));
  }

  /** Shows these figures as tables, and all others as pictures. */
  showTables(ids: ReadonlySet<string>): void {
    this.tables = ids;
    this.#panel.changed();
  }

  /** @param done called when the figures are on the clipboard */
  copy(copied: Copied, kind: CopyKind, done: () => void): void {
    void copyFigures(copied, kind, this.#panel.send).then((failed) => {
      this.said = announcementAfter(this.said, failed ?? t("Copied"));
      this.#panel.changed();
      if (failed === undefined) {
        done();
      }
    });
  }
}

function readingNews({ reading, fieldwork, isComplete }: FieldworkAnswer): string {
  switch (reading.state) {
    case "reading":
      return t("Loading the fieldwork…");
    case "stopped":
      return t("Loading was stopped.");
    case "idle": {
      const count = fieldwork?.all.responses ?? 0;
      if (!isComplete) {
        return "";
      }
      return sayCount(count, {
        one: "Fieldwork loaded: {0} response.",
        other: "Fieldwork loaded: {0} responses.",
      });
    }
  }
}
