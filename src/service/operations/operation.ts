import type { ApiVersion } from "../../model/survey.ts";
import type { OperationName, VersionProtocol } from "../../protocol/operation.ts";
import type { DataSpace, LastPageSignal } from "../dataSpace.ts";
import type { Query } from "../query.ts";

/** A request that has passed every check the protocol table can make. */
export interface OperationRequest {
  readonly dataSpace: DataSpace;
  readonly lastPage: LastPageSignal;
  readonly query: Query;
  /** What a POST sent: each JSON that fits the table. Empty otherwise. */
  readonly rows: readonly Buffer[];
  /** Where the request reached the service: `https://host:port`. */
  readonly origin: string;
  /** A path parameter, decoded. */
  readonly path: (name: string) => string;
}

/** Answers with JSON in UTF-8. Throws a Problem for what the table cannot know, such as an unknown survey. */
export type Handler = (request: OperationRequest) => Promise<Uint8Array | string>;

/** A handler for each operation that the version has. */
export type Handlers<Protocol extends VersionProtocol> = Readonly<Record<keyof Protocol, Handler>>;

/** The handlers of each version that is served. */
export type HandlerTable = Readonly<
  Partial<Record<ApiVersion, Readonly<Partial<Record<OperationName, Handler>>>>>
>;
