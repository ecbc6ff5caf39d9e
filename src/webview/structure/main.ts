import type { StructureEvents, StructureRequests } from "../../messages/requests/structure.ts";
import { connect } from "../shared/vscodeApi.ts";
import { StructurePanel } from "./structurePanel.ts";
import "./structure.css";

connect<StructureRequests, StructureEvents>((host) => {
  const panel = new StructurePanel(host);
  document.getElementById("app")?.append(panel);
  return {
    state: (state) => {
      panel.state = state;
    },
  };
});
