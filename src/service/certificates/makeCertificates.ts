import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { randomBytes, webcrypto } from "node:crypto";

/** A certificate and its private key, both as PEM. */
export interface CertifiedKey {
  readonly certificate: string;
  readonly key: string;
}

/** A server's certificate and key, and the certificate of the authority that signed it. */
export interface MadeIdentity extends CertifiedKey {
  readonly authority: string;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const day = 24 * 60 * 60 * 1000;
// Some clients refuse server certificates that are valid for more than 398 days.
const validDays = 397;

const loopbackNames: readonly x509.JsonGeneralName[] = [
  { type: "dns", value: "localhost" },
  { type: "ip", value: "127.0.0.1" },
  { type: "ip", value: "::1" },
];

/**
 * Makes a server certificate and an authority that signs only this one. The authority's private key never leaves this call,
 * and its name constraints permit only loopback names, so trusting it puts no other server at risk.
 * @param names names of the server. Clients refuse the certificate for names other than loopback names.
 */
export async function makeIdentity(
  now: Date,
  names: readonly x509.JsonGeneralName[] = loopbackNames,
): Promise<MadeIdentity> {
  const validity = {
    // A day earlier, in case a client's clock is slow.
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + (validDays - 1) * day),
  };
  const authorityKeys = await generateKeys({ extractable: false });
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: serialNumber(),
    // A unique name, so that clients do not confuse two authorities on one machine.
    name: `CN=Survey Explorer local data space ${randomBytes(4).toString("hex")}`,
    signingAlgorithm: algorithm,
    keys: authorityKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      new x509.Extension(nameConstraints, true, permittedNames()),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const keys = await generateKeys({ extractable: true });
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    serialNumber: serialNumber(),
    subject: "CN=localhost",
    issuer: authority.subject,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([...names]),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    authority: pem(authority),
    certificate: pem(certificate),
    key: await privateKeyPem(keys.privateKey),
  };
}

const nameConstraints = "2.5.29.30";

/** Returns the NameConstraints of RFC 5280, 4.2.1.10, in DER. An IP address is followed by its mask. */
function permittedNames(): Buffer {
  const dnsName = 0x82;
  const ipAddress = 0x87;
  const all = (bytes: number) => Buffer.alloc(bytes, 0xff);
  const names = [
    der(dnsName, Buffer.from("localhost")),
    der(ipAddress, Buffer.from([127, 0, 0, 1]), all(4)),
    der(ipAddress, Buffer.alloc(15), Buffer.from([1]), all(16)),
  ];
  const permittedSubtrees = 0xa0;
  return der(sequence, der(permittedSubtrees, ...names.map((it) => der(sequence, it))));
}

const sequence = 0x30;

/** Encodes a DER value shorter than 128 bytes, so that its length takes one byte. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const value = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, value.length]), value]);
}

function generateKeys({ extractable }: { extractable: boolean }) {
  return webcrypto.subtle.generateKey(algorithm, extractable, ["sign", "verify"]);
}

function serialNumber(): string {
  // Positive (first bit clear), and always 16 bytes without leading zeros (second bit set).
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
