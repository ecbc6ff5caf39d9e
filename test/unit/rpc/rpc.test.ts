import assert from "node:assert/strict";
import { SurveyError } from "../../../src/model/errors.ts";
import { sentences } from "../../../src/model/localizable.ts";
import type { AbortMessage, CallMessage, Handlers } from "../../../src/rpc/messages.ts";
import { RpcClient } from "../../../src/rpc/rpcClient.ts";
import { RpcServer } from "../../../src/rpc/rpcServer.ts";

interface Calls {
  add(a: number, b: number): number;
  fail(): never;
  wait(signal: AbortSignal): Promise<string>;
  never(): Promise<void>;
}

interface Events {
  readonly told: string;
}

/** Returns a client and a server whose messages are cloned on their way. */
function connected() {
  const told: string[] = [];
  const handlers: Handlers<Calls> = {
    add: (a, b) => a + b,
    fail: () => {
      throw new SurveyError("not-found", sentences("There is no such thing."));
    },
    wait: (signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve("stopped"))),
    never: () => new Promise(() => undefined),
  };
  const client: RpcClient<Calls, Events> = new RpcClient<Calls, Events>(
    (message) => void server.receive(structuredClone(message) as CallMessage | AbortMessage),
    { told: (it) => told.push(it) },
  );
  const server = new RpcServer<Events>(
    (message) => client.receive(structuredClone(message)),
    (name, values) =>
      (handlers[name as keyof Calls] as (...values: readonly unknown[]) => unknown)(...values),
  );
  return { client, server, told };
}

describe("RPC calls", () => {
  it("resolve with the results of the other side, even if concurrent", async () => {
    const { client } = connected();
    assert.deepEqual(
      await Promise.all([client.call("add", [1, 2]), client.call("add", [3, 4])]),
      [3, 7],
    );
  });

  it("reject with the error of the other side", async () => {
    const { client } = connected();
    await assert.rejects(client.call("fail", []), {
      name: "SurveyError",
      code: "not-found",
      message: "There is no such thing.",
    });
  });

  it("are aborted on the other side, even if the signal was aborted before the call", async () => {
    const { client } = connected();
    const stop = new AbortController();
    const waiting = client.call("wait", [stop.signal]);
    stop.abort();
    assert.equal(await waiting, "stopped");
    assert.equal(await client.call("wait", [AbortSignal.abort()]), "stopped");
  });

  it("ignore results for calls of an earlier client", async () => {
    const posted: CallMessage[] = [];
    const client = new RpcClient<Calls>((message) => posted.push(message as CallMessage), {}, 7000);
    const sum = client.call("add", [1, 2]);
    client.receive({ id: 0, value: "of an earlier client" });
    client.receive({ id: posted[0]?.id, value: 3 });
    assert.equal(await sum, 3);
  });

  it("reject when the client is disposed", async () => {
    const { client } = connected();
    const waiting = client.call("never", []);
    client.dispose(new Error("gone"));
    await assert.rejects(waiting, /gone/);
  });

  it("deliver events and ignore unknown messages", () => {
    const { client, server, told } = connected();
    server.emit("told", "first");
    for (const strange of [
      undefined,
      "text",
      { event: "toString", value: 1 },
      { id: 99, value: 1 },
    ]) {
      client.receive(strange);
    }
    server.emit("told", "second");
    assert.deepEqual(told, ["first", "second"]);
  });
});
