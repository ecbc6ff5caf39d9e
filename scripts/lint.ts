// npm run lint: runs its two halves in parallel. Both run to the end, even if one of them fails.
import { repository } from "./host/folders.ts";
import { npmCommand, run } from "./host/run.ts";

const halves = ["lint:rules", "lint:others"];

const results = await Promise.allSettled(
  halves.map((script) =>
    run(...npmCommand(["run", "--silent", script]), { cwd: repository, show: true }),
  ),
);
process.exitCode = results.some(({ status }) => status === "rejected") ? 1 : 0;
