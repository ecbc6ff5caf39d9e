import type { ApiVersion } from "../../model/survey.ts";
import type { Operation, OperationName, VersionProtocol } from "../../protocol/operation.ts";
import { protocols } from "../../protocol/versions.ts";
import type { Handler } from "../operations/operation.ts";
import { handlers } from "../operations/table.ts";

/** An operation of the protocol table and what the service does for it. */
export interface Route {
  readonly operation: Operation;
  readonly handler: Handler;
}

/** The versions that are served, with their operations. */
export function servedVersions(): [ApiVersion, VersionProtocol][] {
  return Object.entries(protocols) as [ApiVersion, VersionProtocol][];
}

/**
 * The operations of all versions.
 * @throws TypeError where the table has an operation that the service does not
 */
export function routes(): Route[] {
  return servedVersions().flatMap(([version, protocol]) =>
    (Object.entries(protocol) as [OperationName, Operation][]).map(([name, operation]) => {
      const handler = handlers[version]?.[name];
      if (!handler) {
        throw new TypeError(`The service has no ${name} of ${version}.`);
      }
      return { operation, handler };
    }),
  );
}

/** The methods that each path takes, for the answer to any other. */
export function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { operation } of routes()) {
    const own = operation.method === "GET" ? ["GET", "HEAD"] : [operation.method];
    methods.set(operation.path, [...(methods.get(operation.path) ?? []), ...own]);
  }
  return methods;
}
