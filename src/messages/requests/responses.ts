import * as z from "zod";
import type { Row } from "../../model/grid.ts";
import { cellModes, copyFormats } from "../../model/responseView.ts";
import type { Summaries } from "../../model/summary.ts";
import type { FieldworkAnswer } from "../fieldwork.ts";
import type {
  ColumnValues,
  FoundCell,
  PanelAction,
  ResponseRows,
  ResponsesUpdate,
} from "../responses.ts";
import { focusPlaces, longestFind } from "../responses.ts";
import { reportFormats } from "../summary.ts";
import { ask, command, panelRequests, revealed, tell, type RequestsOf } from "./ask.ts";
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
  readAnew: command,
  resume: command,
  // The panel has applied these already; the state repeats them once the host has them.
  filter: tell({ filter: responseFilter }),
  sort: tell({ sort: responseSort.nullable() }),
  cells: tell({ cells: z.enum(cellModes) }),
  layout: tell({ layout: columnLayout }),
  tab: tell({ tab: responsesTab }),
  /** Opens the structure, at a question if one is given: by its name, or by its rank in v1 and v2. */
  openStructure: tell({ question: key.optional() }),
  /** Exports the responses that pass the filter. */
  export: command,
  /** Asks the person which codes of the question are missing codes. */
  missingCodes: tell({ column: key }),
  showRaw: tell({ id: z.int() }),
  /** Copies a link to a column, a response, or a response at a column. */
  copyLink: tell({ column: key.optional(), responseId: id.optional() }),
  /** The focus has moved to `place`, which decides which keys are shortcuts. */
  focus: tell({ place: z.enum(focusPlaces) }),
  /** Opens VS Code's editor of keyboard shortcuts. */
  changeKeys: command,
});

/** Requests about the current view. A request about an older view rejects with "cancelled". */
const tableRequests = () => {
  const columns = z.array(key).readonly();
  const cells = z.enum(cellModes);
  return {
    rows: ask(
      { view: z.int(), first: position, count: z.int().positive().max(maximumRows) },
      z.custom<readonly Row[]>(),
    ),
    /** Returns the positions of rows in the view, by ID; -1 if a row is not in it. */
    locate: ask(
      { view: z.int(), ids: z.array(z.int()).max(maximumRows).readonly() },
      z.custom<readonly number[]>(),
    ),
    /** Returns the values of a column, to choose from. */
    values: ask({ column: key }, z.custom<ColumnValues>()),
    /** Finds the next cell with a text. A newer search cancels it. */
    find: ask(
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
    copyCells: tell({
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
    summarise: ask(
      {
        columns: z.array(key).readonly(),
        filter: responseFilter,
        weight: key.optional(),
        split: key.optional(),
      },
      z.custom<Summaries>(),
    ),
    /** The panel has applied the view already; the host saves it for the next time that the panel opens. */
    summaryView: tell({ view: summaryView }),
    /** Opens the summary of the given columns, in their order, as a document. */
    report: tell(reportFields),
    /** Adds the same report to a recipe, as a step. */
    reportRecipe: tell(reportFields),
    /** Saves a picture as a file, if the clipboard does not accept it. `name`: the file's name without extension. */
    savePicture: tell({ name: z.string().max(1000), png: z.base64().max(maximumPicture) }),
  };
};

const fieldworkRequests = () => ({
  /** Requests the figures of a view; reads the metadata if they have not been read. */
  fieldwork: tell({ view: fieldworkView }),
  /** Reads what is new. */
  refreshFieldwork: command,
  /** Stops reading and keeps what was read. */
  stopFieldwork: command,
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
