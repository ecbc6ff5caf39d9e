import * as z from "zod";
import { isDateTime } from "../model/time.ts";
import { isWebAddress, maximumUrlRows } from "../model/urlTable.ts";
import type { ResponseUrlsRequest } from "./responseUrls.ts";
import { cellModes, type ResponseFilter, type ResponsesRequest } from "./responses.ts";
import type { StructureRequest } from "./structure.ts";

/*
 * What a panel sends is checked on arrival: a webview shows text of strangers and is not trusted. Only the host imports
 * this file; zod does not run under the panels' CSP.
 */

/** No selection that a person copies is longer. */
const maximumCopy = 10_000_000;

const id = z.string().min(1).max(1000);
const time = z.string().refine(isDateTime);
const copy = z.strictObject({ kind: z.literal("copy"), text: z.string().max(maximumCopy) });
const plain = <K extends string>(kind: K) => z.strictObject({ kind: z.literal(kind) });

export const responseFilter: z.ZodType<ResponseFilter> = z.strictObject({
  startDateTime: time.optional(),
  endDateTime: time.optional(),
  collectGroupId: id.optional(),
});

export const structureRequest: z.ZodType<StructureRequest> = z.discriminatedUnion("kind", [
  plain("ready"),
  plain("refresh"),
  plain("cancel"),
  plain("signIn"),
  plain("exportSurvey"),
  z.strictObject({ kind: z.literal("openResponses"), collectGroupId: id.optional() }),
  z.strictObject({ kind: z.literal("showRaw"), collectGroupId: id.optional() }),
  copy,
]);

export const responsesRequest: z.ZodType<ResponsesRequest> = z.discriminatedUnion("kind", [
  plain("ready"),
  plain("refresh"),
  plain("cancel"),
  plain("signIn"),
  plain("openStructure"),
  plain("export"),
  z.strictObject({ kind: z.literal("showRaw"), position: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal("page"), to: z.enum(["newest", "newer", "older"]) }),
  z.strictObject({
    kind: z.literal("filter"),
    filter: responseFilter,
  }),
  z.strictObject({ kind: z.literal("cells"), cells: z.enum(cellModes) }),
  copy,
]);

const columns = z.array(z.string());
const cells = z.array(z.union([z.string(), z.number(), z.null()]));

export const responseUrlsRequest: z.ZodType<ResponseUrlsRequest> = z.discriminatedUnion("kind", [
  plain("ready"),
  plain("refresh"),
  plain("cancel"),
  plain("signIn"),
  plain("openStructure"),
  plain("paste"),
  plain("openFile"),
  z.strictObject({
    kind: z.literal("preview"),
    run: z.int(),
    columns,
    rows: z.array(cells).max(maximumUrlRows),
  }),
  z.strictObject({
    kind: z.literal("save"),
    columns,
    rows: z.array(z.strictObject({ cells, url: z.string() })).max(maximumUrlRows),
  }),
  z.strictObject({ kind: z.literal("open"), url: z.string().refine(isWebAddress) }),
  copy,
]);
