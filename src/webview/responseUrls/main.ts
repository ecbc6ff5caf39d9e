import type { ResponseUrlsMessage, ResponseUrlsRequest } from "../../messages/responseUrls.ts";
import { adoptStyles } from "../shared/lightElement.ts";
import { connect, isRecord } from "../shared/vscodeApi.ts";
import { ResponseUrlsPanel } from "./responseUrlsPanel.ts";
import { responseUrlsStyles } from "./styles.ts";

adoptStyles(responseUrlsStyles);
// The host is of this package and bound to the same types; the kind is there to tell its messages from VS Code's own.
const isMessage = (message: unknown): message is ResponseUrlsMessage =>
  isRecord(message) && (message["kind"] === "state" || message["kind"] === "text");

connect<ResponseUrlsMessage, ResponseUrlsRequest>(isMessage, (host) => {
  const panel = new ResponseUrlsPanel(host);
  document.getElementById("app")?.append(panel);
  return (message) => {
    if (message.kind === "state") {
      panel.state = message;
    } else {
      panel.take(message);
    }
  };
});
