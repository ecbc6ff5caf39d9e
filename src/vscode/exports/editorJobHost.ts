import type { JobHost } from "../../jobs/jobHost.ts";
import { translations } from "../platform/language.ts";
import { withSurvey } from "../reports/readSurvey.ts";
import type { ExportParts } from "./exportParts.ts";
import { exportRecorder } from "./exportRecorder.ts";
import { withCopies } from "./sharedCopies.ts";

/** Returns the `JobHost` of the editor. */
export function editorJobHost(parts: ExportParts): JobHost {
  const { dataSpaces, tables, structures, past, formats, warehouse, toolVersion } = parts;
  return {
    client: (dataSpace) => dataSpaces.client(dataSpace),
    withCopies: (request, work) => withCopies(tables, request, work),
    withTable: (subject, options, use) => withSurvey(parts, subject, options, use),
    ...exportRecorder(past),
    structureChanges: (client, surveyId) => structures.changeTimes(client, surveyId),
    formats,
    warehouse,
    translations: translations(),
    toolVersion,
  };
}
