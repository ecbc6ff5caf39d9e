// Loads a survey into a database in a process of its own, so that a test can kill it. The connection string is in WAREHOUSE.
import { directCopies } from "../../export/support/directCopies.ts";
import { nodeSqlite } from "../../../src/store/sqliteDriver.ts";
import { loadSurvey } from "../../../src/warehouse/loadSurvey.ts";
import { clientOf } from "../../client/support/clients.ts";
import { inThisThread } from "../../warehouse/support/loading.ts";
import type { LoadTask } from "./loadTask.ts";

// Only loadTask.ts writes this argument.
const { server, copies, ...task } = JSON.parse(process.argv[2] ?? "") as LoadTask;
await loadSurvey({
  ...task,
  client: clientOf(server, task.copy.version),
  copies: directCopies(nodeSqlite, copies),
  warehouse: inThisThread,
  connection: "WAREHOUSE",
});
