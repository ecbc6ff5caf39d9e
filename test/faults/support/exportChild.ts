// Exports in a process of its own, so that a test can kill it or fill its disk. Prints "page" after every page, and at the
// end its result or error as JSON.
import type { ExportCopies } from "../../../src/export/exportCopies.ts";
import { copiesIn, exportResponses } from "../../export/support/exporting.ts";
import { SurveyError } from "../../../src/model/errors.ts";
import type { ChildTask } from "./child.ts";
import { clientOf, exportOptions, keyOf } from "./jobs.ts";

// Only child.ts writes this argument.
const { server, job, file, resume, copies, fresh, stopAt } = JSON.parse(
  process.argv[2] ?? "",
) as ChildTask;

async function stop(): Promise<void> {
  process.stdout.write("stopped\n");
  await new Promise(() => setInterval(() => undefined, 1000));
}

function stopping(direct: ExportCopies): ExportCopies {
  return {
    ...direct,
    async writeItems(...args) {
      if (stopAt === "whole") {
        await stop();
      }
      const written = await direct.writeItems(...args);
      if (stopAt === "written") {
        await stop();
      }
      return written;
    },
  };
}

try {
  const result = await exportResponses({
    ...exportOptions(job, file, clientOf(server, job)),
    copies: stopping(copiesIn(copies)),
    ...(fresh && { copy: keyOf(job), fresh }),
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
