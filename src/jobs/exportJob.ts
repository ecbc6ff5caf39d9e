import type { ExportResponsesOptions, ExportResult } from "../export/exportOptions.ts";
import type { ExportRequest } from "../export/exportRequest.ts";
import { exportResponses } from "../export/exportResponses.ts";
import { isTableFormat } from "../formats/kinds/formats.ts";
import { tableConversion } from "../formats/tableConversion.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import { defaultTableForm } from "../model/tabular/tableForm.ts";
import type { JobHost } from "./jobHost.ts";
import { exportFacts } from "./progressSteps.ts";
import type { JobProgress } from "./shownProgress.ts";

export interface ExportJob extends Pick<ExportResponsesOptions, "onPause" | "resume"> {
  readonly request: ExportRequest;
  /** Codes that stand for no answer. */
  readonly missingCodes?: MissingCodes | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
}

/** Writes responses or their metadata to a file. See `exportResponses`. */
export async function exportJob(
  host: Pick<JobHost, "client" | "withCopies" | "structureChanges" | "trackExport" | "formats"> &
    ForFiles,
  { request, resume = request.resume, missingCodes, signal, onPause, onProgress }: ExportJob,
): Promise<ExportResult> {
  const { formats, translations, toolVersion, structureChanges, trackExport = inNoList } = host;
  const { label: _label, verify: _verify, resume: _resume, ...wanted } = request;
  const { dataSpace, surveyId, format, form = defaultTableForm, fresh } = wanted;
  const client = await host.client(dataSpace);
  const table = isTableFormat(format)
    ? tableConversion({
        ...wanted,
        formats,
        client,
        format,
        form,
        translations,
        missingCodes,
        toolVersion,
      })
    : undefined;
  return trackExport(request, (reached) =>
    host.withCopies({ client, surveyId, fresh, signal, onPause }, (lent) =>
      exportResponses({
        ...wanted,
        ...lent,
        client,
        table,
        resume,
        toolVersion,
        structureChanges: structureChanges && (() => structureChanges(client, surveyId)),
        onProgress: (progress) => {
          if (progress.step === "reading") {
            reached(progress.responses);
          }
          onProgress(exportFacts(progress, table !== undefined));
        },
      }),
    ),
  );
}

type ForFiles = Pick<JobHost, "translations" | "toolVersion">;

const inNoList: NonNullable<JobHost["trackExport"]> = (_, work) => work(() => undefined);
