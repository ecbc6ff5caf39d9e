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
import { focusPlaces } from "../responses.ts";
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

/** No window shows more rows than that. */
const maximumRows = 1000;

/** Characters of base64; more than the largest picture of a screen. */
const maximumPicture = 40_000_000;

// Made when a panel opens, see structure.ts.
export const responsesRequests = () => ({
  ...panelRequests,
  revealed,
  ...tableRequests(),
  ...summaryRequests(),
  ...fieldworkRequests(),
  /** Reads everything again: with the fieldwork in front its metadata, else the responses, and forgets those that are kept. */
  readAnew: command,
  resume: command,
  // The panel shows these already; the state says the same once the host has them.
  filter: tell({ filter: responseFilter }),
  sort: tell({ sort: responseSort.nullable() }),
  cells: tell({ cells: z.enum(cellModes) }),
  layout: tell({ layout: columnLayout }),
  tab: tell({ tab: responsesTab }),
  /** With a question's name, or its rank in v1 and v2: at that question. */
  openStructure: tell({ question: key.optional() }),
  /** Exports what is shown: the responses that the filter lets through. */
  export: command,
  /** Asks a person which codes of the question are missing. */
  missingCodes: tell({ column: key }),
  showRaw: tell({ id: z.int() }),
  /** Copies a link to a column, a response, or a response at a column. */
  copyLink: tell({ column: key.optional(), responseId: id.optional() }),
  /** The focus has moved there: which keys are shortcuts depends on it. */
  focus: tell({ place: z.enum(focusPlaces) }),
  /** Opens VS Code's editor of keyboard shortcuts. */
  changeKeys: command,
});

/** Of the view that is shown. What is asked of a view that is gone rejects with "cancelled". */
const tableRequests = () => {
  const columns = z.array(key).readonly();
  const cells = z.enum(cellModes);
  return {
    rows: ask(
      { view: z.int(), first: position, count: z.int().positive().max(maximumRows) },
      z.custom<readonly Row[]>(),
    ),
    /** Where rows stand in the view, by id; -1 where they do not. */
    locate: ask(
      { view: z.int(), ids: z.array(z.int()).max(maximumRows).readonly() },
      z.custom<readonly number[]>(),
    ),
    /** The values of a column, for choosing among them. */
    values: ask({ column: key }, z.custom<ColumnValues>()),
    /** Where a text is found next. A newer search cancels it. */
    find: ask(
      {
        view: z.int(),
        text: z.string().min(1).max(1000),
        /** Keys of the shown columns, in their order. */
        columns,
        cells,
        /** Where to begin; the cell itself counts where `step` is 0. */
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
      /** Whether the columns' names are to stand above; JSON always has them. */
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
    /** Asks for some columns at a time, so that what is in sight comes first. */
    summarise: ask(
      {
        columns: z.array(key).readonly(),
        filter: responseFilter,
        weight: key.optional(),
        split: key.optional(),
      },
      z.custom<Summaries>(),
    ),
    /** The panel shows it already; the choice is kept for when it comes back. */
    summaryView: tell({ view: summaryView }),
    /** Opens the summary of the named columns, in their order, as a document. */
    report: tell(reportFields),
    /** Puts the same into a recipe, as a step. */
    reportRecipe: tell(reportFields),
    /** A picture that the clipboard would not take, to be saved as a file. `name`: the file's, without its ending. */
    savePicture: tell({ name: z.string().max(1000), png: z.base64().max(maximumPicture) }),
  };
};

const fieldworkRequests = () => ({
  /** The figures as they are to be looked at; metadata are read where they were not. */
  fieldwork: tell({ view: fieldworkView }),
  /** Reads what is new. */
  refreshFieldwork: command,
  /** Stops reading; what was read stays. */
  stopFieldwork: command,
});

export type ResponsesRequests = RequestsOf<ReturnType<typeof responsesRequests>>;

/** Host → panel. */
export interface ResponsesEvents {
  readonly state: ResponsesUpdate;
  /** Rows that the panel is about to need. */
  readonly rows: ResponseRows;
  /** What a person asked for by a key or a menu of VS Code. */
  readonly do: { readonly action: PanelAction };
  /** Figures as far as metadata are read. They come again and again while reading goes on. */
  readonly fieldwork: FieldworkAnswer;
}
