import { createAdaptorServer } from "@hono/node-server";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import type { CertifiedKey } from "../certificates/makeCertificates.ts";
import type { createApp } from "./app.ts";

const host = "127.0.0.1";

export interface HttpsServer {
  readonly baseUrl: string;
  /** Uses another certificate for new connections. */
  renew(identity: CertifiedKey): void;
  /** Closes the server and all connections at once. */
  close(): Promise<void>;
}

/** Timeouts for clients, in ms. */
export interface Patience {
  /** For the TLS handshake, for the headers of a request, and between two requests of a connection. */
  readonly idle: number;
  /** For sending a whole request. */
  readonly request: number;
}

const minute = 60_000;

/**
 * Listens on the loopback interface only, with TLS 1.2 or higher.
 * @param port 0: any free port
 * @throws SurveyError "local-data-space" if the port cannot be used
 */
export async function listen(
  app: ReturnType<typeof createApp>,
  identity: CertifiedKey,
  port: number,
  patience: Patience = { idle: minute, request: minute },
): Promise<HttpsServer> {
  const shortest = Math.min(patience.idle, patience.request);
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer,
    serverOptions: {
      ...tlsOptions(identity),
      minVersion: "TLSv1.2",
      handshakeTimeout: patience.idle,
      // Sent to clients too, so that they do not reuse a connection that is about to be closed.
      keepAliveTimeout: patience.idle,
      headersTimeout: shortest,
      requestTimeout: patience.request,
      // How often Node checks the last two timeouts.
      connectionsCheckingInterval: Math.ceil(shortest / 12),
    },
  }) as Server;
  // closeAllConnections() does not close connections whose TLS handshake is not finished.
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(cannotListen(port, cause)));
    server.listen(port, host, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    baseUrl: `https://${host}:${actualPort}`,
    renew: (renewed) => server.setSecureContext({ ...tlsOptions(renewed), minVersion: "TLSv1.2" }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) {
          socket.destroy();
        }
      }),
  };
}

function tlsOptions({ certificate, key }: CertifiedKey) {
  return { cert: certificate, key };
}

function cannotListen(port: number, cause: NodeJS.ErrnoException): SurveyError {
  const message =
    cause.code === "EADDRINUSE"
      ? localizable(
          "Port {0} is in use. Choose another with --port, or leave it out for any that is free.",
          String(port),
        )
      : localizable(
          "The service cannot listen on port {0} ({1}). Choose another with --port.",
          String(port),
          cause.code ?? cause.message,
        );
  return new SurveyError("local-data-space", message, { cause });
}
