import type { FieldworkView } from "../../../messages/fieldwork.ts";
import type { ResponsesRequests } from "../../../messages/requests/responses.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import type { Send } from "../../shared/vscodeApi.ts";

/** The panel that the tab is in. */
export interface FieldworkOwner {
  readonly send: Send<ResponsesRequests>;
  /** Shows the responses that the filter lets through. */
  filter(filter: ResponseFilter): void;
  /** The tab shows it already; for when the panel comes back. */
  keep(view: FieldworkView): void;
}
