import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { Random } from "../../../../src/service/sample/random.ts";
import { realSurveys } from "../../../support/shared.ts";

/** People by their answers: codes by attribute, then by person. */
export interface People {
  readonly size: number;
  readonly attributes: readonly Uint8Array[];
}

const response = z.object({
  embeddedData: z.array(z.object({ name: z.string(), value: z.string() })),
  variables: z.array(
    z.object({ name: z.string(), answer: z.array(z.object({ value: z.string() })).nullish() }),
  ),
});

/** The people of a real survey, with the columns of at most 200 distinct values. */
export function realPeople(survey: string): People {
  const file = join(realSurveys, "surveys", survey, "responses.ndjson");
  const lines = readFileSync(file, "utf8").split("\n");
  const people = lines.filter((it) => it !== "").map((it) => response.parse(JSON.parse(it)));
  const columns = new Map<string, string[]>();
  for (const [at, { embeddedData, variables }] of people.entries()) {
    const values = [
      ...embeddedData.map(({ name, value }) => [name, value] as const),
      ...variables.map(({ name, answer }) => [name, answer?.[0]?.value ?? ""] as const),
    ];
    for (const [name, value] of values) {
      const column = columns.get(name) ?? people.map(() => "");
      column[at] = value;
      columns.set(name, column);
    }
  }
  const attributes = [...columns.values()].map(coded).filter((it) => it !== undefined);
  return { size: people.length, attributes };
}

function coded(values: readonly string[]): Uint8Array | undefined {
  const codes = [...new Set(values)].sort();
  const places = new Map(codes.map((it, at) => [it, at]));
  return codes.length > 200 ? undefined : Uint8Array.from(values, (it) => places.get(it) ?? 0);
}

/** People with attributes of 2 to 12 codes, some of them rare. */
export function madePeople(seed: number): People {
  const random = new Random(seed);
  const size = 5000;
  const attributes = Array.from({ length: 12 }, () => {
    const weights = Array.from({ length: 2 + random.below(11) }, () => random.next() ** 3 + 0.002);
    return Uint8Array.from({ length: size }, () => random.pick(weights));
  });
  return { size, attributes };
}

/** A random sample of at most `wanted` people. */
export function sample({ size, attributes }: People, wanted: number, random: Random): People {
  const chosen = Array.from({ length: Math.min(size, wanted) }, () => random.below(size));
  const distinct = [...new Set(chosen)];
  return {
    size: distinct.length,
    attributes: attributes.map((it) => Uint8Array.from(distinct, (person) => it[person] ?? 0)),
  };
}
