import type { StructureState } from "../structure.ts";
import { command, panelRequests, tell, type RequestsOf } from "./ask.ts";
import { id } from "./schemas.ts";

// Made when a panel opens: no panel is open when the extension starts, and making so many schemas takes a good part of that.
export const structureRequests = () => ({
  ...panelRequests,
  openResponses: tell({ collectGroupId: id.optional() }),
  exportSurvey: command,
  copyCodebook: command,
  showRaw: tell({ collectGroupId: id.optional() }),
});

export type StructureRequests = RequestsOf<ReturnType<typeof structureRequests>>;

/** Host → panel. */
export interface StructureEvents {
  /** Replaces the whole state. */
  readonly state: StructureState;
}
