import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type Mocha from "mocha";
import pg from "pg";
import { skip } from "../../../scripts/testing/skip.ts";
import { needsPostgres } from "../../support/witnesses.ts";

const run = promisify(execFile);

/** Characters that a connection string has to escape; in nothing that is told or written may any of them turn up together. */
export const password = "s3cr:t/p@ss#한";

/** A server of PostgreSQL that the tests have alone, reached over a socket in its folder. */
export interface PostgresServer extends AsyncDisposable {
  readonly connectionString: string;
  /** Of the same account. */
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** A connection string for another account, or with other parameters. */
  connection(parts: { readonly password?: string; readonly database?: string }): string;
}

/** @param inside a folder that the server may take, and where its data are; absent: a new one */
export async function startPostgres(test: Mocha.Context, inside?: string): Promise<PostgresServer> {
  const programs = needsPostgres(test);
  const account = serverAccount(test);
  const folder = await mkdtemp(join(inside ?? tmpdir(), "se-pg-"));
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password);
  await chmod(folder, 0o711);
  if (account) {
    await chown(folder, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const as = (program: string, args: readonly string[]) =>
    account ? ([...account.command, join(programs, program), ...args] as const) : ([join(programs, program), ...args] as const);
  const [initdb = "", ...initArgs] = as("initdb", [
    ...["--pgdata", data, "--username", "explorer", "--pwfile", passwordFile],
    ...["--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"],
    ...["--wal-segsize", "1"],
  ]);
  await run(initdb, initArgs, { cwd: folder });
  const [postgres = "", ...args] = as("postgres", [
    ...["-D", data, "-c", "listen_addresses=", "-c", `unix_socket_directories=${folder}`],
    ...["-c", "shared_buffers=16MB", "-c", "fsync=off", "-c", "max_wal_size=32MB"],
    ...["-c", "min_wal_size=2MB", "-c", "log_min_messages=fatal"],
  ]);
  const child = spawn(postgres, args, { cwd: folder, stdio: "ignore" });
  const ended = once(child, "exit");
  const connection = ({ password: secret = password, database = "postgres" } = {}) =>
    `postgresql://explorer:${encodeURIComponent(secret)}@/${database}?host=${encodeURIComponent(folder)}`;
  const connectionString = connection();
  const stop = async () => {
    child.kill("SIGQUIT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const query: PostgresServer["query"] = async (sql, values = []) => {
    const client = new pg.Client({ connectionString });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  try {
    await ready(connectionString, ended);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connectionString, query, connection, [Symbol.asyncDispose]: stop };
}

/** The server refuses to run as root: then it is Debian's account for it. */
function serverAccount(test: Mocha.Context) {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const [uid, gid] = ["-u", "-g"].map((it) =>
    spawnSync("id", [it, "postgres"]).stdout.toString().trim(),
  );
  if (uid === undefined || gid === undefined || uid === "") {
    return skip(test, "PostgreSQL does not run as root, and there is no account postgres");
  }
  return {
    uid: Number(uid),
    gid: Number(gid),
    command: ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"],
  };
}

/** Asks until it answers: a server that starts tells nobody when it is ready. */
async function ready(connectionString: string, ended: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  for (;;) {
    const client = new pg.Client({ connectionString });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (hasEnded) {
        throw new Error("PostgreSQL did not start.", { cause: error });
      }
    }
  }
}
