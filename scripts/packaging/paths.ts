import type { Operation } from "../../src/protocol/operation.ts";
import { protocols } from "../../src/protocol/versions.ts";

/** Returns the source of `src/protocol/paths.ts`, from the protocol tables. */
export function pathsModule(): string {
  const [v1, v2, v3] = [below("v1"), below("v2"), below("v3")];
  const shared = new Map([...v1].filter(([name, path]) => v2.get(name) === path));
  const own = (paths: ReadonlyMap<string, string>, prefix: string) =>
    fields(new Map([...paths].filter(([name]) => !shared.has(name))), prefix);
  return `// v1 and v2 share most paths, which the start need not read twice.
const ofOlder = <V extends "v1" | "v2">(version: V) =>
  ({ ${fields(shared, "/${version}")} }) as const;

/**
 * Operations of each version, with their paths. Written by npm run manifest from the tables of the versions, whose schemas take
 * long to create and are not needed at the start.
 */
export const paths = {
  v1: { ...ofOlder("v1"), ${own(v1, "/v1")} },
  v2: { ...ofOlder("v2"), ${own(v2, "/v2")} },
  v3: { ${fields(v3, "/v3")} },
} as const;
`;
}

/** Returns the paths of a version's operations, below its prefix. */
function below(version: "v1" | "v2" | "v3"): Map<string, string> {
  const operations = Object.entries<Operation>(protocols[version]);
  return new Map(operations.map(([name, { path }]) => [name, path.slice(`/${version}`.length)]));
}

function fields(paths: ReadonlyMap<string, string>, prefix: string): string {
  return Array.from(paths, ([name, path]) => `${name}: \`${prefix}${path}\``).join(", ");
}
