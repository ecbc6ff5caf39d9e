import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import { inFolder } from "./tools.ts";

const run = promisify(execFile);

export interface PsppTable {
  readonly title: string;
  /** Rows, including the heading. */
  readonly rows: readonly (readonly string[])[];
}

/** Runs commands of PSPP on a .sav file. @returns the tables of the output @throws if PSPP warns of anything */
export async function psppTables(sav: Uint8Array, commands: string): Promise<PsppTable[]> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, "0.sav"), sav);
    const listing = await runPspp(folder, `GET FILE='0.sav'.\n${commands}\n`);
    const tables: { title: string; rows: string[][] }[] = [];
    for (const row of csv(listing)) {
      const title = /^Table: (.*)$/.exec(row[0] ?? "")?.[1];
      if (title !== undefined) {
        tables.push({ title, rows: [] });
      } else if (row.length > 1) {
        tables.at(-1)?.rows.push(row);
      }
    }
    return tables;
  });
}

/**
 * Runs commands on .sav files in one process. @returns the values of each file as PSPP writes them to CSV: names, then rows
 */
export async function psppValues(
  savs: readonly Uint8Array[],
  commands = "",
): Promise<string[][][]> {
  return inFolder(async (folder) => {
    const syntax = savs.map(
      (_, index) =>
        `GET FILE='${index}.sav'.\n${commands}\n` +
        `SAVE TRANSLATE /OUTFILE='${index}.csv' /TYPE=CSV /FIELDNAMES /CELLS=VALUES.\n`,
    );
    await Promise.all(savs.map((sav, index) => writeFile(join(folder, `${index}.sav`), sav)));
    await runPspp(folder, syntax.join(""));
    return Promise.all(
      savs.map(async (_, index) => csv(await readFile(join(folder, `${index}.csv`), "utf8"))),
    );
  });
}

async function runPspp(folder: string, syntax: string): Promise<string> {
  await writeFile(join(folder, "commands.sps"), syntax);
  const options = { cwd: folder, env: { ...process.env, LC_ALL: "C.UTF-8" }, timeout: 300_000 };
  const args = ["commands.sps", "-O", "format=csv", "-o", "listing.csv"];
  const failure = await run("pspp", args, options).then(
    () => undefined,
    (error: unknown) => error,
  );
  const listing = await readFile(join(folder, "listing.csv"), "utf8").catch(() => "");
  const complaint = listing.split("\n").find((line) => /(warning|error):/.test(line));
  if (failure !== undefined || complaint !== undefined) {
    throw new Error(`PSPP complains: ${complaint ?? "it ended early"}`, { cause: failure });
  }
  return listing;
}

function csv(text: string): string[][] {
  return parse(text, { relax_column_count: true });
}
