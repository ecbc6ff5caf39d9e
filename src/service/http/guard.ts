import type { IncomingMessage } from "node:http";
import { Problem } from "../problem.ts";

/*
 * A web page in the user's browser can send requests to this machine (RELIABILITY.md). It cannot choose Host, Origin
 * and Sec-Fetch-Site, so these tell it from a program.
 */

/** @throws Problem where the request is addressed to another host, or comes from a page of another origin */
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
  // Of two, nobody knows which one another program on the way has looked at.
  const [host = "", ...furtherHosts] = headersDistinct["host"] ?? [];
  // A target may be a whole address, whose host then counts more than the header.
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
