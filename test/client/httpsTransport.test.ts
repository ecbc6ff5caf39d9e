import assert from "node:assert/strict";
import { createHttpsTransport } from "../../src/client/httpsTransport.ts";
import { startTestServer } from "./support/testServer.ts";

describe("HTTPS transport", () => {
  it("leaves turns of the event loop to other tasks while it reads several large bodies", async () => {
    const sent = Buffer.alloc(4 * 1024 * 1024);
    await using server = await startTestServer((_, response) => void response.end(sent));
    const send = createHttpsTransport("Space", server.ca);
    const { signal } = new AbortController();
    let inTurn = 0;
    let most = 0;
    let turn = setImmediate(function next() {
      most = Math.max(most, inTurn);
      inTurn = 0;
      turn = setImmediate(next);
    });
    const read = async (): Promise<number> => {
      const url = new URL(server.baseUrl);
      const answer = await send({ url, method: "GET", headers: {}, signal });
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
});
