import type { ApiVersion } from "../../model/survey.ts";
import type { OperationName, VersionProtocol } from "../../protocol/operation.ts";
import type { DataSpace, LastPageSignal } from "../dataSpace.ts";
import type { Query } from "../query.ts";

/** A request that has been checked against the protocol table. */
export interface OperationRequest {
  readonly dataSpace: DataSpace;
  readonly lastPage: LastPageSignal;
  readonly query: Query;
  /** Elements of a POST's body, each as JSON that was checked against the protocol table. Empty otherwise. */
  readonly rows: readonly Buffer[];
  /** Origin of the request's URL: `https://host:port`. */
  readonly origin: string;
  /** Returns a path parameter, decoded. */
  readonly path: (name: string) => string;
}

/** Returns JSON in UTF-8. Throws a Problem for what the protocol table cannot check, such as an unknown survey. */
export type Handler = (request: OperationRequest) => Promise<Uint8Array | string>;

/** A handler for each operation of the version. */
export type Handlers<Protocol extends VersionProtocol> = Readonly<Record<keyof Protocol, Handler>>;

/** The handlers by version of the API and operation. */
export type HandlerTable = Readonly<
  Partial<Record<ApiVersion, Readonly<Partial<Record<OperationName, Handler>>>>>
>;
