import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { ensureIdentity } from "../../src/service/certificates/identity.ts";
import { StateFolder } from "../../src/service/certificates/state.ts";
import { temporaryFolder } from "./support/dataSpace.ts";

const day = 24 * 60 * 60 * 1000;
const start = new Date("2025-03-27T12:00:00Z");
const later = (days: number) => new Date(start.getTime() + days * day);

describe("the certificate authority", () => {
  let folder: string;
  let state: StateFolder;
  beforeEach(async () => {
    folder = temporaryFolder();
    state = await StateFolder.open(folder);
  });

  const authority = () => readFileSync(state.file("ca.pem"), "utf8");

  it("signs a certificate for the loopback names", async () => {
    const { certificate, authorityFile } = await ensureIdentity(state, start);
    const server = new X509Certificate(certificate);
    const ca = new X509Certificate(readFileSync(authorityFile));
    assert.ok(ca.ca);
    assert.ok(!server.ca);
    assert.ok(server.verify(ca.publicKey));
    assert.ok(server.checkIssued(ca));
    assert.ok(server.checkIP("127.0.0.1"));
    assert.ok(server.checkIP("::1"));
    assert.ok(server.checkHost("localhost"));
    assert.ok(!server.checkHost("example.com"));
  });

  it("is kept, with the certificate", async () => {
    const first = await ensureIdentity(state, start);
    const second = await ensureIdentity(await StateFolder.open(folder), later(300));
    assert.deepEqual(second, first);
  });

  it("renews the certificate before it ends", async () => {
    const first = await ensureIdentity(state, start);
    const before = authority();
    const second = await ensureIdentity(state, later(380));
    assert.notEqual(second.certificate, first.certificate);
    assert.equal(authority(), before);
    assert.ok(new X509Certificate(second.certificate).validToDate > later(700));
  });

  it("is made anew before it ends", async () => {
    await ensureIdentity(state, start);
    const before = authority();
    const { certificate } = await ensureIdentity(state, later(3640));
    assert.notEqual(authority(), before);
    assert.ok(new X509Certificate(certificate).verify(new X509Certificate(authority()).publicKey));
  });

  for (const damaged of ["ca.pem", "ca.key", "server.pem", "server.key"]) {
    for (const content of ["", "damaged", undefined]) {
      it(`works again when ${damaged} is ${content ?? "gone"}`, async () => {
        await ensureIdentity(state, start);
        if (content === undefined) {
          rmSync(state.file(damaged));
        } else {
          writeFileSync(state.file(damaged), content);
        }
        const { certificate } = await ensureIdentity(state, start);
        assert.ok(
          new X509Certificate(certificate).verify(new X509Certificate(authority()).publicKey),
        );
      });
    }
  }

  it("is one, when several start at once", async () => {
    const found = await Promise.all(
      Array.from({ length: 5 }, async () => ensureIdentity(await StateFolder.open(folder), start)),
    );
    assert.equal(new Set(found.map((it) => it.certificate)).size, 1);
    assert.equal(found[0]?.certificate, readFileSync(state.file("server.pem"), "utf8"));
  });
});
