import type { SharedParts } from "../sharedParts.ts";
import type { Warehouse } from "../../warehouse/calls.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import type { ExportChoices } from "./exportChoices.ts";
import type { ExportPreviews } from "./exportPreview.ts";
import type { PastExports } from "./pastExports.ts";

/** What exporting needs of the extension. */
export interface ExportParts extends SharedParts {
  readonly past: PastExports;
  readonly choices: ExportChoices;
  readonly warehouse: Warehouse;
  readonly previews: ExportPreviews;
  /** Returns the survey of the active panel. */
  readonly shownSurvey: () => PanelSubject | undefined;
}
