// Exports in a process of its own, so that a test can kill it or fill its disk. Says "page" after every page, and at last,
// as JSON, its result or error.
import { exportResponses } from "../../export/support/exporting.ts";
import { SurveyError } from "../../../src/model/errors.ts";
import type { ChildTask } from "./child.ts";
import { clientOf, exportOptions } from "./jobs.ts";

// The one writer of this argument is child.ts.
const { server, job, file, resume } = JSON.parse(process.argv[2] ?? "") as ChildTask;
try {
  const result = await exportResponses({
    ...exportOptions(job, file, clientOf(server, job)),
    resume,
    onProgress: () => process.stdout.write("page\n"),
  });
  console.log(JSON.stringify({ result }));
} catch (error) {
  if (!(error instanceof SurveyError)) {
    throw error;
  }
  console.log(JSON.stringify({ error: { code: error.code, message: error.message } }));
}
