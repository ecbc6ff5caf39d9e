import type { CollectGroup, Survey } from "../model/survey.ts";
import type { PanelError, PanelLocale, PanelSource, PanelSubject } from "./panel.ts";

/** Host → structure panel. Each message replaces the whole state. */
export interface StructureState {
  readonly kind: "state";
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

/** Structure panel → host. */
export type StructureRequest =
  | { readonly kind: "ready" }
  | { readonly kind: "refresh" }
  | { readonly kind: "cancel" }
  | { readonly kind: "signIn" }
  | { readonly kind: "openResponses"; readonly collectGroupId?: string | undefined }
  | { readonly kind: "exportSurvey" }
  | { readonly kind: "copyCodebook" }
  | { readonly kind: "showRaw"; readonly collectGroupId?: string | undefined }
  | { readonly kind: "copy"; readonly text: string };
