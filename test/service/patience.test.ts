import assert from "node:assert/strict";
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import {
  makeIdentity,
  type MadeIdentity,
} from "../../src/service/certificates/makeCertificates.ts";
import { createApp } from "../../src/service/http/app.ts";
import { listen, type HttpsServer, type Patience } from "../../src/service/http/server.ts";
import { mapInSlices } from "../../src/service/mapInSlices.ts";
import { openTemporaryStore } from "../../src/store/sqlite.ts";
import { basic } from "./support/request.ts";

const long = 600_000;

describe("slow client of the local data space", () => {
  const store = openTemporaryStore();
  let identity: MadeIdentity;
  let server: HttpsServer | undefined;
  before(async () => {
    identity = await makeIdentity(new Date());
    await store.finish();
  });
  afterEach(() => server?.close());
  after(() => store.close());

  const start = async (patience: Patience): Promise<number> => {
    const dataSpace = { label: "Test", spaceId: "space", apiKey: "key", urlKey: "k", store };
    const app = createApp({
      dataSpace: { ...dataSpace, fragments: new Map() },
      lastPage: "absent",
      onFault: (fault) => assert.fail(fault),
    });
    server = await listen(app, identity, 0, patience);
    return Number(new URL(server.baseUrl).port);
  };
  const greeted = async (port: number): Promise<TLSSocket> => {
    const socket = connect({ port, host: "127.0.0.1", ca: identity.authority });
    await once(socket, "secureConnect");
    return socket;
  };
  const request = (port: number, further = "") =>
    `GET /v3/surveys HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${basic("space", "key")}\r\n${further}\r\n`;

  it("is disconnected if it does not start TLS", async () => {
    const port = await start({ idle: 50, request: long });
    await end(connectTcp(port, "127.0.0.1"));
  });

  it("is disconnected if it sends no request after the TLS handshake", async () => {
    const port = await start({ idle: 50, request: long });
    await end(await greeted(port));
  });

  it("is disconnected when it is idle after an answer that announced the timeout", async () => {
    const port = await start({ idle: 1000, request: long });
    const socket = await greeted(port);
    socket.write(request(port));
    const said = await end(socket);
    assert.match(said, /^HTTP\/1\.1 200 /);
    assert.match(said, /^keep-alive: timeout=1\r$/im);
  });

  for (const [what, part] of [
    ["head", "X-Part: 1\r\n"],
    ["body", "1\r\n \r\n"],
  ] as const) {
    it(`is disconnected with 408 if the ${what} of its request comes too slowly`, async () => {
      const port = await start({ idle: long, request: 200 });
      const socket = await greeted(port);
      const post = request(port, "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")
        .replace("GET", "POST")
        .replace("surveys", "collect-groups/g/response-urls")
        .replace("v3", "v2");
      socket.write(what === "head" ? post.slice(0, -2) : post);
      const drops = setInterval(() => socket.write(part), 10);
      try {
        assert.match(await end(socket), /^HTTP\/1\.1 408 /);
      } finally {
        clearInterval(drops);
      }
    });
  }

  it("is served during a long computation for another request", async () => {
    let turns = 0;
    const take = (): void => {
      turns++;
      next = setImmediate(take);
    };
    let next = setImmediate(take);
    const made = await mapInSlices(Array<number>(5000).fill(1), (it, index) => it + index);
    clearImmediate(next);
    assert.equal(made[4999], 5000);
    assert.ok(turns >= 10, `${turns} turns`);
  });
});

/** Returns what the other side sends until it closes the connection. */
async function end(socket: Socket): Promise<string> {
  let said = "";
  socket.on("data", (it: Buffer) => (said += it.toString()));
  // A connection that is closed while something is on its way is reset.
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("close", resolve));
  return said;
}
