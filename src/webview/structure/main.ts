import type { StructureRequest, StructureState } from "../../messages/structure.ts";
import { adoptStyles } from "../shared/lightElement.ts";
import { connect, isRecord } from "../shared/vscodeApi.ts";
import { structureStyles } from "./styles.ts";
import { StructurePanel } from "./structurePanel.ts";

adoptStyles(structureStyles);
// The host is of this package and bound to the same types; the kind is there to tell its messages from VS Code's own.
const isState = (message: unknown): message is StructureState =>
  isRecord(message) && message["kind"] === "state";

connect<StructureState, StructureRequest>(isState, (host) => {
  const panel = new StructurePanel(host);
  document.getElementById("app")?.append(panel);
  return (state) => {
    panel.state = state;
  };
});
