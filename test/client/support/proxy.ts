import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { ServerCertificate } from "./certificates.ts";

export interface TestProxy extends AsyncDisposable {
  readonly url: string;
  /** Requested tunnels, as host and port. */
  readonly tunnels: string[];
  /** Headers of each request for a tunnel. */
  readonly headers: IncomingMessage["headers"][];
  /** Returns all bytes that went through, in both directions. */
  readonly seen: () => Buffer;
}

interface ProxyBehaviour {
  /** Port on this machine to which all tunnels lead. Default: 0, the requested port. */
  readonly port?: number;
  /** Called for each requested tunnel; if it returns true, it has answered, and no tunnel is opened. */
  readonly refuse?: (request: IncomingMessage, socket: Duplex) => boolean;
  /** If given, clients speak TLS to the proxy. */
  readonly certificate?: ServerCertificate;
}

/** Starts a proxy that opens tunnels. */
export async function startProxy(behaviour: ProxyBehaviour = {}): Promise<TestProxy> {
  const { port = 0, refuse = () => false, certificate } = behaviour;
  const tunnels: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const seen: Buffer[] = [];
  const open = new Set<Duplex>();
  const server = certificate ? https.createServer(certificate) : http.createServer();
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    const { url = "" } = request;
    tunnels.push(url);
    headers.push(request.headers);
    open.add(socket.on("error", () => undefined));
    if (refuse(request, socket)) {
      return;
    }
    const target = connect(port || Number(new URL(`http://${url}`).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      for (const side of [socket, target]) {
        side.on("data", (chunk: Buffer) => seen.push(chunk));
      }
      target.pipe(socket).pipe(target);
    });
    target.on("error", () => socket.destroy());
    socket.on("close", () => target.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const scheme = certificate ? "https" : "http";
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    headers,
    seen: () => Buffer.concat(seen),
    async [Symbol.asyncDispose]() {
      for (const socket of open) {
        socket.destroy();
      }
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
