import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { request } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { connect as tlsConnect } from "node:tls";
import {
  responses,
  runService,
  spawnService,
  serviceOfSuite,
  startService,
  temporaryFolder,
  writeDirectory,
} from "./support/dataSpace.ts";
import { ask, basic } from "./support/request.ts";
import { skip } from "../../scripts/testing/skip.ts";

const directory = writeDirectory({ surveys: [{ surveyId: "s", responses: responses(100) }] });

describe("service process", () => {
  for (const [name, args, expected] of [
    ["an unknown option", ["--dir", "x"], /'--dir'.*\n[^]*Usage:/],
    ["an argument", ["x"], /'x'/],
    ["an option without its value", ["--port"], /--port/],
    ["an invalid port", ["--port", "http"], /--port needs a number/],
    ["a port that is too large", ["--port", "65536"], /--port needs a number/],
    [
      "an invalid last page signal",
      ["--last-page", "never"],
      /--last-page takes absent, null, empty, empty-page/,
    ],
    ["an empty directory name", ["--directory", ""], /--directory needs a folder/],
  ] as const) {
    it(`exits with 1 and reports ${name}`, async () => {
      const { code, out, err } = await runService(args);
      assert.equal(code, 1);
      assert.equal(out, "");
      assert.match(err, expected);
      assert.ok(!/^\s+at /m.test(err), err);
    });
  }

  it("exits with 1 if the port is in use", async () => {
    await using service = await startService(["--directory", directory]);
    const { port } = new URL(service.baseUrl);
    const { code, err } = await runService(["--directory", directory, "--port", port]);
    assert.equal(code, 1);
    assert.match(err, new RegExp(`Port ${port} is in use`));
  });

  it("exits with 1 if its state cannot be stored", async () => {
    const file = join(directory, "dataspace.json");
    const { code, err } = await runService(["--directory", directory, "--state", file]);
    assert.equal(code, 1);
    assert.match(err, /--state/);
  });

  it("prints its address and credentials, and exits on Ctrl-C", async () => {
    const child = spawnService(["--directory", directory]);
    let out = "";
    for await (const line of createInterface(child.stdout)) {
      out += `${line}\n`;
      if (line.startsWith("Ctrl-C")) {
        child.kill("SIGINT");
      }
    }
    assert.match(out, /https:\/\/127\.0\.0\.1:\d+/);
    assert.match(out, /Space ID +space\n/);
    assert.match(out, /API key +key\n/);
    assert.match(out, /CA file +.*ca\.pem\n/);
  });

  it("prints one line of JSON with --json, and exits when its standard input closes", async () => {
    const child = spawnService(["--json", "--directory", directory]);
    const lines: string[] = [];
    const ended = once(child, "close");
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      child.stdin.end();
    }
    assert.deepEqual(await ended, [0, null]);
    assert.equal(lines.length, 1);
    assert.deepEqual(Object.keys(JSON.parse(lines[0] ?? "") as object), [
      "ready",
      "baseUrl",
      "caFile",
      "spaceId",
      "apiKey",
    ]);
  });

  it("prints an error as other commands do with --json, if it cannot start", async () => {
    const child = spawnService(["--json", "--directory", join(directory, "missing")]);
    const [ended, lines] = await Promise.all([once(child, "close"), child.stdout.toArray()]);
    const { error } = JSON.parse(lines.join("")) as { error: { code: string; message: string } };
    assert.deepEqual(ended, [1, null]);
    assert.equal(error.code, "invalid-input");
    assert.match(error.message, /missing/);
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`exits on ${signal} at once despite open connections, and leaves no temporary files`, async () => {
      const temporary = temporaryFolder();
      const places = { SQLITE_TMPDIR: temporary, TMPDIR: temporary };
      const service = await startService(["--directory", directory], places);
      const agent = new Agent({ keepAlive: true });
      const { port } = new URL(service.baseUrl);
      const idle = connect(Number(port), "127.0.0.1").on("error", () => undefined);
      const kept = httpsRequest(new URL("/v3/surveys", service.baseUrl), {
        agent,
        ca: service.ca,
        headers: { authorization: basic("space", "key") },
      }).end();
      const [answer] = (await once(kept, "response")) as [NodeJS.ReadableStream];
      answer.resume();
      await once(answer, "end");
      const ended = once(service.process, "exit");
      service.process.kill(signal);
      assert.deepEqual(await ended, [0, null]);
      idle.destroy();
      agent.destroy();
      assert.deepEqual(readdirSync(temporary), []);
    });
  }

  it("exits while it is loading", async () => {
    const child = spawnService(["--json"]);
    child.stdin.end();
    assert.deepEqual(await once(child, "exit"), [0, null]);
  });
});

describe("service endpoint", () => {
  const service = serviceOfSuite(["--directory", directory]);
  let port: number;
  before(async () => {
    port = Number(new URL(service.baseUrl).port);
  });

  const handshake = (version: "TLSv1.1" | "TLSv1.2" | "TLSv1.3") =>
    new Promise<string | null>((resolve, reject) => {
      const socket = tlsConnect({
        port,
        host: "127.0.0.1",
        ca: service.ca,
        minVersion: version,
        maxVersion: version,
        // Without this, the client itself refuses to offer the old version.
        ciphers: version === "TLSv1.1" ? "DEFAULT:@SECLEVEL=0" : undefined,
      });
      socket.once("secureConnect", () => {
        resolve(socket.getProtocol());
        socket.destroy();
      });
      socket.once("error", reject);
    });

  it("accepts TLS 1.2 and 1.3", async () => {
    assert.equal(await handshake("TLSv1.2"), "TLSv1.2");
    assert.equal(await handshake("TLSv1.3"), "TLSv1.3");
  });

  it("refuses TLS 1.1", async () => {
    await assert.rejects(handshake("TLSv1.1"), /alert protocol version/i);
  });

  it("refuses HTTP without TLS", async () => {
    const sent = request({ port, host: "127.0.0.1", path: "/v3/surveys" }).end();
    const [error] = (await once(sent, "error")) as [Error];
    assert.match(error.message, /hang up|ECONNRESET|Parse Error/);
  });

  it("listens on the loopback interface only", async function () {
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((it) => it && !it.internal && it.family === "IPv4");
    if (others.length === 0) {
      skip(this, "no other network interface");
    }
    for (const it of others) {
      const socket = connect(port, it?.address);
      const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
      assert.equal(error.code, "ECONNREFUSED");
    }
  });

  it("is not trusted without its certificate authority", async () => {
    const sent = httpsRequest(new URL("/v3/surveys", service.baseUrl)).end();
    const [error] = (await once(sent, "error")) as [NodeJS.ErrnoException];
    assert.match(String(error.code), /UNABLE_TO_VERIFY|SELF_SIGNED/);
  });

  it("stores its keys for this user only", () => {
    const folder = dirname(service.caFile);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const key of readdirSync(folder)) {
      assert.equal(statSync(join(folder, key)).mode & 0o777, 0o600, key);
    }
  });

  it("keeps connections alive", async () => {
    const { headers } = await ask(service, "/v3/surveys");
    assert.equal(headers.connection, "keep-alive");
  });
});
