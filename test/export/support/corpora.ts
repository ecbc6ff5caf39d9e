import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Mocha from "mocha";
import * as z from "zod";
import { skip } from "../../../scripts/testing/skip.ts";
import { corpora } from "../../support/shared.ts";

/** Strings that broke other programs; none where the corpora are not there. */
export function naughtyStrings(): string[] {
  const file = join(corpora, "naughty-strings.json");
  return existsSync(file) ? z.array(z.string()).parse(JSON.parse(readFileSync(file, "utf8"))) : [];
}

export interface ParsingCase {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Every file of the JSON parsing corpus; none where the corpora are not there. */
export function parsingCases(): ParsingCase[] {
  return ["test_parsing", "test_transform"].flatMap((it) => {
    const path = join(corpora, "json-parsing", it);
    const names = existsSync(path) ? readdirSync(path).toSorted() : [];
    return names.map((name) => ({ name, bytes: readFileSync(join(path, name)) }));
  });
}

/** Leaves the test out, with the reason, where there are no such cases. */
export function needs(test: Mocha.Context, cases: readonly unknown[]): void {
  if (cases.length === 0) {
    skip(test, `there is no ${corpora}`);
  }
}
