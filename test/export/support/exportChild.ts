// Exports in a process of its own, so that a test can kill it. Prints "page" after every page.
import { exportResponses } from "./exporting.ts";
import { clientFor } from "../../client/support/clients.ts";

const [baseUrl = "", ca = "", file = ""] = process.argv.slice(2);
await exportResponses({
  client: clientFor({ baseUrl, ca }),
  surveyId: "S1",
  kind: "responses",
  file,
  format: "json",
  resume: true,
  toolVersion: "1",
  onProgress: () => process.stdout.write("page\n"),
});
