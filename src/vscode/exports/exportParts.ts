import type { Warehouse } from "../../warehouse/calls.ts";
import type { Formats } from "../../formats/calls.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { MissingCodesStore } from "../responses/missingCodesStore.ts";
import type { ResponseTables } from "../responses/responseTables.ts";
import type { StructureHistory } from "../structureChanges/structureHistory.ts";
import type { ExportChoices } from "./exportChoices.ts";
import type { ExportPreviews } from "./exportPreview.ts";
import type { PastExports } from "./pastExports.ts";

/** What exporting needs of the extension. */
export interface ExportParts {
  readonly dataSpaces: DataSpaces;
  readonly tables: ResponseTables;
  readonly structures: StructureHistory;
  readonly past: PastExports;
  readonly choices: ExportChoices;
  readonly formats: Formats;
  readonly warehouse: Warehouse;
  readonly previews: ExportPreviews;
  readonly missingCodes: MissingCodesStore;
  /** Returns the survey of the active panel. */
  readonly shownSurvey: () => PanelSubject | undefined;
  /** Version of this extension, for manifests. */
  readonly toolVersion: string;
}
