import { X509Certificate } from "node:crypto";
import { ClientRequest, type IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import { finished, pipeline, type Readable } from "node:stream";
import { urlToHttpOptions } from "node:url";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { SurveyError } from "../model/errors.ts";
import { localizable, sentences } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import { lazy } from "../model/lazy.ts";
import { TunnelAgent, type ProxyOptions, type TunnelRequestOptions } from "./proxyTunnel.ts";
import type { Transport, TransportAnswer } from "./transport.ts";

/**
 * Creates a transport over node:https as VS Code patches it, so that the user's proxy and the machine's certificates apply.
 * It does not use fetch, which accepts a truncated compressed body as complete, and closes the connection at an unrequested
 * 100 Continue.
 *
 * It has no agent of its own, because VS Code may then skip the proxy. The agent that VS Code substitutes asks to close the
 * connection; the explicit Connection header makes Node keep it open anyway, unless there is a proxy (tested through VS
 * Code's own patch). Each request through a proxy has a tunnel of its own.
 * @param ca certificates to trust instead of the machine's
 * @param proxy used instead of the one that VS Code would choose
 */
export function createHttpsTransport(
  dataSpace: string,
  ca: string | undefined,
  proxy?: ProxyOptions,
): Transport {
  if (ca !== undefined) {
    checkCertificates(dataSpace, ca);
  }
  const send = proxy === undefined ? sender(ca) : tunnelledSender(proxy, ca);
  return ({ url, method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = send(url, {
        method,
        signal,
        headers: {
          ...headers,
          // Some firewalls reject requests without one.
          "user-agent": "survey-explorer",
          "accept-encoding": "gzip, deflate, br",
          connection: "keep-alive",
        },
      });
      request.once("response", (message) => resolve(answerOf(message)));
      request.on("error", reject);
      request.end(body);
    });
}

type Send = (url: URL, options: RequestOptions & { readonly signal: AbortSignal }) => ClientRequest;

function sender(ca: string | undefined): Send {
  const trust = { ca, minVersion: "TLSv1.2", rejectUnauthorized: true } as const;
  return (url, options) => https.request(url, { ...trust, ...options });
}

/** Does not use https.request, because VS Code replaces its agent. */
function tunnelledSender(proxy: ProxyOptions, ca: string | undefined): Send {
  const agent = lazy(() => new TunnelAgent(proxy, ca));
  return (url, options) => {
    const tunnel: TunnelRequestOptions = { tunnelSignal: options.signal };
    return new ClientRequest({
      ...urlToHttpOptions(url),
      ...options,
      ...tunnel,
      agent: agent(),
    });
  };
}

function checkCertificates(dataSpace: string, ca: string): void {
  try {
    new X509Certificate(ca);
  } catch (cause) {
    throw new SurveyError(
      "certificate",
      sentences(
        localizable(
          'The certificate file of the data space "{0}" contains no certificate that can be read.',
          dataSpace,
        ),
        wording("nameCertificate"),
      ),
      { cause },
    );
  }
}

function answerOf(message: IncomingMessage): TransportAnswer {
  const decoder = decoderOf(message.headers["content-encoding"]);
  // pipeline forwards a broken connection to the decoder, and so to its reader.
  const body: Readable = decoder ? pipeline(message, decoder, () => undefined) : message;
  return {
    status: message.statusCode ?? 0,
    header: (name) => {
      const value = message.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    read: (take) => readStream(body, take),
  };
}

/** Uses events: an async iterator costs more than all other work on a chunk. */
function readStream(body: Readable, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    finished(body, (error) => (error ? reject(error) : resolve()));
    body.on("data", (chunk: Uint8Array) => {
      try {
        take(chunk);
        leaveTurns(body, chunk);
      } catch (error) {
        body.destroy(error as Error);
      }
    });
  });
}

/** Bytes of all bodies together that are read before other tasks of this thread have a turn. */
const bytesPerTurn = 256 * 1024;
let bytesInTurn = 0;
const paused = new Set<Readable>();
let taken: Uint8Array[] = [];

/** Pauses the body until the next turn of the event loop if this turn has had its bytes. */
function leaveTurns(body: Readable, chunk: Uint8Array): void {
  if (bytesInTurn === 0) {
    setImmediate(beginTurn);
  }
  taken.push(chunk);
  bytesInTurn += chunk.length;
  if (bytesInTurn >= bytesPerTurn) {
    body.pause();
    paused.add(body);
  }
}

function beginTurn(): void {
  bytesInTurn = 0;
  taken.forEach(freeChunk);
  taken = [];
  const waiting = [...paused];
  paused.clear();
  for (const body of waiting) {
    body.resume();
  }
}

/**
 * Frees the memory of a chunk that shares it with no other. If it is left to the garbage collector, a third more of its long
 * collections stop this thread.
 */
function freeChunk({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength > 0 && byteLength === buffer.byteLength) {
    buffer.transfer(0);
  }
}

function decoderOf(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      // A body in an encoding that was not requested fails later, as invalid JSON.
      return undefined;
  }
}
