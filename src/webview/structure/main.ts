import type { StructureEvents, StructureRequests } from "../../messages/requests/structure.ts";
import { adoptStyles } from "../shared/lightElement.ts";
import { connect } from "../shared/vscodeApi.ts";
import { structureStyles } from "./styles.ts";
import { StructurePanel } from "./structurePanel.ts";

adoptStyles(structureStyles);
connect<StructureRequests, StructureEvents>((host) => {
  const panel = new StructurePanel(host);
  document.getElementById("app")?.append(panel);
  return {
    state: (state) => {
      panel.state = state;
    },
  };
});
