import { join } from "node:path";
import { repository } from "../../scripts/host/folders.ts";

/** Whoever runs the tests has just built what they are of. It starts in a third of the time. */
const isBuilt = process.env["SURVEY_EXPLORER_BUILT"] === "1";

function program(source: string, built: string): string {
  return isBuilt ? join(repository, "dist", built) : join(repository, "src", source);
}

/** What tests start in processes and threads of their own: as it was built, or else from its source. */
export const programs = {
  cli: program("cli/main.ts", "cli/cli.js"),
  service: program("service/main.ts", "service.js"),
  formats: program("formats/worker.ts", "formats.js"),
  tables: program("table/worker.ts", "tables.js"),
  surveyIndex: program("surveyIndex/worker.ts", "surveyIndex.js"),
  warehouse: program("warehouse/worker.ts", "warehouse.js"),
};
