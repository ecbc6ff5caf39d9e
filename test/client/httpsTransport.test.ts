import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { readBeginning } from "../../src/client/body.ts";
import { createHttpsTransport } from "../../src/client/httpsTransport.ts";
import type { TransportAnswer } from "../../src/client/transport.ts";
import { startTestServer, type TestServer } from "./support/testServer.ts";

describe("HTTPS transport", () => {
  it("leaves turns of the event loop to other tasks while it reads several large bodies", async () => {
    const sent = Buffer.alloc(4 * 1024 * 1024);
    await using server = await startTestServer((_, response) => void response.end(sent));
    let inTurn = 0;
    let most = 0;
    let turn = globalThis.setImmediate(function next() {
      most = Math.max(most, inTurn);
      inTurn = 0;
      turn = globalThis.setImmediate(next);
    });
    const read = async (): Promise<number> => {
      const answer = await answerOf(server);
      let length = 0;
      await answer.read((chunk) => {
        length += chunk.length;
        inTurn += chunk.length;
      });
      return length;
    };
    const lengths = await Promise.all(Array.from({ length: 8 }, read));
    clearImmediate(turn);
    assert.deepEqual(lengths, Array<number>(8).fill(sent.length));
    // Otherwise, it is the size of a body.
    assert.ok(most < 1024 * 1024, `${most} bytes in a turn`);
  });

  it("frees the memory of a chunk in the next turn of the event loop", async () => {
    const sent = Buffer.alloc(1024 * 1024, "memory");
    await using server = await startTestServer((_, response) => void response.end(sent));
    const answer = await answerOf(server);
    const chunks: Uint8Array[] = [];
    const copies: Buffer[] = [];
    await answer.read((chunk) => {
      chunks.push(chunk);
      copies.push(Buffer.from(chunk));
    });
    await setImmediate();
    assert.ok(Buffer.concat(copies).equals(sent));
    const left = chunks.reduce((sum, it) => sum + it.length, 0);
    // Chunks that share their memory with others keep it.
    assert.ok(left < sent.length / 10, `${left} bytes`);
  });

  it("keeps the explanation of a failure, of which chunks come in several turns", async () => {
    const sent = JSON.stringify({ message: "why ".repeat(10_000) });
    const begun = Promise.withResolvers();
    await using server = await startTestServer(async (_, response) => {
      response.write(sent.slice(0, 20_000));
      await begun.promise;
      response.end(sent.slice(20_000));
    });
    const answer = await answerOf(server);
    const read: TransportAnswer["read"] = (take) =>
      answer.read((chunk) => {
        take(chunk);
        begun.resolve(undefined);
      });
    const beginning = await readBeginning({ ...answer, read }, sent.length);
    assert.equal(Buffer.from(beginning).toString(), sent);
  });
});

function answerOf(server: Pick<TestServer, "baseUrl" | "ca">): Promise<TransportAnswer> {
  const send = createHttpsTransport("Space", server.ca);
  const { signal } = new AbortController();
  return send({ url: new URL(server.baseUrl), method: "GET", headers: {}, signal });
}
