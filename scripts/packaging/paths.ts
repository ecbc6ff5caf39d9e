import type { Operation } from "../../src/protocol/operation.ts";
import { protocols } from "../../src/protocol/versions.ts";

/** Returns the source of `src/protocol/paths.ts`, from the protocol tables. */
export function pathsModule(): string {
  const paths = Object.entries(protocols).map(([version, protocol]) => [
    version,
    Object.fromEntries(
      Object.entries<Operation>(protocol).map(([name, operation]) => [name, operation.path]),
    ),
  ]);
  return `/**
 * Operations of each version, with their paths. Written by npm run manifest from the tables of the versions, whose schemas take
 * long to create and are not needed at the start.
 */
export const paths = ${JSON.stringify(Object.fromEntries(paths))} as const;
`;
}
