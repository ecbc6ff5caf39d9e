import type * as z from "zod";
import { paths } from "./paths.ts";

type Paths = typeof paths;
export type OperationName = { [V in keyof Paths]: keyof Paths[V] }[keyof Paths];

/** The operations of the reference (API.md, Endpoints). */
export const operationNames = Object.keys({
  ...paths.v1,
  ...paths.v2,
  ...paths.v3,
}) as OperationName[];

/** An input in the query string. The client writes it, the service checks it, OpenAPI describes it. */
export type QueryParameter = {
  readonly description: string;
  readonly required?: true;
} & (
  | { readonly kind: "text" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "dateTime" }
  /** Comma-separated, case-insensitive. */
  | { readonly kind: "names" }
  | { readonly kind: "size"; readonly default: number; readonly maximum: number }
);

/** How a list is paged: the field of its items, and the field that requests the next page. */
export interface Paging {
  readonly items: string;
  /** Name of the answer's field, and of the next request's query parameter. */
  readonly cursor: string;
  /** Items per page, if no query parameter sets it. */
  readonly size?: number;
}

export interface Operation {
  readonly summary: string;
  readonly method: "GET" | "POST";
  /** Relative to the base address; `{name}` is a path parameter. The setting `routes` of a data space may override it. */
  readonly path: string;
  readonly query: Readonly<Record<string, QueryParameter>>;
  /** JSON body of a POST. */
  readonly body?: z.ZodArray<z.ZodType>;
  /** The whole answer; if `paging` is set, only its frame, and `item` decodes the items one by one. */
  readonly answer: z.ZodType;
  readonly item?: z.ZodType;
  readonly paging?: Paging;
  /** Only for collect groups whose channel is PUBLIC_LINK. */
  readonly publicLinkOnly?: true;
}

/** Operations of one version. One that it does not have is `undefined`. */
export type VersionProtocol = Readonly<Partial<Record<OperationName, Operation>>>;

/** A version with the operations and paths of `paths.ts`. If a table does not fit, `npm run manifest` writes that file anew. */
export type ProtocolOf<V extends keyof Paths> = {
  readonly [Name in keyof Paths[V]]: Operation & { readonly path: Paths[V][Name] };
};

/** Returns the names of the `{path}` parameters of a route, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
}
