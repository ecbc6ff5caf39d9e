import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { ServerCertificate } from "./certificates.ts";

export interface TestProxy extends AsyncDisposable {
  readonly url: string;
  /** Hosts and ports that tunnels were asked for. */
  readonly tunnels: string[];
  /** What came with each. */
  readonly headers: IncomingMessage["headers"][];
  /** Bytes that went through, both ways. */
  readonly seen: () => Buffer;
}

interface ProxyBehaviour {
  /** All tunnels lead there, on this machine; 0: to where they are asked for. */
  readonly port?: number;
  /** Answers a request for a tunnel in place of opening one, unless it returns false. */
  readonly refuse?: (request: IncomingMessage, socket: Duplex) => boolean;
  /** With one, it is spoken to in TLS. */
  readonly certificate?: ServerCertificate;
}

/** A proxy that opens tunnels. */
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
