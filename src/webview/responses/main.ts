import type { ResponsesEvents, ResponsesRequests } from "../../messages/requests/responses.ts";
import { connect } from "../shared/vscodeApi.ts";
import { ResponsesPanel } from "./responsesPanel.ts";
import "./responses.css";

connect<ResponsesRequests, ResponsesEvents>((host) => {
  const panel = new ResponsesPanel(host);
  document.getElementById("app")?.append(panel);
  return panel.listeners;
});
