import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { randomBytes, webcrypto } from "node:crypto";

/** A certificate and its private key, both as PEM. */
export interface CertifiedKey {
  readonly certificate: string;
  readonly key: string;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const day = 24 * 60 * 60 * 1000;
const authorityDays = 3650;
// Some clients refuse server certificates that live longer than 398 days.
const serverDays = 397;

/** A new certificate authority for this user and machine. */
export async function makeAuthority(now: Date): Promise<CertifiedKey> {
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(now, authorityDays),
    serialNumber: serialNumber(),
    // Two authorities on one machine must not be taken for each other, so each has a name of its own.
    name: `CN=Survey Explorer local data space ${randomBytes(4).toString("hex")}`,
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: pem(certificate), key: await privateKeyPem(keys.privateKey) };
}

/** A new server certificate for this machine's loopback names. */
export async function makeServerCertificate(
  authority: CertifiedKey,
  now: Date,
): Promise<CertifiedKey> {
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(now, serverDays),
    serialNumber: serialNumber(),
    subject: "CN=localhost",
    issuer: issuer.subject,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await webcrypto.subtle.importKey(
      "pkcs8",
      x509.PemConverter.decodeFirst(authority.key),
      algorithm,
      false,
      ["sign"],
    ),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: "dns", value: "localhost" },
        { type: "ip", value: "127.0.0.1" },
        { type: "ip", value: "::1" },
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: pem(certificate), key: await privateKeyPem(keys.privateKey) };
}

function generateKeys() {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

// A day back, for clocks that differ.
function validity(now: Date, days: number) {
  return {
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + (days - 1) * day),
  };
}

function serialNumber(): string {
  // Positive and of full length: the first bit is clear, the second set.
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString("hex");
}

function pem(certificate: x509.X509Certificate): string {
  return `${certificate.toString("pem")}\n`;
}

async function privateKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  const exported = await webcrypto.subtle.exportKey("pkcs8", key);
  return `${x509.PemConverter.encode(exported, "PRIVATE KEY")}\n`;
}
