import type { CollectGroup, Survey } from "../model/survey.ts";
import type { PanelError, PanelLocale, PanelSource, PanelSubject } from "./panel.ts";

/** What a structure panel shows. */
export interface StructureState {
  readonly locale: PanelLocale;
  readonly subject: PanelSubject;
  readonly title: string;
  readonly loading: boolean;
  /** Stands beside what was shown before, if anything was. */
  readonly error?: PanelError | undefined;
  readonly content?: StructureContent | undefined;
}

export interface StructureContent {
  readonly source: PanelSource;
  readonly survey: Survey;
  readonly collectGroups: readonly CollectGroup[];
}
