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
  /** Of the panel that is in front. */
  readonly shownSurvey: () => PanelSubject | undefined;
  /** For the manifest. */
  readonly toolVersion: string;
}
