import { allCommands } from "../../src/vscode/commands/all.ts";

const header = ["Command", "Argument", "Result"];

/** Returns a page of the manual with the table of the commands that callers can pass an argument. */
export function withCommandTable(page: string): string {
  const rows = Object.entries(allCommands).flatMap(([name, { argument, result = "" }]) =>
    argument === undefined ? [] : [[`\`surveyExplorer.${name}\``, argument, result]],
  );
  const table = [header, header.map(() => "---"), ...rows].map(
    (cells) => `| ${cells.map((it) => it.replaceAll("|", "\\|")).join(" | ")} |`,
  );
  return page.replace(/^\| Command .*(\n\|.*)*/m, () => table.join("\n"));
}
