import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type Mocha from "mocha";
import pg from "pg";
import { skip } from "../../../scripts/testing/skip.ts";
import { needsPostgres } from "../../support/witnesses.ts";

/** Contains characters that a connection string must escape, in a combination that must not occur in any message or log. */
export const password = "s3cr:t/p@ss#한";

/** A PostgreSQL server that only the tests use, reached over a socket in its folder. */
export interface PostgresServer extends AsyncDisposable {
  readonly connectionString: string;
  /** Path of the socket. */
  readonly socket: string;
  /** Runs a statement with the account of `connectionString`. */
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Enlarges the file system of the data. */
  grow(size: string): Promise<void>;
  /** Returns a connection string with another password or database. */
  connection(parts: { readonly password?: string; readonly database?: string }): string;
}

/**
 * $1: data folder, $2: size of a file system for it, if any, $3: its owner, $4: number of the arguments of initdb; then
 * initdb and postgres.
 */
const start = `
  set -e
  data=$1; size=$2; account=$3; count=$4; shift 4
  if [ -n "$size" ]; then mount -t tmpfs -o "size=$size,uid=$account" tmpfs "$data"; fi
  initdb=""
  while [ "$count" -gt 0 ]; do initdb="$initdb '$1'"; shift; count=$((count - 1)); done
  eval "$initdb"
  exec "$@"`;

export interface ServerOptions {
  /** Folder of the server's programs; empty if they are on the path. */
  readonly programs: string;
  /** The account that runs the server. Default: the account of this process. */
  readonly account?: ServerAccount | undefined;
  /** Size of a file system for the data, as `mount` takes it. Default: no file system of its own. */
  readonly size?: string | undefined;
  /** True if the server uses little memory and disk, and does not wait for the disk; false for PostgreSQL's defaults. */
  readonly isSmall: boolean;
}

/** @param size size of a file system for the data */
export async function startPostgres(test: Mocha.Context, size?: string): Promise<PostgresServer> {
  const programs = needsPostgres(test);
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? serverAccount() : undefined;
  if (isRoot && !account) {
    skip(test, "PostgreSQL does not run as root, and the account postgres does not exist");
  }
  if (size !== undefined && !(isRoot && spawnSync("unshare", ["--mount", "true"]).status === 0)) {
    skip(test, "mounting a file system for PostgreSQL needs root");
  }
  return runPostgres({ programs, account, size, isSmall: true });
}

export async function runPostgres(options: ServerOptions): Promise<PostgresServer> {
  const { programs, account, size, isSmall } = options;
  const folder = await mkdtemp(join(tmpdir(), "se-pg-"));
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  await mkdir(data);
  await writeFile(passwordFile, password);
  if (account) {
    for (const it of [folder, data, passwordFile]) {
      await chown(it, account.uid, account.gid);
    }
  }
  const as = (program: string, ...args: readonly string[]) => [
    ...(account?.command ?? []),
    join(programs, program),
    ...args,
  ];
  const initdb = as(
    "initdb",
    ...["--pgdata", join(data, "cluster"), "--username", "explorer", "--pwfile", passwordFile],
    ...["--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"],
    ...(isSmall ? ["--wal-segsize", "1"] : []),
    // A server without room for its log ends, but the test is about a table without room.
    ...(size === undefined ? [] : ["--waldir", join(folder, "log")]),
  );
  const postgres = as(
    "postgres",
    ...["-D", join(data, "cluster"), "-c", "listen_addresses="],
    ...["-c", `unix_socket_directories=${folder}`, "-c", "log_min_messages=fatal"],
    ...(isSmall ? smallSettings : []).flatMap((it) => ["-c", it]),
  );
  const shell = ["sh", "-c", start, "sh", data, size ?? "", String(account?.uid ?? "")];
  const [command = "", ...args] = [
    ...(size === undefined ? [] : ["unshare", "--mount"]),
    ...shell,
    String(initdb.length),
    ...initdb,
    ...postgres,
  ];
  const child = spawn(command, args, { cwd: folder, stdio: "ignore" });
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
  const grow = async (more: string) => {
    const inside = ["--target", String(child.pid), "--mount"];
    await promisify(execFile)("nsenter", [...inside, "mount", "-o", `remount,size=${more}`, data]);
  };
  try {
    await ready(connectionString, ended);
  } catch (error) {
    await stop();
    throw error;
  }
  const socket = join(folder, ".s.PGSQL.5432");
  return { connectionString, socket, query, grow, connection, [Symbol.asyncDispose]: stop };
}

const smallSettings = ["shared_buffers=16MB", "fsync=off", "max_wal_size=8MB", "min_wal_size=2MB"];

interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
  /** Command that runs the command after it with this account. */
  readonly command: readonly string[];
}

/** Returns Debian's account for PostgreSQL, which is needed by root: the server refuses to run as root. */
export function serverAccount(): ServerAccount | undefined {
  const [uid = "", gid = ""] = ["-u", "-g"].map((it) =>
    spawnSync("id", [it, "postgres"]).stdout.toString().trim(),
  );
  return uid === ""
    ? undefined
    : {
        uid: Number(uid),
        gid: Number(gid),
        command: ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"],
      };
}

/** Tries to connect until it succeeds: a server does not report that it is ready. */
async function ready(connectionString: string, ended: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  void ended.then(() => stop.abort());
  while (!stop.signal.aborted) {
    const client = new pg.Client({ connectionString });
    client.on("error", () => undefined);
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    if (isReady) {
      await client.end();
      return;
    }
  }
  throw new Error("PostgreSQL did not start.");
}
