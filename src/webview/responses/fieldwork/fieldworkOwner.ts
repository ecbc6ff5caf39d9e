import type { FieldworkView } from "../../../messages/fieldwork.ts";
import type { ResponsesRequest } from "../../../messages/responses.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";

/** What the tab can ask of the host. */
export type FieldworkTabRequest = Extract<
  ResponsesRequest,
  {
    kind: "fieldwork" | "refreshFieldwork" | "stopFieldwork" | "signIn" | "copy" | "savePicture";
  }
>;

/** The panel that the tab is in. */
export interface FieldworkOwner {
  send(request: FieldworkTabRequest): void;
  /** Shows the responses that the filter lets through. */
  filter(filter: ResponseFilter): void;
  /** The tab shows it already; for when the panel comes back. */
  keep(view: FieldworkView): void;
}
