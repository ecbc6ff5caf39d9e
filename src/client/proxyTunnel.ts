import { Agent as HttpAgent, ClientRequest } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, isIPv6, type Socket } from "node:net";
import { createSecureContext, getCACertificates } from "node:tls";
import { urlToHttpOptions } from "node:url";
import { lazy } from "../model/lazy.ts";

/** Credentials for the proxy itself, which never sees those of the data space. */
export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

/** Looks them up again for every tunnel; `undefined` if the proxy requires none. */
export type ProxyCredentialSource = () => Promise<ProxyCredentials | undefined>;

export interface ProxyOptions {
  readonly url: string;
  readonly credentials?: ProxyCredentialSource | undefined;
}

/** Why there is no tunnel: the proxy's answer, or why there is none. */
interface ProxyFault {
  readonly status?: number;
  /** Schemes by which the proxy accepts credentials. */
  readonly challenge?: string | undefined;
  readonly cause?: unknown;
}

/** Thrown if the proxy of a data space has not opened a tunnel. */
export class ProxyError extends Error {
  readonly status: number | undefined;
  readonly challenge: string;
  readonly hadCredentials: boolean;

  constructor({
    status,
    challenge = "",
    hadCredentials,
    cause,
  }: ProxyFault & { readonly hadCredentials: boolean }) {
    super("no tunnel through the proxy", { cause });
    this.name = "ProxyError";
    this.status = status;
    this.challenge = challenge;
    this.hadCredentials = hadCredentials;
  }
}

/**
 * Passed with a request, because Node does not pass `signal` to agents: a proxy that hangs is abandoned once nobody waits
 * for it.
 */
export interface TunnelRequestOptions {
  readonly tunnelSignal: AbortSignal;
}

// VS Code adds the machine's certificates in https.request, which tunnelled requests do not use.
const machineCertificates = lazy(() => [
  ...getCACertificates("default"),
  ...getCACertificates("system"),
]);

type CreateConnection = HttpsAgent["createConnection"];

/** Keeps TLS connections to the service open, each in a tunnel, so that the proxy cannot read the requests. */
export class TunnelAgent extends HttpsAgent {
  readonly #proxy: ProxyOptions;

  /** @param ca certificates to trust instead of the machine's */
  constructor(proxy: ProxyOptions, ca: string | undefined) {
    super({
      // The same as Node's own agent.
      keepAlive: true,
      scheduling: "lifo",
      timeout: 5000,
      secureContext: createSecureContext({
        ca: ca ?? machineCertificates(),
        minVersion: "TLSv1.2",
      }),
      rejectUnauthorized: true,
    });
    this.#proxy = proxy;
  }

  override createConnection(
    options: Parameters<CreateConnection>[0] & Partial<TunnelRequestOptions>,
    callback: Parameters<CreateConnection>[1] = () => undefined,
  ): undefined {
    const host = options.host ?? "";
    const target = `${isIPv6(host) ? `[${host}]` : host}:${options.port}`;
    openTunnel(this.#proxy, target, options.tunnelSignal)
      .then((socket) => super.createConnection({ ...options, socket } as typeof options))
      .then(
        (connection) => connection && callback(null, connection),
        (error: unknown) => (callback as (error: unknown) => void)(error),
      );
  }
}

/** @param target host and port of the service */
async function openTunnel(
  { url, credentials }: ProxyOptions,
  target: string,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  const proxy = urlToHttpOptions(new URL(url));
  const hostname = proxy.hostname ?? "";
  // Node would expect the certificate of the Host header's host. An IP address cannot be sent as a name.
  const servername = isIP(hostname) === 0 ? hostname : "";
  const secret = await credentials?.();
  const authorization = secret && `Basic ${base64Of(`${secret.user}:${secret.password}`)}`;
  return new Promise((resolve, reject) => {
    const fail = (fault: ProxyFault) =>
      reject(new ProxyError({ ...fault, hadCredentials: secret !== undefined }));
    // Does not use http.request, which VS Code sends through the proxy of its own settings.
    const request = new ClientRequest({
      ...proxy,
      agent:
        proxy.protocol === "https:"
          ? new HttpsAgent({ ca: machineCertificates(), servername })
          : new HttpAgent(),
      method: "CONNECT",
      path: target,
      headers: { host: target, ...(authorization && { "proxy-authorization": authorization }) },
      signal,
    });
    request.once("connect", ({ statusCode: status = 0, headers }, socket: Socket, head: Buffer) => {
      if (status < 200 || status > 299) {
        socket.destroy();
        fail({ status, challenge: headers["proxy-authenticate"] });
        return;
      }
      if (head.length > 0) {
        socket.unshift(head);
      }
      resolve(socket);
    });
    request.on("error", (cause) => fail({ cause }));
    request.end();
  });
}

function base64Of(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
