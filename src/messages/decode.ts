import * as z from "zod";
import { isDateTime } from "../model/time.ts";
import { isWebAddress, maximumUrlRows } from "../model/urlTable.ts";
import type { ResponseUrlsRequest } from "./responseUrls.ts";
import type { ColumnLayout } from "../model/columnLayout.ts";
import { contentFilterFields } from "../model/filterSchema.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import { cellModes, copyFormats, type Sort } from "../model/responseView.ts";
import { crossMeasures } from "../model/crossTable.ts";
import { summaryBases } from "../model/summary.ts";
import { fieldworkIntervals, type FieldworkView } from "./fieldwork.ts";
import { responsesTabs, type ResponsesRequest } from "./responses.ts";
import type { StructureRequest } from "./structure.ts";
import { reportFormats, type SummaryView } from "./summary.ts";

/*
 * What a panel sends is checked on arrival: a webview shows text of strangers and is not trusted. Only the host imports
 * this file; zod does not run under the panels' CSP. What panels ask is lazy: no panel is open when the extension starts, and
 * making so many schemas takes a good part of that.
 */

/** No selection that a person copies is longer. */
const maximumCopy = 10_000_000;

const id = z.string().min(1).max(1000);
const time = z.string().refine(isDateTime);
const copy = z.strictObject({ kind: z.literal("copy"), text: z.string().max(maximumCopy) });
const plain = <K extends string>(kind: K) => z.strictObject({ kind: z.literal(kind) });

const key = z.string().min(1).max(2000);
const position = z.int().nonnegative();

export const responseFilter: z.ZodType<ResponseFilter> = z.strictObject({
  startDateTime: time.optional(),
  endDateTime: time.optional(),
  collectGroupId: id.optional(),
  ...contentFilterFields,
});

export const responseSort: z.ZodType<Sort> = z.strictObject({
  column: key,
  direction: z.enum(["ascending", "descending"]),
});

export const columnLayout: z.ZodType<ColumnLayout> = z.strictObject({
  order: z.array(key),
  hidden: z.array(key),
  widths: z.record(key, z.number().positive()),
  frozen: z.int().nonnegative(),
});

export const responsesTab = z.enum(responsesTabs);

export const summaryView: z.ZodType<SummaryView> = z.strictObject({
  base: z.enum(summaryBases),
  weight: key.optional(),
  split: key.optional(),
  measure: z.enum(crossMeasures).optional(),
  statistics: z.record(key, z.boolean()).optional(),
  asTables: z.boolean(),
  compared: responseFilter.optional(),
  headerBars: z.boolean(),
});

export const fieldworkView: z.ZodType<FieldworkView> = z.strictObject({
  scope: z.strictObject({
    collectGroupId: id.optional(),
    day: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .optional(),
  }),
  rule: z.strictObject({ share: z.number().gt(0).lt(1) }),
  interval: z.literal(fieldworkIntervals),
});

export const structureRequest: z.ZodType<StructureRequest> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    plain("ready"),
    plain("refresh"),
    plain("cancel"),
    plain("signIn"),
    plain("exportSurvey"),
    plain("copyCodebook"),
    z.strictObject({ kind: z.literal("openResponses"), collectGroupId: id.optional() }),
    z.strictObject({ kind: z.literal("showRaw"), collectGroupId: id.optional() }),
    copy,
  ]),
);

/** No window shows more rows than that. */
const maximumRows = 1000;

/** Characters of base64; more than the largest picture of a screen. */
const maximumPicture = 40_000_000;

export const responsesRequest: z.ZodType<ResponsesRequest> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    plain("ready"),
    plain("refresh"),
    plain("readAnew"),
    plain("cancel"),
    plain("resume"),
    plain("signIn"),
    z.strictObject({
      kind: z.literal("rows"),
      view: z.int(),
      first: position,
      count: z.int().positive().max(maximumRows),
    }),
    z.strictObject({
      kind: z.literal("locate"),
      view: z.int(),
      ids: z.array(z.int()).max(maximumRows),
    }),
    z.strictObject({ kind: z.literal("filter"), filter: responseFilter }),
    z.strictObject({ kind: z.literal("sort"), sort: responseSort.nullable() }),
    z.strictObject({ kind: z.literal("cells"), cells: z.enum(cellModes) }),
    z.strictObject({ kind: z.literal("layout"), layout: columnLayout }),
    z.strictObject({ kind: z.literal("values"), column: key }),
    z.strictObject({
      kind: z.literal("find"),
      run: z.int(),
      view: z.int(),
      text: z.string().min(1).max(1000),
      columns: z.array(key),
      cells: z.enum(cellModes),
      from: z.strictObject({ row: position, column: key }),
      step: z.literal([-1, 0, 1]),
    }),
    z.strictObject({
      kind: z.literal("copyCells"),
      view: z.int(),
      top: position,
      bottom: position,
      columns: z.array(key),
      cells: z.enum(cellModes),
      format: z.enum(copyFormats),
      names: z.boolean(),
    }),
    plain("openStructure"),
    plain("export"),
    z.strictObject({ kind: z.literal("missingCodes"), column: key }),
    z.strictObject({ kind: z.literal("showRaw"), id: z.int() }),
    z.strictObject({ kind: z.literal("tab"), tab: responsesTab }),
    z.strictObject({ kind: z.literal("summaryView"), view: summaryView }),
    z.strictObject({
      kind: z.literal("summarise"),
      run: z.int(),
      columns: z.array(key),
      filter: responseFilter,
      weight: key.optional(),
      split: key.optional(),
    }),
    z.strictObject({
      kind: z.literal("report"),
      format: z.enum(reportFormats),
      columns: z.array(key),
      view: summaryView,
    }),
    z.strictObject({
      kind: z.literal("savePicture"),
      name: z.string().max(1000),
      png: z.base64().max(maximumPicture),
    }),
    z.strictObject({ kind: z.literal("fieldwork"), view: fieldworkView }),
    plain("refreshFieldwork"),
    plain("stopFieldwork"),
    copy,
  ]),
);

const columns = z.array(z.string());
const cells = z.array(z.union([z.string(), z.number(), z.null()]));

export const responseUrlsRequest: z.ZodType<ResponseUrlsRequest> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    plain("ready"),
    plain("refresh"),
    plain("cancel"),
    plain("signIn"),
    plain("changeVersion"),
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
  ]),
);
