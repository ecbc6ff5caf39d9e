import { strict as assert } from "node:assert";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { forgetCredentials, readCredentials } from "../../src/cli/credentials.ts";
import { skip } from "../../scripts/testing/skip.ts";
import { cancelled } from "../../src/client/waiting.ts";
import { apiKey, spaceId } from "../client/support/clients.ts";
import { keptItems } from "../export/support/exporting.ts";
import type { TestServer } from "../client/support/testServer.ts";
import {
  expectedJson,
  itemsJson,
  startSurveyServer,
  type SurveyServerOptions,
} from "../export/support/surveyServer.ts";
import { temporaryFolder } from "../service/support/dataSpace.ts";
import { PassThrough, Readable } from "node:stream";
import { runShell, startShell, type ShellAccess, type ShellEnd } from "./support/shell.ts";

const items = itemsJson(1200);
const pageSize = 20;
/** Time of the newest response; the first page sets the end of the range to it. */
const newest = "2025-03-27T10:06:39";
const args = [
  "export",
  "--concurrency",
  "1",
  "--survey",
  "S1",
  "--format",
  "json",
  "--out",
  "x.json",
];

describe("survey-explorer as a nightly job", () => {
  let folder: string;
  let server: TestServer | undefined;

  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await server?.[Symbol.asyncDispose]();
    server = undefined;
  });

  async function serve(
    disturb?: SurveyServerOptions["disturb"],
    withholdsSurvey = false,
  ): Promise<ShellAccess> {
    server = await startSurveyServer({ items, pageSize, disturb, withholdsSurvey });
    const caFile = join(folder, "ca.pem");
    await writeFile(caFile, server.ca);
    return { baseUrl: server.baseUrl, caFile, spaceId, apiKey };
  }

  const again = (access: ShellAccess): Promise<ShellEnd> =>
    runShell([...args, "--url", access.baseUrl, "--resume"], { access, cwd: folder });

  async function checkWhole(): Promise<void> {
    const written = await readFile(join(folder, "x.json"), "utf8");
    assert.ok(written === expectedJson(items, { endDateTime: newest }), written.slice(0, 300));
    assert.deepEqual((await readdir(folder)).sort(), ["ca.pem", "x.json", "x.json.manifest.json"]);
  }

  for (const [how, signal, code] of [
    ["Ctrl-C", "SIGINT", 130],
    ["kill -9", "SIGKILL", null],
  ] as const) {
    it(`resumes an export from its partial copy after ${how}`, async () => {
      let reached = (): void => undefined;
      const halfway = new Promise<void>((resolve) => {
        reached = resolve;
      });
      let isStopped = false;
      let asked = 0;
      const access = await serve(() => {
        asked++;
        if (isStopped || asked <= 40) {
          return false;
        }
        reached();
        return true;
      });
      const { child, ended } = startShell([...args, "--url", access.baseUrl], {
        access,
        cwd: folder,
      });
      await halfway;
      child.kill(signal);
      assert.equal((await ended).code, code);
      assert.deepEqual((await readdir(folder)).sort(), ["ca.pem", "x.json.partial"]);
      assert.ok(keptItems(join(folder, "x.json")).length >= 700);
      isStopped = true;
      const { code: done, err } = await again(access);
      assert.equal(done, 0, err);
      await checkWhole();
    });
  }

  it("is cancelled by Ctrl-C before the first page is requested", async () => {
    const access = await serve(undefined, true);
    const isAsked = (): boolean =>
      server?.requests.some(({ url }) => url.pathname.endsWith("/surveys/S1")) === true;
    const { child, ended } = startShell([...args, "--json", "--url", access.baseUrl], {
      access,
      cwd: folder,
    });
    while (!isAsked()) {
      await setTimeout(5);
    }
    child.kill("SIGINT");
    const { code, out, err } = await ended;
    assert.equal(code, 130, err);
    assert.match(out, /^\{"error":\{"code":"cancelled"/);
    assert.doesNotMatch(err, /SurveyError/);
  });

  it("leaves no answers in the temporary folder if Ctrl-C is pressed twice", async () => {
    const access = await serve(undefined, true);
    const isAsked = (): boolean =>
      server?.requests.some(({ url }) => url.pathname.endsWith("/surveys/S1")) === true;
    const temporary = temporaryFolder();
    const summary = ["summary", "--survey", "S1", "--format", "md", "--out", "s.md"];
    const { child, ended } = startShell([...summary, "--url", access.baseUrl], {
      access,
      cwd: folder,
      environment: { TMPDIR: temporary },
    });
    while (!isAsked()) {
      await setTimeout(5);
    }
    assert.equal((await readdir(temporary)).length, 1);
    child.kill("SIGINT");
    await setTimeout(5);
    child.kill("SIGINT");
    assert.equal((await ended).code, 130);
    assert.deepEqual(await readdir(temporary), []);
  });

  it("fails if the service refuses during an export, keeps the older file, and can be resumed", async () => {
    let isGone = true;
    const access = await serve((start, _, response) => {
      if (start >= 600 && isGone) {
        response.writeHead(403).end("{}");
        return true;
      }
      return false;
    });
    await writeFile(join(folder, "x.json"), "older");
    const replacing = [...args, "--overwrite", "--url", access.baseUrl];
    const { code, err } = await runShell(replacing, { access, cwd: folder });
    assert.equal(code, 1, err);
    assert.equal(await readFile(join(folder, "x.json"), "utf8"), "older");
    isGone = false;
    const { code: done } = await runShell([...replacing, "--resume"], { access, cwd: folder });
    assert.equal(done, 0);
    await checkWhole();
  });

  it("fails on a full disk without writing the file, and can be resumed", async function () {
    const works = await promisify(execFile)("prlimit", ["true"]).then(
      () => true,
      () => false,
    );
    if (!works) {
      skip(this, "prlimit is not installed");
    }
    const access = await serve();
    const before = ["prlimit", "--fsize=40000"];
    const full = await runShell([...args, "--url", access.baseUrl], {
      access,
      cwd: folder,
      before,
    });
    assert.equal(full.code, 1, full.err);
    assert.ok(!(await readdir(folder)).includes("x.json"));
    const { code, err } = await again(access);
    assert.equal(code, 0, err);
    await checkWhole();
  });

  it("exits if its standard output is closed", async () => {
    const access = await serve();
    const { child, ended } = startShell(["surveys", "--url", access.baseUrl, "--json"], {
      access,
      cwd: folder,
    });
    child.stdout.destroy();
    assert.notEqual((await ended).code, null);
  });

  it("reads credentials from standard input without exposing them in output, files, arguments or environment", async () => {
    const access = await serve((start) => start > 0 && held);
    let held = true;
    const input = `${spaceId}\n${apiKey}\n`;
    const running = startShell(
      [...args, "--url", access.baseUrl, "--ca", access.caFile, "--credentials", "-"],
      { cwd: folder, input },
    );
    await once(running.child.stderr, "data");
    const { pid = 0 } = running.child;
    const seen = await Promise.all(
      ["cmdline", "environ"].map((it) => readFile(`/proc/${pid}/${it}`, "utf8").catch(() => "")),
    );
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
    assert.equal(children, "");
    running.child.kill("SIGINT");
    const stopped = await running.ended;
    held = false;
    const done = await again(access);
    assert.equal(done.code, 0, done.err);
    const files = await Promise.all(
      (await readdir(folder)).map((it) => readFile(join(folder, it), "utf8")),
    );
    for (const text of [...seen, stopped.out, stopped.err, done.out, done.err, ...files]) {
      assert.ok(!text.includes(apiKey) && !text.includes(encodeURIComponent(apiKey)));
      assert.ok(
        !text.includes(Buffer.from(`${spaceId}:${apiKey}`).toString("base64").slice(0, -2)),
      );
    }
  });

  it("removes credentials from its environment", () => {
    const environment = {
      PATH: "/bin",
      SURVEY_EXPLORER_API_KEY: "a",
      SURVEY_EXPLORER_API_KEY_LIVE: "b",
      SURVEY_EXPLORER_SPACE_ID: "c",
      SURVEY_EXPLORER_CA: "d",
    };
    forgetCredentials(environment);
    assert.deepEqual(environment, { PATH: "/bin", SURVEY_EXPLORER_CA: "d" });
  });

  it("reads two lines per data space, with any line ending, behind a byte order mark", async () => {
    const { signal } = new AbortController();
    const read = await readCredentials(Readable.from(["\ufeffa\r\nb\nc", "\nd"]), 2, signal);
    assert.deepEqual(read, [
      { spaceId: "a", apiKey: "b" },
      { spaceId: "c", apiKey: "d" },
    ]);
  });

  it("stops waiting for lines when it is cancelled", async () => {
    const abort = new AbortController();
    const input = new PassThrough();
    input.write("a\n");
    const read = readCredentials(input, 1, abort.signal);
    abort.abort(cancelled());
    await assert.rejects(read, { code: "cancelled" });
  });
});
