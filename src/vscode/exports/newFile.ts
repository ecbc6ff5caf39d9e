import { basename, dirname, extname, join } from "node:path";
import { pathExists } from "../../export/targetFiles.ts";
import { localDate } from "../../recipe/fileNames.ts";

/**
 * Proposes a file for the responses that came after an earlier export: beside its file, with the day in the name, and free,
 * because the earlier file must stay.
 * @param earlier path of the earlier export's file
 */
export async function fileForNew(earlier: string, extension: string): Promise<string> {
  const day = localDate(new Date());
  const stem = basename(earlier, extname(earlier)).replace(/ new \d{4}-\d{2}-\d{2}( \d+)?$/, "");
  const path = join(dirname(earlier), `${stem} new ${day}`);
  let proposed = `${path}${extension}`;
  for (let number = 2; number < 100 && (await pathExists(proposed)); number++) {
    proposed = `${path} ${number}${extension}`;
  }
  return proposed;
}
