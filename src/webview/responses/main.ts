import type { ResponsesRequest, ResponsesState } from "../../messages/responses.ts";
import { adoptStyles } from "../shared/lightElement.ts";
import { connect, isRecord } from "../shared/vscodeApi.ts";
import { ResponsesPanel } from "./responsesPanel.ts";
import { responsesStyles } from "./styles.ts";

adoptStyles(responsesStyles);
// The host is of this package and bound to the same types; the kind is there to tell its messages from VS Code's own.
const isState = (message: unknown): message is ResponsesState =>
  isRecord(message) && message["kind"] === "state";

connect<ResponsesState, ResponsesRequest>(isState, (host) => {
  const panel = new ResponsesPanel(host);
  document.getElementById("app")?.append(panel);
  return (state) => {
    panel.state = state;
  };
});
