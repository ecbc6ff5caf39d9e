import type { CollectGroup, Survey } from "../model/survey.ts";
import type { PanelError, PanelLocale, PanelSource, PanelSubject } from "./panel.ts";

/** What a structure panel shows. */
export interface StructureState {
  readonly locale: PanelLocale;
  readonly subject: PanelSubject;
  readonly title: string;
  readonly loading: boolean;
  /** Such as "3 changes since 12 Nov", in the person's language. */
  readonly news?: string | undefined;
  /** Shown beside the earlier content, if there is any. */
  readonly error?: PanelError | undefined;
  readonly content?: StructureContent | undefined;
  /** The question to scroll to, by its name. The panel follows each `number` once. */
  readonly reveal?: { readonly number: number; readonly question: string } | undefined;
}

export interface StructureContent {
  readonly source: PanelSource;
  readonly survey: Survey;
  readonly collectGroups: readonly CollectGroup[];
}
