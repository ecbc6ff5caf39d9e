import * as z from "zod";
import type { Row } from "../../model/grid.ts";
import {
  cellModes,
  copyFormats,
  type ColumnValues,
  type FoundCell,
} from "../../model/responseView.ts";
import type { Summaries } from "../../model/summary.ts";
import type { FieldworkAnswer } from "../fieldwork.ts";
import type { PanelAction, ResponseRows, ResponsesUpdate } from "../responses.ts";
import { focusPlaces, longestFind } from "../responses.ts";
import { reportFormats } from "../summary.ts";
import { panelRequests, request, revealed, type RequestsOf } from "./panelRequests.ts";
import {
  columnLayout,
  fieldworkView,
  id,
  key,
  position,
  responseFilter,
  responseSort,
  responsesTab,
  summaryView,
} from "./schemas.ts";

/** Most rows of one request; no window shows more. */
const maximumRows = 1000;

/** Longest picture, in characters of base64; more than the largest picture of a screen has. */
const maximumPicture = 40_000_000;

// Created when a panel opens, see structure.ts.
export const responsesRequests = () => ({
  ...panelRequests,
  revealed,
  ...tableRequests(),
  ...summaryRequests(),
  ...fieldworkRequests(),
  /**
   * Reads the metadata again if the fieldwork tab is shown; otherwise discards the stored responses and reads them again.
   */
  readAnew: request(),
  resume: request(),
  // The panel has applied these already; the state repeats them once the host has them.
  filter: request({ filter: responseFilter }),
  sort: request({ sort: responseSort.nullable() }),
  cells: request({ cells: z.enum(cellModes) }),
  layout: request({ layout: columnLayout }),
  tab: request({ tab: responsesTab }),
  /** Opens the structure, at a question if one is given: by its name, or by its rank in v1 and v2. */
  openStructure: request({ question: key.optional() }),
  /** Exports the responses that pass the filter. */
  export: request(),
  /** Asks the person which codes of the question are missing codes. */
  missingCodes: request({ column: key }),
  /** Shows the JSON of a response by its ID in the view. */
  showRaw: request({ view: z.int(), id: z.int() }),
  /** Copies a link to a column, a response, or a response at a column. */
  copyLink: request({ column: key.optional(), responseId: id.optional() }),
  /** The focus has moved to `place`, which decides which keys are shortcuts. */
  focus: request({ place: z.enum(focusPlaces) }),
  /** Opens VS Code's editor of keyboard shortcuts. */
  changeKeys: request(),
});

/** Requests about the current view. A request about an older view rejects with "cancelled". */
const tableRequests = () => {
  const columns = z.array(key).readonly();
  const cells = z.enum(cellModes);
  return {
    rows: request(
      { view: z.int(), first: position, count: z.int().positive().max(maximumRows) },
      z.custom<readonly Row[]>(),
    ),
    /** Returns the positions of rows in the view, by ID; -1 if a row is not in it. */
    locate: request(
      { view: z.int(), ids: z.array(z.int()).max(maximumRows).readonly() },
      z.custom<readonly number[]>(),
    ),
    /** Returns the values of a column, to choose from. */
    values: request({ column: key }, z.custom<ColumnValues>()),
    /** Finds the next cell with a text. A newer search cancels it. */
    find: request(
      {
        view: z.int(),
        text: z.string().min(1).max(longestFind),
        /** Keys of the shown columns, in their order. */
        columns,
        cells,
        /** Cell to start from; with `step` 0 it is searched, too. */
        from: z.strictObject({ row: position, column: key }),
        step: z.literal([-1, 0, 1]),
      },
      z.custom<FoundCell>(),
    ),
    copyCells: request({
      view: z.int(),
      /** Positions, both inclusive. */
      top: position,
      bottom: position,
      columns,
      cells,
      format: z.enum(copyFormats),
      /** True to put the columns' names above the cells; JSON always has them. */
      names: z.boolean(),
    }),
  };
};

const summaryRequests = () => {
  const reportFields = {
    format: z.enum(reportFormats),
    columns: z.array(key).readonly(),
    view: summaryView,
  };
  return {
    /** Requests summaries of some columns at a time, so that the visible ones come first. */
    summarise: request(
      {
        columns: z.array(key).readonly(),
        filter: responseFilter,
        weight: key.optional(),
        split: key.optional(),
      },
      z.custom<Summaries>(),
    ),
    /** The panel has applied the view already; the host saves it for the next time that the panel opens. */
    summaryView: request({ view: summaryView }),
    /** Opens the summary of the given columns, in their order, as a document. */
    report: request(reportFields),
    /** Adds the same report to a recipe, as a step. */
    reportRecipe: request(reportFields),
    /** Saves a picture as a file, if the clipboard does not accept it. `name`: the file's name without extension. */
    savePicture: request({ name: z.string().max(1000), png: z.base64().max(maximumPicture) }),
  };
};

const fieldworkRequests = () => ({
  /** Requests the figures of a view; reads the metadata if they have not been read. */
  fieldwork: request({ view: fieldworkView }),
  /** Reads what is new. */
  refreshFieldwork: request(),
  /** Stops reading and keeps what was read. */
  stopFieldwork: request(),
});

export type ResponsesRequests = RequestsOf<ReturnType<typeof responsesRequests>>;

/** Host → panel. */
export interface ResponsesEvents {
  readonly state: ResponsesUpdate;
  /** Rows that the panel will probably need next. */
  readonly rows: ResponseRows;
  /** An action that a person started by a key or a menu of VS Code. */
  readonly do: { readonly action: PanelAction };
  /** Figures from the metadata read so far. Sent repeatedly while reading goes on. */
  readonly fieldwork: FieldworkAnswer;
}
