import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { isAbsolute, join, relative } from "node:path";
import { checkServerIdentity, connect, createServer } from "node:tls";
import { ensureIdentity } from "../../src/service/certificates/identity.ts";
import {
  makeIdentity,
  type MadeIdentity,
} from "../../src/service/certificates/makeCertificates.ts";
import { StateFolder, stateParent } from "../../src/service/certificates/state.ts";
import { temporaryFolder } from "./support/dataSpace.ts";

const day = 24 * 60 * 60 * 1000;
const start = new Date("2025-03-27T12:00:00Z");
const later = (days: number) => new Date(start.getTime() + days * day);

describe("certificate authority", () => {
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

  it("is not kept in the working directory if a variable is set to nothing", () => {
    const folder = stateParent({ SURVEY_EXPLORER_STATE: "", XDG_DATA_HOME: "", LOCALAPPDATA: "" });
    assert.ok(isAbsolute(folder), folder);
    assert.equal(stateParent({ SURVEY_EXPLORER_STATE: "here" }), "here");
  });

  it("has an absolute path, which settings need, also in a folder that is named relative to another", async () => {
    const { authorityFile } = await ensureIdentity(
      await StateFolder.open(relative(process.cwd(), folder)),
      start,
    );
    assert.equal(authorityFile, join(folder, "private", "ca.pem"));
  });

  it("is reused together with the certificate", async () => {
    const first = await ensureIdentity(state, start);
    const second = await ensureIdentity(await StateFolder.open(folder), later(300));
    assert.deepEqual(second, first);
  });

  it("is renewed together with the certificate before they expire", async () => {
    const first = await ensureIdentity(state, start);
    const before = authority();
    const { certificate } = await ensureIdentity(state, later(380));
    assert.notEqual(certificate, first.certificate);
    assert.notEqual(authority(), before);
    const ca = new X509Certificate(authority());
    assert.ok(new X509Certificate(certificate).verify(ca.publicKey));
    assert.ok(ca.validToDate > later(700));
  });

  it("does not store its key", async () => {
    const { certificate } = await ensureIdentity(state, start);
    const kept = readdirSync(join(folder, "private"));
    assert.deepEqual(kept.toSorted(), ["ca.pem", "server.key", "server.pem"]);
    const key = readFileSync(state.file("server.key"));
    assert.ok(!new X509Certificate(authority()).checkPrivateKey(createPrivateKey(key)));
    assert.ok(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key)));
  });

  it("is replaced if an earlier version stored its key", async () => {
    const { certificate } = await ensureIdentity(state, start);
    const before = authority();
    writeFileSync(state.file("ca.key"), "a key");
    const replaced = await ensureIdentity(state, start);
    assert.notEqual(replaced.certificate, certificate);
    assert.notEqual(authority(), before);
    assert.ok(!existsSync(state.file("ca.key")));
    assert.deepEqual(await ensureIdentity(state, start), replaced);
  });

  for (const damaged of ["ca.pem", "server.pem", "server.key"]) {
    for (const content of ["", "damaged", undefined]) {
      it(`is usable again if ${damaged} is ${content ?? "gone"}`, async () => {
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

  it("is created only once by services that start at the same time", async () => {
    const found = await Promise.all(
      Array.from({ length: 5 }, async () => ensureIdentity(await StateFolder.open(folder), start)),
    );
    assert.equal(new Set(found.map((it) => it.certificate)).size, 1);
    assert.equal(found[0]?.certificate, readFileSync(state.file("server.pem"), "utf8"));
  });
});

describe("name constraints of the certificate authority", () => {
  const loopback = { dns: "localhost", ip: "127.0.0.1" };

  /** Returns whether Node and, if it is there, OpenSSL trust the server of that name. */
  const isTrusted = async (identity: MadeIdentity, name: string): Promise<boolean> => {
    const found = [await nodeTrusts(identity, name), openSslTrusts(identity)];
    const [first, second = first] = found;
    assert.equal(first, second, "Node and OpenSSL disagree");
    return first === true;
  };

  it("permit this machine by each of its loopback names", async () => {
    const identity = await makeIdentity(new Date());
    assert.ok(await isTrusted(identity, loopback.dns));
    assert.ok(await isTrusted(identity, loopback.ip));
    assert.ok(await isTrusted(identity, "::1"));
  });

  for (const [type, value] of [
    ["dns", "example.com"],
    ["dns", "localhost.example.com"],
    ["ip", "127.0.0.2"],
    ["ip", "10.0.0.1"],
    ["ip", "::2"],
  ] as const) {
    it(`do not permit ${value}`, async () => {
      const names = [
        { type: "dns", value: loopback.dns },
        { type, value },
      ] as const;
      assert.ok(!(await isTrusted(await makeIdentity(new Date(), names), value)));
      assert.ok(!(await isTrusted(await makeIdentity(new Date(), names), loopback.dns)));
    });
  }
});

/** Returns whether a client that trusts the authority accepts the certificate for a server of that name. */
async function nodeTrusts(
  { authority, certificate, key }: MadeIdentity,
  name: string,
): Promise<boolean> {
  const server = createServer({ cert: certificate, key });
  server.on("tlsClientError", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const socket = connect({
    port,
    host: "127.0.0.1",
    ca: authority,
    checkServerIdentity: (_, it) => checkServerIdentity(name, it),
  });
  try {
    await once(socket, "secureConnect");
    return true;
  } catch (error) {
    assert.match(String(error), /permitted subtree violation|does not match/);
    return false;
  } finally {
    socket.destroy();
    server.close();
  }
}

/** Returns whether OpenSSL trusts the certificate, or `undefined` if there is no OpenSSL. */
function openSslTrusts({ authority, certificate }: MadeIdentity): boolean | undefined {
  const folder = temporaryFolder();
  const [ca, server] = [join(folder, "ca.pem"), join(folder, "server.pem")];
  writeFileSync(ca, authority);
  writeFileSync(server, certificate);
  const { error, status, stdout, stderr } = spawnSync(
    "openssl",
    ["verify", "-x509_strict", "-CAfile", ca, server],
    { encoding: "utf8" },
  );
  if (error) {
    return undefined;
  }
  assert.match(stdout + stderr, status === 0 ? /OK/ : /permitted subtree violation/);
  return status === 0;
}
