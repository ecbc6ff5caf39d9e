import type { ResponsesMessage, ResponsesRequest } from "../../messages/responses.ts";
import { adoptStyles } from "../shared/lightElement.ts";
import { connect, isRecord } from "../shared/vscodeApi.ts";
import { ResponsesPanel } from "./responsesPanel.ts";
import { responsesStyles } from "./styles.ts";

adoptStyles(responsesStyles);
const kinds: Readonly<Record<ResponsesMessage["kind"], true>> = {
  state: true,
  rows: true,
  located: true,
  values: true,
  found: true,
  do: true,
  summaries: true,
  summariesFailed: true,
  fieldwork: true,
};
// The host is of this package and bound to the same types; the kind is there to tell its messages from VS Code's own.
const isMessage = (message: unknown): message is ResponsesMessage =>
  isRecord(message) && typeof message["kind"] === "string" && Object.hasOwn(kinds, message["kind"]);

connect<ResponsesMessage, ResponsesRequest>(isMessage, (host) => {
  const panel = new ResponsesPanel(host);
  document.getElementById("app")?.append(panel);
  return (message) => panel.receive(message);
});
