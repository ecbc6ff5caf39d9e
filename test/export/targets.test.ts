import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import {
  exportDataSpace,
  exportResponses,
  keptItems,
  type ExportResponsesOptions,
} from "./support/exporting.ts";
import { exportSurvey } from "../../src/export/exportSurvey.ts";
import { fileFault } from "../../src/export/fileFaults.ts";
import { writeBytes, writeTextFile } from "../../src/export/textFile.ts";
import { writeUrlFile } from "../../src/export/urlFile.ts";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { clientFor } from "../client/support/clients.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import { expectedJson, itemsJson, startSurveyServer } from "./support/surveyServer.ts";
import { lengthTable } from "./support/tables.ts";
import { skip } from "../../scripts/testing/skip.ts";
import { folderOfEachTest } from "../support/folders.ts";

const endDateTime = "2025-03-27T10:00:03";

describe("existing path at the name of an exported file", () => {
  const isWindows = process.platform === "win32";
  let server: TestServer;
  let client: SurveyClient;
  const folder = folderOfEachTest();
  let socket: Server;
  let file: string;
  let disturb: (answer: Parameters<typeof sendText>[0]) => boolean;

  before(async function () {
    if (isWindows) {
      skip(this, "Windows has no such file types");
    }
    server = await startSurveyServer({
      items: itemsJson(12),
      pageSize: 4,
      disturb: (start, _, answer) => start >= 7 && disturb(answer),
    });
    client = clientFor(server);
  });
  after(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    disturb = () => false;
    file = join(folder, "x");
    socket = createServer();
  });
  afterEach(async () => {
    socket.close();
  });

  const others: Readonly<Record<string, (path: string) => unknown>> = {
    "a folder": (path) => mkdir(path),
    "a pipe": (path) => execFileSync("mkfifo", [path]),
    "a socket": async (path) => {
      await once(socket.listen(path), "listening");
    },
    "a link to a device": (path) => symlink("/dev/null", path),
    "a link to a folder": (path) => symlink(folder, path),
    "a broken link": (path) => symlink(join(folder, "nowhere"), path),
  };

  const run = (more: Partial<ExportResponsesOptions> = {}) =>
    exportResponses({
      client,
      file,
      format: "json",
      overwrite: true,
      ...more,
    });
  const byDay = lengthTable(undefined, { partition: "day" });
  const writers: Readonly<Record<string, () => Promise<unknown>>> = {
    "an export": () => run(),
    "a table": () => run({ format: "csv", table: lengthTable() }),
    "a table by day": () => run({ format: "parquet", table: byDay }),
    "a codebook beside a table": () =>
      run({ file: `${file}.csv`, format: "csv", table: { ...lengthTable(), codebook: file } }),
    "a structure": () =>
      exportSurvey({ client, surveyId: "S1", file, overwrite: true, toolVersion: "1" }),
    "a text": () => writeTextFile(file, true, () => assert.fail("The content was requested.")),
    "a picture": () => writeBytes(file, true, () => assert.fail("The content was requested.")),
    "response URLs": () => writeUrlFile({ columns: [], rows: [] }, "csv", file, true),
  };

  /** Identifies the file behind the name, so that a change is noticed. */
  async function standing(path: string): Promise<unknown> {
    const { ino, mode } = await lstat(path);
    return { ino, mode, target: await readlink(path).catch(() => undefined) };
  }

  for (const [kind, make] of Object.entries(others)) {
    it(`is kept and named in the error if it is ${kind}`, async () => {
      await make(file);
      if (kind === "a folder") {
        // An empty folder may be left over from an earlier export by day.
        await writeFile(join(file, "precious"), "");
      }
      const before = await standing(file);
      const asked = server.requests.length;
      for (const [what, write] of Object.entries(writers)) {
        const isOther = kind === "a folder" && what === "a table by day";
        const said = isOther ? "a folder with other content" : kind;
        await assert.rejects(
          write(),
          {
            code: "file-fault",
            message: `${file} cannot be written: it is ${said}. Choose another name.`,
          },
          what,
        );
        assert.deepEqual(await standing(file), before, what);
      }
      assert.equal(server.requests.length, asked, "before any request");
      assert.deepEqual(await readdir(folder), ["x"]);
    });

    for (const ending of ["manifest.json", "partial", "written"]) {
      if (ending === "partial" && kind.includes("link")) {
        continue;
      }
      it(`is kept if it is ${kind} with the ending .${ending}`, async () => {
        const path = `${file}.${ending}`;
        await make(path);
        const isOther = kind === "a folder" && ending !== "manifest.json";
        if (isOther) {
          await writeFile(join(path, "precious"), "");
        }
        const before = await standing(path);
        const asked = server.requests.length;
        for (const resume of [false, true]) {
          await assert.rejects(run({ resume }), {
            code: "file-fault",
            message: `${path} cannot be written: it is ${isOther ? "a folder with other content" : kind}. Choose another name.`,
          });
        }
        assert.deepEqual(await standing(path), before);
        assert.deepEqual(await readdir(folder), [`x.${ending}`]);
        assert.equal(server.requests.length, asked, "before any request");
      });
    }
  }

  for (const resume of [false, true]) {
    it(`is replaced without its target if it is a link at .partial: ${resume ? "resumed" : "started"}`, async () => {
      const links = Object.entries(others).filter(([kind]) => kind.includes("link"));
      for (const [kind, make] of links) {
        await make(`${file}.partial`);
        assert.equal((await run({ resume })).responses, 12, kind);
        assert.deepEqual(await readdir(folder), ["x", "x.manifest.json"], kind);
      }
      assert.ok((await lstat("/dev/null")).isCharacterDevice());
    });
  }

  it("is refused before any request if a name beside it would be too long", async () => {
    const codebook = join(folder, "c");
    const asked = server.requests.length;
    for (const [length, more] of [
      [260, {}],
      [235, {}],
      [232, { format: "csv", table: { ...lengthTable(), codebook } }],
    ] as const) {
      const named = join(folder, "n".repeat(length));
      await assert.rejects(run({ file: named, ...more }), {
        code: "file-fault",
        message: `${named} cannot be written: the name is too long. Choose a shorter one.`,
      });
    }
    assert.deepEqual(await readdir(folder), []);
    assert.equal(server.requests.length, asked);
    assert.equal((await run({ file: join(folder, "n".repeat(232)) })).responses, 12);
  });

  it("is kept if it becomes a pipe during the export", async () => {
    let isThere = false;
    const failure = await run({
      onProgress: ({ responses }) => {
        if (responses > 4 && !isThere) {
          isThere = true;
          execFileSync("mkfifo", [file]);
        }
      },
    }).catch((error: unknown) => error);
    assert.ok(failure instanceof SurveyError && failure.code === "file-fault");
    assert.match(failure.message, /it is a pipe.*12 responses are kept/);
    assert.ok((await lstat(file)).isFIFO());
    await rm(file);
    assert.equal((await run({ resume: true })).responses, 12);
  });

  it("is refused as a folder for a data space if it is not a folder", async () => {
    const places = [file, `${file}-pipe`, `${file}-link`, `${file}-null`];
    await writeFile(file, "precious");
    execFileSync("mkfifo", [`${file}-pipe`]);
    await symlink(join(folder, "nowhere"), `${file}-link`);
    await symlink("/dev/null", `${file}-null`);
    for (const directory of places) {
      await assert.rejects(
        exportDataSpace({ client, serials: client, directory, toolVersion: "1" }),
        { code: "file-fault", message: /x.* is not a folder\. Choose an empty folder/ },
      );
    }
    assert.equal(await readFile(file, "utf8"), "precious");
    assert.equal((await readdir(folder)).length, places.length);
  });

  it("is written by one export at a time, also through a link to its folder", async () => {
    const [ours, linked] = [join(folder, "ours"), join(folder, "linked")];
    await mkdir(ours);
    await symlink(ours, linked);
    const results = await Promise.allSettled(
      [ours, linked].map((it) => run({ file: join(it, "x") })),
    );
    const [failed] = results.flatMap((it) =>
      it.status === "rejected" ? [it.reason as unknown] : [],
    );
    assert.equal(results.filter((it) => it.status === "fulfilled").length, 1);
    assert.ok(failed instanceof SurveyError && failed.code === "file-fault");
    assert.match(failed.message, /x is being written by another export\. Wait/);
  });

  for (const failing of [false, true]) {
    it(`is read again if it is .partial and was removed during the export, which ${failing ? "failed" : "succeeded"}`, async () => {
      let isRemoved = false;
      disturb = (answer) => {
        if (failing && isRemoved) {
          sendText(answer, "", 403);
        }
        return failing && isRemoved;
      };
      const [outcome] = await Promise.allSettled([
        run({
          onProgress: ({ responses }) => {
            if (responses > 4 && !isRemoved) {
              isRemoved = true;
              rmSync(`${file}.partial`, { recursive: true });
            }
          },
        }),
      ]);
      assert.ok(isRemoved);
      if (failing) {
        assert.ok(outcome.status === "rejected" && outcome.reason instanceof SurveyError);
        assert.equal(outcome.reason.code, "forbidden");
        const kept = keptItems(file);
        assert.ok(outcome.reason.message.includes(`${kept.length} responses are kept`));
        assert.deepEqual(kept, itemsJson(12).slice(0, kept.length));
        disturb = () => false;
        assert.equal((await run({ resume: true })).responses, 12);
      } else {
        assert.ok(outcome.status === "fulfilled");
        assert.match(outcome.value.warnings.join(), /were damaged, and were loaded again/);
      }
      assert.equal(await readFile(file, "utf8"), expectedJson(itemsJson(12), { endDateTime }));
    });
  }
});

describe("file system error", () => {
  const fault = (code: string, more: object = {}, what?: "read" | "written") => {
    const error = fileFault(
      Object.assign(new Error(`${code}: x`), { code, ...more }),
      "/a/x",
      what,
    );
    assert.ok(error instanceof SurveyError);
    return error;
  };

  it("says where, why and what to do for any code", () => {
    const codes = [
      "EACCES",
      "EEXIST",
      "EISDIR",
      "ELOOP",
      "ENOENT",
      "ENOSPC",
      "EPERM",
      "ERR_FS_EISDIR",
      "EWHATEVER",
    ];
    for (const what of ["read", "written"] as const) {
      for (const code of codes) {
        const { message } = fault(code, {}, what);
        assert.match(
          message,
          new RegExp(`^/a/x cannot be ${what}: [a-zA-Z ]+\\. [A-Z][a-z ,]+\\.$`),
        );
        assert.equal(message.includes(code), code === "EWHATEVER");
      }
    }
  });

  it("says on Windows that the file to replace is open", () => {
    const { platform } = process;
    try {
      Object.defineProperty(process, "platform", { value: "win32" });
      const renaming = { syscall: "rename", path: "/a/x.written", dest: "/a/x" };
      assert.match(
        fault("EPERM", renaming).message,
        /^\/a\/x cannot .* another program is using it/,
      );
      assert.match(fault("EPERM").message, /this account may not write/);
    } finally {
      Object.defineProperty(process, "platform", { value: platform });
    }
  });

  it("names its file, and leaves cancelling and programming errors as they are", () => {
    assert.match(fault("EISDIR", { path: "/a/x.partial" }).message, /^\/a\/x\.partial cannot/);
    const renaming = { syscall: "rename", path: "/a/x.written", dest: "/a/x" };
    assert.match(
      fault("ENOENT", renaming).message,
      /^\/a\/x\.written .*another program removed it/,
    );
    assert.match(fault("EROFS", renaming).message, /^\/a\/x cannot/);
    assert.equal(fault("ABORT_ERR", { name: "AbortError" }).code, "cancelled");
    const bug = Object.assign(new TypeError("x"), { code: "ERR_INVALID_ARG_TYPE" });
    assert.equal(fileFault(bug, "/a/x"), bug);
  });
});
