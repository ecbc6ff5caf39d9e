import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { testCertificate, type ServerCertificate } from "./certificates.ts";

interface SeenRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  /** Reads the request's body as JSON. */
  readonly body: () => Promise<unknown>;
  /** Resolves if the connection closes before the answer is complete. */
  readonly closed: Promise<void>;
}

export type Handler = (
  request: SeenRequest,
  response: ServerResponse,
  /** Number of earlier requests. */
  index: number,
) => void | Promise<void>;

/** An HTTPS server on a free port that answers with a handler of the test. */
export interface TestServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly ca: string;
  readonly requests: SeenRequest[];
  /** Number of TLS connections made so far. */
  readonly connections: number;
}

export async function startTestServer(
  handler: Handler,
  certificate?: ServerCertificate,
  host = "127.0.0.1",
): Promise<TestServer> {
  const { ca, cert, key } = certificate ?? (await testCertificate());
  const requests: SeenRequest[] = [];
  let connections = 0;
  const server = createServer({ cert, key, keepAliveTimeout: 60_000 }, (message, response) => {
    const request: SeenRequest = {
      method: message.method ?? "",
      url: new URL(message.url ?? "/", "https://test"),
      headers: message.headers,
      body: () => json(message),
      closed: new Promise((resolve) => {
        response.once("close", () => {
          if (!response.writableFinished) {
            resolve();
          }
        });
      }),
    };
    requests.push(request);
    void Promise.resolve(handler(request, response, requests.length - 1)).catch(() =>
      response.destroy(),
    );
  });
  server.on("secureConnection", () => connections++);
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `https://${host}:${port}`,
    ca,
    requests,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  sendText(response, JSON.stringify(value), status);
}

export function sendText(
  response: ServerResponse,
  body: string | Uint8Array,
  status = 200,
  headers: Record<string, string> = { "content-type": "application/json" },
): void {
  response.writeHead(status, headers);
  response.end(body);
}
