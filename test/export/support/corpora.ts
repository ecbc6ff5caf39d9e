import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Mocha from "mocha";
import * as z from "zod";
import { skip } from "../../../scripts/testing/skip.ts";
import { corpora } from "../../support/shared.ts";

/** Returns strings that broke other programs; empty if the corpora are not there. */
export function naughtyStrings(): string[] {
  const file = join(corpora, "naughty-strings.json");
  return existsSync(file) ? z.array(z.string()).parse(JSON.parse(readFileSync(file, "utf8"))) : [];
}

export interface ParsingCase {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns every file of the JSON parsing corpus; empty if the corpora are not there. */
export function parsingCases(): ParsingCase[] {
  return ["test_parsing", "test_transform"].flatMap((it) => {
    const path = join(corpora, "json-parsing", it);
    const names = existsSync(path) ? readdirSync(path).toSorted() : [];
    return names.map((name) => ({ name, bytes: readFileSync(join(path, name)) }));
  });
}

/** Skips the test, with the reason, if there are no cases. */
export function needs(test: Mocha.Context, cases: readonly unknown[]): void {
  if (cases.length === 0) {
    skip(test, `${corpora} does not exist`);
  }
}
