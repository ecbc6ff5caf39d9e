import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import type { CertifiedKey } from "./makeCertificates.ts";
import type { StateFolder } from "./state.ts";

const day = 24 * 60 * 60 * 1000;
const renewalDays = 30;

const names = {
  authority: { certificate: "ca.pem", key: "ca.key" },
  server: { certificate: "server.pem", key: "server.key" },
} as const;

/** What the service shows to its clients, and where its authority's certificate is for them to trust. */
export interface Identity extends CertifiedKey {
  readonly authorityFile: string;
}

/**
 * The server's certificate, made on the first start together with its authority and kept. It is renewed 30 days before
 * it ends; an authority that is damaged, or near its end, is made anew and must be trusted anew, in the same file.
 * @throws SurveyError "local-data-space" where the folder cannot be written
 */
export async function ensureIdentity(state: StateFolder, now: Date): Promise<Identity> {
  const authorityFile = state.file(names.authority.certificate);
  const kept = await keptServer(state, now);
  if (kept) {
    return { ...kept, authorityFile };
  }
  return state.exclusively(async () => {
    // Another process may have made it meanwhile.
    const made = (await keptServer(state, now)) ?? (await makeServer(state, now));
    return { ...made, authorityFile };
  });
}

async function keptServer(state: StateFolder, now: Date): Promise<CertifiedKey | undefined> {
  const authority = await keptAuthority(state, now);
  const server = await read(state, names.server);
  return authority && server && isSound(server, now, authority) ? server : undefined;
}

async function keptAuthority(state: StateFolder, now: Date): Promise<CertifiedKey | undefined> {
  const authority = await read(state, names.authority);
  return authority && isSound(authority, now, authority) ? authority : undefined;
}

async function makeServer(state: StateFolder, now: Date): Promise<CertifiedKey> {
  // Loaded here only: it takes a fifth of a second, and nearly every start finds what it needs.
  const { makeAuthority, makeServerCertificate } = await import("./makeCertificates.ts");
  let authority = await keptAuthority(state, now);
  if (!authority) {
    authority = await makeAuthority(now);
    await state.write(names.authority.key, authority.key);
    await state.write(names.authority.certificate, authority.certificate);
  }
  const server = await makeServerCertificate(authority, now);
  await state.write(names.server.key, server.key);
  await state.write(names.server.certificate, server.certificate);
  return server;
}

async function read(
  state: StateFolder,
  files: { certificate: string; key: string },
): Promise<CertifiedKey | undefined> {
  const certificate = await state.read(files.certificate);
  const key = await state.read(files.key);
  return certificate !== undefined && key !== undefined ? { certificate, key } : undefined;
}

function isSound(subject: CertifiedKey, now: Date, issuer: CertifiedKey): boolean {
  try {
    const certificate = new X509Certificate(subject.certificate);
    const key: KeyObject = createPrivateKey(subject.key);
    const remaining = certificate.validToDate.getTime() - now.getTime();
    return (
      certificate.checkPrivateKey(key) &&
      certificate.verify(new X509Certificate(issuer.certificate).publicKey) &&
      certificate.validFromDate.getTime() <= now.getTime() &&
      remaining > renewalDays * day
    );
  } catch {
    return false;
  }
}
