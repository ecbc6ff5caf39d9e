import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import tls from "node:tls";
import * as proxyAgent from "@vscode/proxy-agent";

/** Settings of VS Code's own routing of an extension's requests; the others have their defaults. */
export interface NetworkSettings {
  readonly proxyUrl?: string;
  /** PEM certificates of "the machine". */
  readonly systemCertificates?: string[];
}

export interface HttpsPatch extends Disposable {
  isInPlace(): boolean;
}

/** Patches node:https and node:tls as VS Code does for extensions, until it is disposed. */
export function patchHttps(settings: NetworkSettings): HttpsPatch {
  const params = paramsOf(settings);
  const originals = {
    https: { get: https.get, request: https.request },
    tls: { connect: tls.connect, createSecureContext: tls.createSecureContext },
  };
  const patch = proxyAgent.createHttpPatch(params, { ...https }, resolver(params, settings));
  Object.assign(https, patch);
  Object.assign(tls, proxyAgent.createTlsPatch(params, { ...tls }));
  syncBuiltinESMExports();
  return {
    isInPlace: () => https.request === patch.request,
    [Symbol.dispose]() {
      Object.assign(https, originals.https);
      Object.assign(tls, originals.tls);
      syncBuiltinESMExports();
    },
  };
}

/** Runs VS Code's own resolver because it adds certificates, but ignores its route: it bypasses proxies for this machine. */
function resolver(
  params: proxyAgent.ProxyAgentParams,
  { proxyUrl }: NetworkSettings,
): proxyAgent.ResolveProxyWithRequest {
  const route = proxyUrl === undefined ? "DIRECT" : `PROXY ${new URL(proxyUrl).host}`;
  const { resolveProxyWithRequest } = proxyAgent.createProxyResolver(params);
  return (flags, request, options, url, done) =>
    withoutTimers(() => resolveProxyWithRequest(flags, request, options, url, () => done(route)));
}

/** Keeps the timer of the resolver's log from holding the process open for ten minutes. */
function withoutTimers(work: () => void): void {
  const { setTimeout } = globalThis;
  try {
    globalThis.setTimeout = ((...given: Parameters<typeof setTimeout>) =>
      setTimeout(...given).unref()) as typeof setTimeout;
    work();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}

function paramsOf(settings: NetworkSettings): proxyAgent.ProxyAgentParams {
  const nothing = () => undefined;
  // Certificates loaded for another test would count here too.
  proxyAgent.resetCaches();
  return {
    resolveProxy: async () => "DIRECT",
    getProxyURL: () => settings.proxyUrl,
    getProxySupport: () => "override",
    isAdditionalFetchSupportEnabled: () => true,
    isWebSocketPatchEnabled: () => true,
    addCertificatesV1: () => true,
    addCertificatesV2: () => false,
    loadSystemCertificatesFromNode: () => false,
    loadAdditionalCertificates: async () => settings.systemCertificates ?? [],
    log: { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
    getLogLevel: () => proxyAgent.LogLevel.Off,
    proxyResolveTelemetry: nothing,
    isUseHostProxyEnabled: () => true,
    env: {},
  };
}
