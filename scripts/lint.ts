// npm run lint: runs its two halves in parallel. Both run to the end, even if one of them fails.
import { repository } from "./host/folders.ts";
import { run } from "./host/run.ts";

const halves = ["lint:rules", "lint:others"];

const results = await Promise.allSettled(
  halves.map((script) => {
    // npm tells its scripts where its own program is. On Windows, only that can be run without a shell.
    const npm = process.env["npm_execpath"];
    const args = ["run", "--silent", script];
    return npm === undefined
      ? run("npm", args, { cwd: repository, show: true })
      : run(process.execPath, [npm, ...args], { cwd: repository, show: true });
  }),
);
process.exitCode = results.some(({ status }) => status === "rejected") ? 1 : 0;
