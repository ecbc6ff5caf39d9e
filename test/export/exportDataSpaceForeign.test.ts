import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import * as z from "zod";
import type { ExportCopies } from "../../src/export/exportCopies.ts";
import { surveyFolderName } from "../../src/export/exportDataSpaceFolder.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { sentences } from "../../src/model/localizable.ts";
import { apiKey, clientFor, clientOf, spaceId } from "../client/support/clients.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import { startService } from "../service/support/dataSpace.ts";
import { json, text } from "../service/support/request.ts";
import { copiesIn, exportDataSpace, type ExportDataSpaceOptions } from "./support/exporting.ts";
import {
  foreignGroup,
  foreignStructure,
  groupId,
  startForeignSpace,
} from "./support/foreignSpace.ts";
import { itemsJson } from "./support/surveyServer.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

const surveys = [
  { surveyId: "one", responses: 11 },
  { surveyId: "two", responses: 0 },
  { surveyId: "three", responses: 6 },
];

function run(server: TestServer, directory: string, options: Partial<ExportDataSpaceOptions> = {}) {
  return exportDataSpace({
    client: clientFor(server),
    serials: clientOf(server, "v1"),
    directory,
    toolVersion: "1",
    ...options,
  });
}

/** Reads the exported files by path, without manifests, which contain times. */
async function content(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((it) => it.isFile() && !/(manifest|dataspace)\.json$/.test(it.name))
    .map((it) => join(it.parentPath, it.name))
    .sort();
  return Object.fromEntries(
    await Promise.all(
      files.map(async (it) => [relative(directory, it), await readFile(it, "utf8")] as const),
    ),
  );
}

function expected(all = surveys): Record<string, string> {
  const files = all.flatMap(({ surveyId, responses }) => {
    const at = `surveys/${surveyId}`;
    const link = foreignGroup(surveyId, 0).slice(0, -1);
    return [
      [`${at}/survey.json`, foreignStructure(surveyId)],
      [
        `${at}/collect-groups.json`,
        `[\n${link},"serial":"§${groupId(surveyId, 0)}"},\n${foreignGroup(surveyId, 1)}\n]\n`,
      ],
      [
        `${at}/responses.ndjson`,
        itemsJson(responses)
          .map((it) => `${it}\n`)
          .join(""),
      ],
    ] as const;
  });
  return Object.fromEntries(files.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Refuses the request with this number once. */
function refusing(number: number) {
  let refused = 0;
  return (_: string, response: Parameters<typeof sendText>[0], request: number) => {
    if (request !== number || refused++ > 0) {
      return false;
    }
    sendText(response, "", 403);
    return true;
  };
}

describe("export of a foreign data space", () => {
  const folder = folderOfEachTest();

  it("keeps every byte, unknown fields and the serials of collect groups", async () => {
    await using server = await startForeignSpace({ surveys });
    const directory = join(folder, "space");
    const result = await run(server, directory);
    assert.deepEqual(result, {
      directory,
      surveys: 3,
      responses: 17,
      warnings: [],
      warningTexts: [],
    });
    assert.deepEqual(await content(directory), expected());
    const manifest = z
      .looseObject({
        responses: z.number(),
        surveys: z.array(z.looseObject({ folder: z.string() })),
      })
      .parse(JSON.parse(await readFile(join(directory, "manifest.json"), "utf8")));
    assert.equal(manifest.responses, 17);
    assert.deepEqual(
      manifest.surveys.map((it) => it.folder),
      surveys.map((it) => it.surveyId),
    );
  });

  it("resumes to the same bytes after any request failed, without reading complete surveys again", async () => {
    let requests = Infinity;
    for (let number = 0; number < requests; number++) {
      await using folder = await temporaryFolder();
      const directory = join(folder.path, "space");
      await using server = await startForeignSpace({ surveys, disturb: refusing(number) });
      const failed = await run(server, directory).then(
        ({ warnings }) => {
          // A refused serial in v1 is only a warning.
          assert.equal(warnings.length, 1, `request ${number}`);
          return false;
        },
        (error: unknown) => {
          assert.ok(error instanceof SurveyError);
          assert.equal(error.code, "forbidden");
          return true;
        },
      );
      if (number === 0) {
        await using whole = await startForeignSpace({ surveys });
        await run(whole, join(folder.path, "whole"));
        requests = whole.requests.length;
      }
      if (!failed) {
        continue;
      }
      const kept = await readdir(directory).catch((): string[] => []);
      assert.ok(!kept.includes("dataspace.json"), `request ${number}`);
      const done = await readdir(join(directory, "surveys")).catch((): string[] => []);
      const before = server.requests.length;
      const result = await run(server, directory);
      assert.deepEqual(result, {
        directory,
        surveys: 3,
        responses: 17,
        warnings: [],
        warningTexts: [],
      });
      assert.deepEqual(await content(directory), expected(), `request ${number}`);
      assert.deepEqual((await readdir(directory)).sort(), [
        "dataspace.json",
        "manifest.json",
        "surveys",
      ]);
      const again = server.requests.slice(before).map((it) => it.url.pathname.split("/")[3] ?? "");
      assert.ok(!done.some((it) => again.includes(it)), `request ${number}`);
    }
    assert.ok(requests > 20, `${requests} requests`);
  });

  it("resumes to the same bytes after its process was killed", async () => {
    const program = join(import.meta.dirname, "support/dataSpaceChild.ts");
    for (const moment of [1, 2, 4, 6, 7, 8, 10]) {
      await using folder = await temporaryFolder();
      await using server = await startForeignSpace({ surveys });
      const directory = join(folder.path, "space");
      const child = spawn(process.execPath, [program, server.baseUrl, server.ca, directory], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(child, "exit");
      let said = "";
      child.stdout.on("data", (it: Buffer) => {
        said += it.toString();
        if (said.split("progress").length > moment) {
          child.kill("SIGKILL");
        }
      });
      await ended;
      if ((await readdir(directory)).includes("dataspace.json")) {
        // The export finished before the signal.
        continue;
      }
      const result = await run(server, directory);
      assert.deepEqual(result.warnings, []);
      assert.deepEqual(await content(directory), expected(), `moment ${moment}`);
    }
  });

  for (const moment of ["before", "while"]) {
    it(`leaves nothing of an export that was killed ${moment} what it had read of a survey was removed`, async () => {
      await using server = await startForeignSpace({ surveys });
      const [directory, killed] = [join(folder, "space"), join(folder, "killed")];
      const direct = copiesIn(join(folder, "copies"));
      const copies: ExportCopies = {
        ...direct,
        async removeCopy(copy) {
          const partial = dirname(await direct.copyFile(copy));
          if (!(await readdir(folder)).includes("killed")) {
            await cp(directory, killed, { recursive: true });
            const left = join(killed, relative(directory, partial));
            await (moment === "while" ? rename(left, join(dirname(left), "trash-1")) : undefined);
          }
          return direct.removeCopy(copy);
        },
      };
      await run(server, directory, { copies });
      assert.ok((await readdir(killed, { recursive: true })).some((it) => it.endsWith(".db")));
      await run(server, killed);
      const found = await content(killed);
      assert.deepEqual(Object.keys(found), Object.keys(expected()));
      assert.deepEqual(found, expected());
    });
  }

  it("stops when it is cancelled, and can be resumed", async () => {
    await using server = await startForeignSpace({ surveys });
    const directory = join(folder, "space");
    const abort = new AbortController();
    await assert.rejects(
      run(server, directory, {
        signal: abort.signal,
        onProgress: ({ survey }) => {
          if (survey === 3) {
            abort.abort(new SurveyError("cancelled", sentences("Cancelled.")));
          }
        },
      }),
      { code: "cancelled" },
    );
    assert.deepEqual((await readdir(join(directory, "surveys"))).sort(), ["one", "two"]);
    await run(server, directory);
    assert.deepEqual(await content(directory), expected());
  });

  it("continues after the data space got another name", async () => {
    await using server = await startForeignSpace({ surveys });
    const directory = join(folder, "space");
    const abort = new AbortController();
    const stopped = run(server, directory, {
      signal: abort.signal,
      onProgress: ({ reading }) => {
        if (reading) {
          abort.abort(new SurveyError("cancelled", sentences("Cancelled.")));
        }
      },
    });
    await assert.rejects(stopped, { code: "cancelled" });
    const left = await readdir(join(directory, ".unfinished"), { recursive: true });
    assert.ok(left.some((it) => it.endsWith("responses.ndjson.partial")));
    const { baseUrl, ca } = server;
    const address = { name: "Renamed", baseUrl, version: "v3", ca } as const;
    await run(server, directory, { client: clientFor(server, { address }) });
    assert.deepEqual(await content(directory), expected());
  });

  it("pauses when any request is answered with 401, and continues", async () => {
    for (const number of [1, 2, 3, 8]) {
      await using folder = await temporaryFolder();
      let refused = 0;
      await using server = await startForeignSpace({
        surveys,
        disturb: (path, response, request) => {
          if (request !== number || refused++ > 0 || path.endsWith("serial")) {
            return false;
          }
          sendText(response, "", 401);
          return true;
        },
      });
      const directory = join(folder.path, "space");
      const reasons: string[] = [];
      await run(server, directory, { onPause: async ({ code }) => void reasons.push(code) });
      assert.deepEqual(reasons, ["unauthorized"], `request ${number}`);
      assert.deepEqual(await content(directory), expected());
    }
  });

  it("does not pause again if it is stopped during a pause", async () => {
    await using server = await startForeignSpace({
      surveys,
      disturb: (path, response) => {
        const isRefused = path.endsWith("/responses");
        if (isRefused) {
          sendText(response, "", 401);
        }
        return isRefused;
      },
    });
    let asked = 0;
    const stopped = run(server, join(folder, "space"), {
      onPause: async (reason) => {
        asked++;
        throw reason;
      },
    });
    await assert.rejects(stopped, { code: "unauthorized", message: /Export into the same folder/ });
    assert.equal(asked, 1);
  });

  it("writes nothing if a survey is unknown", async () => {
    await using server = await startForeignSpace({ surveys });
    const directory = join(folder, "space");
    await assert.rejects(run(server, directory, { surveyIds: ["one", "four"] }), {
      code: "not-found",
      message: /"four"/,
    });
    assert.deepEqual(await readdir(folder), []);
  });

  it("exports each selected survey once", async () => {
    await using server = await startForeignSpace({ surveys });
    const directory = join(folder, "space");
    const result = await run(server, directory, { surveyIds: ["three", "one", "three"] });
    assert.equal(result.surveys, 2);
    assert.deepEqual(await readdir(join(directory, "surveys")), ["one", "three"]);
  });

  it("does not overwrite the content of a folder", async () => {
    await using server = await startForeignSpace({ surveys, disturb: refusing(14) });
    const directory = join(folder, "space");
    await assert.rejects(run(server, directory), { code: "forbidden" });
    await assert.rejects(run(server, directory, { surveyIds: ["one"] }), {
      code: "invalid-input",
      message: /unfinished export of other surveys/,
    });
    const other = clientFor(server, {
      credentials: async () => ({ spaceId: "another", apiKey }),
    });
    await assert.rejects(run(server, directory, { client: other }), { code: "invalid-input" });
    await run(server, directory);
    const before = await readFile(join(directory, "dataspace.json"), "utf8");
    const requests = server.requests.length;
    await assert.rejects(run(server, directory), { code: "file-exists" });
    assert.equal(server.requests.length, requests);
    assert.equal(await readFile(join(directory, "dataspace.json"), "utf8"), before);

    const mine = join(folder, "mine");
    await mkdir(mine);
    await writeFile(join(mine, "a"), "mine");
    await assert.rejects(run(server, mine), { code: "file-exists", message: /not empty/ });
    await assert.rejects(run(server, "relative"), { code: "invalid-input" });
    await assert.rejects(run(server, join(folder, "none", "space")), { code: "file-fault" });
    await assert.rejects(run(server, join(mine, "a")), { code: "file-fault" });
    assert.deepEqual(await readdir(mine), ["a"]);
  });

  it("begins again in a folder in which it could not write its first file", async () => {
    await using server = await startForeignSpace({ surveys });
    const directory = join(folder, "space");
    const [unfinished, done] = [".unfinished", "surveys"].map((it) => join(directory, it));
    assert.ok(unfinished !== undefined && done !== undefined);
    await mkdir(unfinished, { recursive: true });
    await mkdir(done);
    const mine = join(done, "mine");
    await writeFile(mine, "");
    await assert.rejects(run(server, directory), { code: "file-exists", message: /not empty/ });
    await rm(mine);
    await writeFile(join(unfinished, "export.json.written"), "{");
    await run(server, directory);
    assert.deepEqual(await content(directory), expected());
  });

  it("does not write through links in an unfinished export", async () => {
    await using server = await startForeignSpace({ surveys, disturb: refusing(8) });
    const directory = join(folder, "space");
    await assert.rejects(run(server, directory), { code: "forbidden" });
    const [place = ""] = (await readdir(join(directory, ".unfinished"))).filter(
      (it) => it !== "export.json",
    );
    const elsewhere = join(folder, "elsewhere");
    await mkdir(elsewhere);
    await rm(join(directory, ".unfinished", place), { recursive: true });
    await symlink(elsewhere, join(directory, ".unfinished", place));
    await assert.rejects(run(server, directory), { code: "file-fault" });
    assert.deepEqual(await readdir(elsewhere), []);
  });

  it("writes surveys with hostile IDs into separate folders below its directory", async () => {
    const ids = [
      "../../up",
      "/",
      ".hidden",
      "nul",
      "é",
      "e\u0301",
      "a:b",
      "Same",
      "same",
      "..\\x",
      "y".repeat(400),
    ];
    const unaskable = ["..", "."];
    const hostile = [...ids, ...unaskable].map((surveyId) => ({ surveyId, responses: 2 }));
    await using server = await startForeignSpace({ surveys: hostile });
    const directory = join(folder, "deep", "space");
    await mkdir(dirname(directory));
    const result = await run(server, directory);
    assert.equal(result.surveys, ids.length);
    assert.equal(result.warnings.length, unaskable.length);
    for (const id of unaskable) {
      assert.ok(result.warnings.some((it) => it.includes(`(${id}) was left out`)));
    }
    assert.deepEqual(await readdir(folder), ["deep"]);
    assert.deepEqual(await readdir(dirname(directory)), [basename(directory)]);
    const folders = await readdir(join(directory, "surveys"));
    assert.equal(new Set(folders.map((it) => it.toLowerCase())).size, ids.length);
    for (const name of folders) {
      assert.match(name, /^[\w-]{1,64}$/);
      assert.ok((await readdir(join(directory, "surveys", name))).includes("responses.ndjson"));
    }
    await using copy = await startService(["--directory", directory]);
    for (const id of ids) {
      const path = `/v3/surveys/${encodeURIComponent(id)}`;
      assert.equal(await text(copy, path), foreignStructure(id));
      const page = z
        .object({ responses: z.array(z.unknown()) })
        .parse(await json(copy, `${path}/responses`));
      assert.equal(page.responses.length, 2);
      const group = encodeURIComponent(groupId(id, 0));
      assert.equal(await json(copy, `/v1/collect-groups/${group}/serial`), `§${groupId(id, 0)}`);
    }
  });

  it("removes control and direction characters from warnings", async () => {
    const evil = { surveyId: "e\u001b[31m\u202evil", responses: 1 };
    await using server = await startForeignSpace({
      surveys: [{ surveyId: "one", responses: 1 }, evil],
      disturb: (path, response) => {
        const isLost = path.endsWith(encodeURIComponent(evil.surveyId));
        if (isLost) {
          sendText(response, "", 404);
        }
        return isLost;
      },
    });
    const { warnings } = await run(server, join(folder, "space"));
    const manifest = await readFile(join(folder, "space", "manifest.json"), "utf8");
    for (const told of [warnings.join(""), manifest]) {
      assert.match(told, /\(e\[31mvil\) was left out/);
      for (const sign of ["\u001b", "\\u001b", "\u202e"]) {
        assert.ok(!told.includes(sign), JSON.stringify(sign));
      }
    }
  });

  it("warns of missing serials and details of collect groups, and keeps the data of the list", async () => {
    await using server = await startForeignSpace({
      surveys: [{ surveyId: "one", responses: 1 }],
      disturb: (path, response) => {
        const isGone = path.startsWith("/v1/") || path.endsWith("one%7C1");
        if (isGone) {
          sendText(response, "", 404);
        }
        return isGone;
      },
    });
    const directory = join(folder, "space");
    const { warnings } = await run(server, directory);
    assert.match(warnings.join("\n"), /serial of the collect group "one\|0" is missing/);
    assert.match(warnings.join("\n"), /"one\|1", only the data in the list/);
    assert.equal(warnings.length, 2);
    assert.equal(
      await readFile(join(directory, "surveys/one/collect-groups.json"), "utf8"),
      `[\n${foreignGroup("one", 0)},\n${foreignGroup("one", 1)}\n]\n`,
    );
  });

  it("keeps a collect group listed by two surveys in both, and can be opened", async () => {
    const group = (surveyId: string, more = "") =>
      `{"collectGroupId":"g","surveyId":"${surveyId}","label":"Of ${surveyId}"${more}}`;
    const detail = group("two", `,"targetCnt":500,"quota":[1.50]`);
    await using server = await startForeignSpace({
      surveys,
      disturb: (path, response) => {
        const lister = /surveys\/(one|two)\/collect-groups$/.exec(path)?.[1];
        const answer = path.endsWith("/g") ? detail : lister && `[${group(lister)}]`;
        if (answer !== undefined) {
          sendText(response, answer);
        }
        return answer !== undefined;
      },
    });
    const directory = join(folder, "space");
    const { warnings } = await run(server, directory);
    assert.match(warnings.join("\n"), /"g" of the survey "one", .* the one in the survey "two"/);
    assert.equal(warnings.length, 1);
    const groupsOf = (surveyId: string) =>
      readFile(join(directory, "surveys", surveyId, "collect-groups.json"), "utf8");
    assert.equal(await groupsOf("one"), `[\n${group("one")}\n]\n`);
    assert.equal(await groupsOf("two"), `[\n${detail}\n]\n`);
    await using copy = await startService(["--directory", directory]);
    assert.equal(await text(copy, "/v3/collect-groups/g"), detail);
    for (const surveyId of ["one", "two"]) {
      assert.equal(
        await text(copy, `/v3/surveys/${surveyId}/collect-groups`),
        `[${group(surveyId)}]`,
      );
    }
  });

  it("warns of a collect group of another survey, which the local data space cannot open", async () => {
    const group = `{"collectGroupId":"g","surveyId":"two"}`;
    await using server = await startForeignSpace({
      surveys,
      disturb: (path, response) => {
        const isOurs = path.endsWith("/one/collect-groups") || path.endsWith("/g");
        if (isOurs) {
          sendText(response, path.endsWith("/g") ? group : `[${group}]`);
        }
        return isOurs;
      },
    });
    const directory = join(folder, "space");
    const { warnings } = await run(server, directory);
    assert.match(warnings.join("\n"), /"g" says .* survey "two", although the survey "one" lists/);
    await assert.rejects(startService(["--directory", directory]), /\[0\]\.surveyId: it is two/);
  });

  it("warns of responses without required fields, which the local data space cannot open", async () => {
    await using server = await startForeignSpace({
      surveys: [{ surveyId: "one", responses: 1 }],
      items: [
        `{"responseId":"r1","finishedAt":"2025-03-01"}`,
        `{"finishedAt":"2025-02-01T00:00:00"}`,
      ],
    });
    const directory = join(folder, "space");
    const { responses, warnings } = await run(server, directory);
    assert.equal(responses, 2);
    assert.match(warnings.join("\n"), /2 responses .* cannot open a directory/);
    await assert.rejects(startService(["--directory", directory]), /responses\.ndjson:1/);
  });

  it("explains that it uses API v3 if the service does not have it", async () => {
    await using server = await startForeignSpace({
      surveys,
      disturb: (_, response) => {
        sendText(response, "", 404);
        return true;
      },
    });
    await assert.rejects(run(server, join(folder, "space")), {
      code: "not-found",
      message: /always exported through API v3/,
    });
    assert.deepEqual(await readdir(folder), []);
  });

  it("writes the API key into no file, including those of an unfinished export", async () => {
    await using server = await startForeignSpace({ surveys, disturb: refusing(10) });
    const directory = join(folder, "space");
    const pair = `${spaceId}:${apiKey}`;
    const spellings = [
      ...[apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1), spaceId].map(
        (it) => Buffer.from(it),
      ),
      ...(["utf16le"] as const).map((it) => Buffer.from(apiKey, it)),
      ...[apiKey, pair].flatMap((it) =>
        (["hex", "base64", "base64url"] as const).map((encoding) =>
          Buffer.from(Buffer.from(it).toString(encoding).replace(/=+$/, "")),
        ),
      ),
    ];
    const check = async () => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      const files = entries.filter((it) => it.isFile());
      assert.ok(files.length > 2);
      for (const it of files) {
        const bytes = await readFile(join(it.parentPath, it.name));
        assert.ok(!spellings.some((spelling) => bytes.includes(spelling)), it.name);
      }
    };
    await assert.rejects(run(server, directory), { code: "forbidden" });
    await check();
    await run(server, directory);
    await check();
  });
});

describe("folder name of a survey", () => {
  it("is the ID if that is safe", () => {
    for (const id of ["s000000z8", "SV_1-a", "x".repeat(64)]) {
      assert.equal(surveyFolderName(id, new Set()), id);
    }
  });

  it("is unique on any file system", () => {
    const taken = new Set(["same"]);
    assert.match(surveyFolderName("Same", taken), /^Same-[0-9a-f]{16}$/);
    const hashed = surveyFolderName("a b", new Set());
    assert.match(hashed, /^a_b-[0-9a-f]{16}$/);
    // The hashed name is also a possible survey ID.
    assert.notEqual(surveyFolderName(hashed, new Set()), hashed);
    for (const id of ["con", "Com1", "", "..", "a.", "-".repeat(65), "\ud800", "\ud801"]) {
      assert.match(surveyFolderName(id, new Set()), /^[\w-]*-[0-9a-f]{16}$/);
    }
    assert.notEqual(surveyFolderName("\ud800", new Set()), surveyFolderName("\ud801", new Set()));
  });
});
