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

/** An input that travels in the query. The client writes it, the service checks it, OpenAPI describes it. */
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

/** How a list travels in pages: where its items stand, and the field whose value asks for the next page. */
export interface Paging {
  readonly items: string;
  /** The field of the answer, and the query parameter of the next request. */
  readonly cursor: string;
  /** Items a page, where no query parameter chooses it. */
  readonly size?: number;
}

export interface Operation {
  readonly summary: string;
  readonly method: "GET" | "POST";
  /** Below the base address; `{name}` is a path parameter. Data spaces may override it (DESIGN.md, `routes`). */
  readonly path: string;
  readonly query: Readonly<Record<string, QueryParameter>>;
  /** What a POST sends, as JSON. */
  readonly body?: z.ZodArray<z.ZodType>;
  /** The whole answer, or its frame where `paging` is set: there the items are decoded one by one with `item`. */
  readonly answer: z.ZodType;
  readonly item?: z.ZodType;
  readonly paging?: Paging;
  /** Only for collect groups whose channel is PUBLIC_LINK. */
  readonly publicLinkOnly?: true;
}

/** What one version offers. An operation it does not have is absent. */
export type VersionProtocol = Readonly<Partial<Record<OperationName, Operation>>>;

/** A version with all operations that have a path in it. */
export type ProtocolOf<V extends keyof Paths> = Readonly<Record<keyof Paths[V], Operation>>;

/** Names of the `{path}` parameters of a route, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
}
