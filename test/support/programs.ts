import { join } from "node:path";
import { repository } from "../../scripts/host/folders.ts";

/** True if the caller has just built the programs. A built program starts in a third of the time. */
const isBuilt = process.env["SURVEY_EXPLORER_BUILT"] === "1";

function program(source: string, built: string): string {
  return isBuilt ? join(repository, "dist", built) : join(repository, "src", source);
}

/** Programs that tests start in processes and threads of their own: as built, or else from source. */
export const programs = {
  cli: program("cli/main.ts", "cli/cli.js"),
  service: program("service/main.ts", "service.js"),
  formats: program("formats/worker.ts", "formats.js"),
  tables: program("table/worker.ts", "tables.js"),
  surveyIndex: program("surveyIndex/worker.ts", "surveyIndex.js"),
  warehouse: program("warehouse/worker.ts", "warehouse.js"),
};
