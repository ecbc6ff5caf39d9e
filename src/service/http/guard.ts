import type { IncomingMessage } from "node:http";
import { Problem } from "../problem.ts";

/*
 * A web page in the user's browser can send requests to this machine. It cannot set Host, Origin and
 * Sec-Fetch-Site, so these headers distinguish it from a program.
 */

/** @throws Problem 403 for a request to another host or from a page of another origin, 415 for a POST that is not JSON */
export function refuseWebPages({
  method,
  url = "",
  headers,
  headersDistinct,
  socket: { localPort: port },
}: IncomingMessage): void {
  const hosts = ["127.0.0.1", "localhost", "[::1]"].flatMap((it) =>
    port === 443 ? [it, `${it}:443`] : [`${it}:${port ?? ""}`],
  );
  // Two Host headers are refused: a proxy on the way may have checked the other one.
  const [host = "", ...furtherHosts] = headersDistinct["host"] ?? [];
  // The request target may be an absolute URL, whose host takes precedence over the header.
  const isTargetOurs = url.startsWith("/") || hosts.some((it) => url.startsWith(`https://${it}/`));
  if (!hosts.includes(host) || furtherHosts.length > 0 || !isTargetOurs) {
    throw refusal(`This service answers only to the hosts ${hosts.join(", ")}.`);
  }
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((it) => origin === `https://${it}`)) {
    throw refusal("Requests from web pages of another origin are refused.");
  }
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    throw refusal("Requests from web pages of another site are refused.");
  }
  if (method === "POST" && !/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) {
    throw new Problem(
      415,
      "Unsupported media type",
      "Send the body as JSON, with Content-Type: application/json.",
    );
  }
}

function refusal(detail: string): Problem {
  return new Problem(403, "Refused", detail);
}
