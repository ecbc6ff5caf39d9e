import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
x509.cryptoProvider.set(crypto);

export interface ServerCertificate {
  /** PEM. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

let made: Promise<ServerCertificate> | undefined;

/** Returns a certificate for 127.0.0.1 and localhost, issued by an authority of this test process. */
export function testCertificate(): Promise<ServerCertificate> {
  made ??= makeCertificate({});
  return made;
}

export async function makeCertificate(options: {
  readonly names?: x509.JsonGeneralName[];
  readonly notAfter?: Date;
  /** Two authorities that are trusted together must have different names. */
  readonly authority?: string;
}): Promise<ServerCertificate> {
  const names = options.names ?? [
    { type: "ip", value: "127.0.0.1" },
    { type: "dns", value: "localhost" },
  ];
  const notBefore = new Date(Date.now() - 2 * 86_400_000);
  const notAfter = options.notAfter ?? new Date(Date.now() + 86_400_000);
  const caKeys = await generateKeys();
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: `CN=${options.authority ?? "Test authority"}`,
    notBefore,
    notAfter: new Date(Date.now() + 86_400_000),
    keys: caKeys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: "02",
    subject: "CN=Test server",
    issuer: ca.subject,
    notBefore,
    notAfter,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [new x509.SubjectAlternativeNameExtension(names)],
  });
  const key = x509.PemConverter.encode(
    await webcrypto.subtle.exportKey("pkcs8", keys.privateKey),
    "PRIVATE KEY",
  );
  return { ca: ca.toString("pem"), cert: certificate.toString("pem"), key };
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}
