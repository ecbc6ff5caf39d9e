// Exports a data space in a process of its own, so that a test can kill it. Prints "progress" at each progress report.
import { exportDataSpace } from "./exporting.ts";
import { clientFor, clientOf } from "../../client/support/clients.ts";

const [baseUrl = "", ca = "", directory = ""] = process.argv.slice(2);
await exportDataSpace({
  client: clientFor({ baseUrl, ca }),
  serials: clientOf({ baseUrl, ca }, "v1"),
  directory,
  toolVersion: "1",
  onProgress: () => process.stdout.write("progress\n"),
});
