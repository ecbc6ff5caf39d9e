import { createAdaptorServer } from "@hono/node-server";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { SurveyError } from "../../model/errors.ts";
import type { CertifiedKey } from "../certificates/makeCertificates.ts";
import type { createApp } from "./app.ts";

const host = "127.0.0.1";

export interface HttpsServer {
  readonly baseUrl: string;
  /** Shows another certificate to connections from now on. */
  renew(identity: CertifiedKey): void;
  /** Ends at once, also for clients that keep their connections open. */
  close(): Promise<void>;
}

/**
 * Listens on the loopback interface only, with TLS 1.2 or higher.
 * @param port 0 for any that is free
 * @throws SurveyError "local-data-space" where the port cannot be had
 */
export async function listen(
  app: ReturnType<typeof createApp>,
  identity: CertifiedKey,
  port: number,
): Promise<HttpsServer> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer,
    serverOptions: { ...tlsOptions(identity), minVersion: "TLSv1.2" },
  }) as Server;
  // Longer than any client waits between two pages, so that none meets a connection that is just being closed.
  server.keepAliveTimeout = 65_000;
  // closeAllConnections() does not know the connections that have not said hello yet.
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
      ? `Port ${port} is in use. Choose another with --port, or leave it out for any that is free.`
      : `The service cannot listen on port ${port} (${cause.message}). Choose another with --port.`;
  return new SurveyError("local-data-space", message, { cause });
}
