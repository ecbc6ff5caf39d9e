import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import type { CertifiedKey } from "./makeCertificates.ts";
import type { StateFolder } from "./state.ts";

const day = 24 * 60 * 60 * 1000;
const renewalDays = 30;

const files = {
  authority: "ca.pem",
  certificate: "server.pem",
  key: "server.key",
  /** The authority's private key, which older versions kept. If it exists, the kept certificates are replaced. */
  authorityKey: "ca.key",
} as const;

/** The server's certificate and key, and the path of the authority's certificate, which clients must trust. */
export interface Identity extends CertifiedKey {
  readonly authorityFile: string;
}

/**
 * Returns the kept server certificate. On the first start, makes it together with its authority. Both are replaced 30 days
 * before they expire, or if one is damaged. The new authority is written to the same file and must be trusted again.
 * @throws SurveyError "local-data-space" if the folder cannot be written
 */
export async function ensureIdentity(state: StateFolder, now: Date): Promise<Identity> {
  const authorityFile = state.file(files.authority);
  const kept = await keptServer(state, now);
  if (kept) {
    return { ...kept, authorityFile };
  }
  return state.exclusively(async () => {
    // Check again: another process may have made it in the meantime.
    const made = (await keptServer(state, now)) ?? (await makeServer(state, now));
    return { ...made, authorityFile };
  });
}

async function keptServer(state: StateFolder, now: Date): Promise<CertifiedKey | undefined> {
  const [authority, certificate, key, authorityKey] = await Promise.all([
    state.read(files.authority),
    state.read(files.certificate),
    state.read(files.key),
    state.read(files.authorityKey),
  ]);
  return authority !== undefined &&
    certificate !== undefined &&
    key !== undefined &&
    authorityKey === undefined &&
    isSound({ certificate, key }, now, authority)
    ? { certificate, key }
    : undefined;
}

async function makeServer(state: StateFolder, now: Date): Promise<CertifiedKey> {
  // Loaded only when needed: loading takes a fifth of a second, and nearly every start finds a kept certificate.
  const { makeIdentity } = await import("./makeCertificates.ts");
  const { authority, certificate, key } = await makeIdentity(now);
  await state.write(files.authority, authority);
  await state.write(files.key, key);
  await state.write(files.certificate, certificate);
  // Removed last: keptServer uses no kept files as long as this one exists.
  await state.remove(files.authorityKey);
  return { certificate, key };
}

function isSound(subject: CertifiedKey, now: Date, authority: string): boolean {
  try {
    const certificate = new X509Certificate(subject.certificate);
    const key: KeyObject = createPrivateKey(subject.key);
    // The authority expires at the same time: they are made together.
    const remaining = certificate.validToDate.getTime() - now.getTime();
    return (
      certificate.checkPrivateKey(key) &&
      certificate.verify(new X509Certificate(authority).publicKey) &&
      certificate.validFromDate.getTime() <= now.getTime() &&
      remaining > renewalDays * day
    );
  } catch {
    return false;
  }
}
