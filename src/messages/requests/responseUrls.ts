import * as z from "zod";
import { isWebAddress, maximumUrlRows } from "../../model/urlTable.ts";
import type { ResponseUrlsState, RowText } from "../responseUrls.ts";
import { panelRequests, request, type RequestsOf } from "./panelRequests.ts";

// Created when a panel opens, see structure.ts.
export const responseUrlsRequests = () => {
  const columns = z.array(z.string()).readonly();
  /** A row without problems: one value per column, or null. */
  const cells = z.array(z.union([z.string(), z.number(), z.null()])).readonly();
  const url = z.strictObject({ cells, url: z.string() });
  const rowText = z.custom<RowText>().optional();
  return {
    ...panelRequests,
    changeVersion: request(),
    openStructure: request(),
    /** Returns rows as text from the clipboard. */
    paste: { ...request(), answer: rowText },
    /** Returns rows as text from a file that the person chooses; `undefined` if none is chosen. */
    openFile: { ...request(), answer: rowText },
    /** Makes a preview, which the state then shows. `run`: the panel's number for it. */
    preview: request({
      run: z.int(),
      columns,
      rows: z.array(cells).max(maximumUrlRows).readonly(),
    }),
    save: request({ columns, rows: z.array(url).max(maximumUrlRows).readonly() }),
    open: request({ url: z.string().refine(isWebAddress) }),
  };
};

export type ResponseUrlsRequests = RequestsOf<ReturnType<typeof responseUrlsRequests>>;

/** Host → panel. */
export interface ResponseUrlsEvents {
  /** Replaces the whole state. The rows are not part of it: the panel keeps them itself. */
  readonly state: ResponseUrlsState;
}
