import type { ApiVersion } from "../../model/survey.ts";
import type { Operation, OperationName, VersionProtocol } from "../../protocol/operation.ts";
import { protocols } from "../../protocol/versions.ts";
import type { Handler, HandlerTable } from "../operations/operation.ts";
import { v1, v2 } from "../operations/v1v2.ts";
import { v3 } from "../operations/v3.ts";

/** The service's handler for each operation of the protocol table. */
const handlers: HandlerTable = { v1, v2, v3 };

/** An operation of the protocol table and its handler. */
export interface Route {
  readonly operation: Operation;
  readonly handler: Handler;
}

/** Returns the versions of the API that are served, with their operations. */
export function servedVersions(): [ApiVersion, VersionProtocol][] {
  return Object.entries(protocols) as [ApiVersion, VersionProtocol][];
}

/**
 * Returns the routes of all versions.
 * @throws TypeError if an operation of the protocol table has no handler
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

/** Returns the methods that each path accepts, for the 405 answer to other methods. */
export function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { operation } of routes()) {
    const own = operation.method === "GET" ? ["GET", "HEAD"] : [operation.method];
    methods.set(operation.path, [...(methods.get(operation.path) ?? []), ...own]);
  }
  return methods;
}
