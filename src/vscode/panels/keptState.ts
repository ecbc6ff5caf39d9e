import * as z from "zod";
import {
  fieldworkView,
  responseFilter,
  responsesTab,
  responseSort,
  summaryView,
} from "../../messages/requests/schemas.ts";
import { cellModes } from "../../model/responseView.ts";

// What a webview stored with setState comes from disk: decode it as outside data.
export const keptState = z.object({
  subject: z.object({
    dataSpace: z.string(),
    surveyId: z.string(),
    collectGroupId: z.string().optional(),
    label: z.string().optional(),
  }),
  filter: responseFilter.optional().catch(undefined),
  sort: responseSort.optional().catch(undefined),
  cells: z.enum(cellModes).optional().catch(undefined),
  tab: responsesTab.catch("responses"),
  summary: summaryView.optional().catch(undefined),
  fieldwork: fieldworkView.optional().catch(undefined),
});
export type KeptState = z.infer<typeof keptState>;
