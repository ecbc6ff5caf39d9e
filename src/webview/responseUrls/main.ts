import type {
  ResponseUrlsEvents,
  ResponseUrlsRequests,
} from "../../messages/requests/responseUrls.ts";
import { connect } from "../shared/vscodeApi.ts";
import { ResponseUrlsPanel } from "./responseUrlsPanel.ts";
import "./responseUrls.css";

connect<ResponseUrlsRequests, ResponseUrlsEvents>((host) => {
  const panel = new ResponseUrlsPanel(host);
  document.getElementById("app")?.append(panel);
  return {
    state: (state) => {
      panel.state = state;
    },
  };
});
