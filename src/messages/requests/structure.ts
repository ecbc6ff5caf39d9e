import * as z from "zod";
import type { StructureState } from "../structure.ts";
import { panelRequests, request, revealed, type RequestsOf } from "./panelRequests.ts";
import { id, key } from "./schemas.ts";

// Created when a panel opens: no panel is open when the extension starts, and creating these schemas would take a large part
// of the start.
export const structureRequests = () => ({
  ...panelRequests,
  revealed,
  openResponses: request({
    collectGroupId: id.optional(),
    /** A question's name, or the key of a column. */
    question: key.optional(),
    view: z.enum(["table", "summary"]).optional(),
  }),
  exportSurvey: request(),
  copyCodebook: request(),
  copyLink: request({ question: key }),
  showRaw: request({ collectGroupId: id.optional() }),
});

export type StructureRequests = RequestsOf<ReturnType<typeof structureRequests>>;

/** Host → panel. */
export interface StructureEvents {
  /** Replaces the whole state. */
  readonly state: StructureState;
}
