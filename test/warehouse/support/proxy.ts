import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { password, type PostgresServer } from "./postgres.ts";

/** A message of a client: its type letter, and its bytes. */
export interface SentMessage {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface ProxyOptions {
  /** Called for every message before it is passed on; later messages wait. If it returns false, the message is dropped. */
  readonly onMessage?: (
    message: SentMessage,
    answer: (bytes: Buffer) => void,
  ) => boolean | Promise<boolean>;
}

export interface Proxy extends AsyncDisposable {
  readonly connectionString: string;
  /** Number of messages of all clients so far. */
  readonly messages: number;
}

/** Starts a proxy in front of a PostgreSQL server, on a port of its own, that sees what clients send. */
export async function startProxy(
  postgres: PostgresServer,
  { onMessage = () => true }: ProxyOptions = {},
): Promise<Proxy> {
  let messages = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(postgres.socket);
    for (const it of [client, upstream]) {
      sockets.add(it);
      it.on("error", () => undefined);
      it.once("close", () => {
        sockets.delete(it);
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.on("data", (bytes) => client.write(bytes));
    let before = Promise.resolve();
    const read = messageReader((message) => {
      before = before.then(async () => {
        messages++;
        if (await onMessage(message, (bytes) => client.write(bytes))) {
          upstream.write(message.bytes);
        }
      });
    });
    client.on("data", read);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    connectionString: `postgresql://explorer:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    get messages() {
      return messages;
    },
    [Symbol.asyncDispose]: async () => {
      sockets.forEach((it) => it.destroy());
      server.close();
      await once(server, "close");
    },
  };
}

/** Splits bytes into messages. The first message of a connection has no type letter. */
function messageReader(take: (message: SentMessage) => void): (bytes: Buffer) => void {
  let left = Buffer.alloc(0);
  let isFirst = true;
  return (bytes) => {
    left = Buffer.concat([left, bytes]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (left.length < head + 4) {
        return;
      }
      const length = head + left.readInt32BE(head);
      if (left.length < length) {
        return;
      }
      const type = isFirst ? "" : String.fromCharCode(left[0] ?? 0);
      take({ type, bytes: left.subarray(0, length) });
      isFirst = false;
      left = left.subarray(length);
    }
  };
}

/** Returns the answer of an engine that does not support a statement. */
export function refusal(code: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C${code}\0MCOPY is not supported\0\0`);
  const error = Buffer.alloc(5);
  error.write("E");
  error.writeInt32BE(fields.length + 4, 1);
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  return Buffer.concat([error, fields, ready]);
}
