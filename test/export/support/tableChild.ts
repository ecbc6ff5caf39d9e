// Exports a table in a process of its own, and waits in the middle of converting, so that a test can kill it there.
import { writeFile } from "node:fs/promises";
import { exportResponses } from "./exporting.ts";
import { clientFor } from "../../client/support/clients.ts";
import { lengthTable } from "./tables.ts";

const [baseUrl = "", ca = "", file = ""] = process.argv.slice(2);
await exportResponses({
  client: clientFor({ baseUrl, ca }),
  surveyId: "S1",
  kind: "responses",
  file,
  format: "csv",
  toolVersion: "1",
  table: lengthTable(async ({ target }) => {
    await writeFile(target, "half a table");
    process.stdout.write("converting\n");
    await new Promise(() => setInterval(() => undefined, 1000));
  }),
});
