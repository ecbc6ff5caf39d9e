import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import type { CertifiedKey } from "./makeCertificates.ts";
import type { StateFolder } from "./state.ts";

const day = 24 * 60 * 60 * 1000;
const renewalDays = 30;

const files = {
  authority: "ca.pem",
  certificate: "server.pem",
  key: "server.key",
  /** Former versions kept their authority's key here. What it signed is not trusted any more. */
  authorityKey: "ca.key",
} as const;

/** What the service shows to its clients, and where its authority's certificate is for them to trust. */
export interface Identity extends CertifiedKey {
  readonly authorityFile: string;
}

/**
 * The server's certificate, made on the first start together with its authority and kept. Both are made anew 30 days
 * before they end, or where one is damaged; the new authority must be trusted anew, in the same file.
 * @throws SurveyError "local-data-space" where the folder cannot be written
 */
export async function ensureIdentity(state: StateFolder, now: Date): Promise<Identity> {
  const authorityFile = state.file(files.authority);
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
  // Loaded here only: it takes a fifth of a second, and nearly every start finds what it needs.
  const { makeIdentity } = await import("./makeCertificates.ts");
  const { authority, certificate, key } = await makeIdentity(now);
  await state.write(files.authority, authority);
  await state.write(files.key, key);
  await state.write(files.certificate, certificate);
  // Last: while it is there, nothing that is kept is used.
  await state.remove(files.authorityKey);
  return { certificate, key };
}

function isSound(subject: CertifiedKey, now: Date, authority: string): boolean {
  try {
    const certificate = new X509Certificate(subject.certificate);
    const key: KeyObject = createPrivateKey(subject.key);
    // The authority ends with it: they were made together.
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
