import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { clientOf } from "../../conformance/support/clients.ts";
import { exportResponses } from "../../export/support/exporting.ts";
import { convertItems } from "../../../src/formats/convert.ts";
import { tableConversion } from "../../../src/formats/tableConversion.ts";
import { defaultTableForm } from "../../../src/model/tabular/tableForm.ts";
import type { TestService } from "../../service/support/dataSpace.ts";
import { inFolder } from "./tools.ts";

/** Id of the Big Five survey among the real surveys. */
export const surveyId = "s000000z8";

/** Exports the survey from the local data space, as the extension does. */
export async function exportedSav(service: TestService): Promise<Uint8Array> {
  const client = clientOf(service, "v3");
  const [kind, toolVersion] = ["responses", "1.2.3"] as const;
  return inFolder(async (folder) => {
    const file = join(folder, "x.sav");
    const table = tableConversion({
      translations: { locale: "en", strings: {} },
      formats: { convert: (job) => convertItems(job, () => undefined) },
      client,
      kind,
      query: {},
      file,
      format: "sav",
      form: defaultTableForm,
      toolVersion,
    });
    await exportResponses({ client, surveyId, kind, file, format: "sav", table, toolVersion });
    return readFile(file);
  });
}
