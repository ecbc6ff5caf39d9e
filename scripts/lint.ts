// npm run lint: its two halves side by side. Both run to their end, whatever one of them finds.
import { repository } from "./host/folders.ts";
import { run } from "./host/run.ts";

const halves = ["lint:rules", "lint:others"];

const results = await Promise.allSettled(
  halves.map((script) => {
    // Inside an npm script npm says where its own program is; that is the only spelling that needs no shell on Windows.
    const npm = process.env["npm_execpath"];
    const args = ["run", "--silent", script];
    return npm === undefined
      ? run("npm", args, { cwd: repository, show: true })
      : run(process.execPath, [npm, ...args], { cwd: repository, show: true });
  }),
);
process.exitCode = results.some(({ status }) => status === "rejected") ? 1 : 0;
