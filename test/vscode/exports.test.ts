import { strict as assert } from "node:assert";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import type { TestServer } from "../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "../export/support/liveServer.ts";
import { exportItem } from "../../src/vscode/exports/exportTree.ts";
import { addDataSpace, run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

interface Exported {
  readonly responses: number;
  readonly sha256: string;
  readonly verification?: { readonly ok: boolean; readonly responses: number };
}

interface Compared {
  readonly ok: boolean;
  readonly responses: number;
  readonly missing: number;
  readonly extra: number;
  readonly doubled: number;
  readonly repaired: boolean;
}

interface Entry {
  readonly file: string;
  readonly label: string;
  readonly done?: { readonly responses: number; readonly sha256: string };
  readonly reached?: number;
  readonly verification?: { readonly ok: boolean };
}

const key = "key-that-stands-nowhere";
const dataSpace = "Exports";
const surveyId = "S1";
const count = 1200;

function item(order: number): LiveItem {
  const [minute, second] = [Math.floor(order / 120) % 60, Math.floor(order / 2) % 60];
  const finishedAt = `2025-03-27T10:${String(minute).padStart(2, "0")}:${String(second).padStart(2, "0")}`;
  const id = String(order).padStart(5, "0");
  return {
    finishedAt,
    order,
    json: `{"responseId":"r${id}", "finishedAt":"${finishedAt}","big":9007199254740993}`,
  };
}

/** Another response in the last second. */
const border = item(count - 1).json.replace(/"r\d+"/, '"r-border"');

describe("Exports by command", () => {
  let server: TestServer;
  const folder = folderOfSuite();
  const arriving: LiveItem[] = [];
  let beforePage: () => Promise<unknown> | undefined = () => undefined;

  before(async () => {
    server = await startLiveServer({
      version: "v3",
      items: Array.from({ length: count }, (_, order) => item(order)),
      arrive: () => arriving.splice(0),
      disturb: async ({ pathname }) => {
        if (/responses(\/metadata)?$/.test(pathname)) {
          await beforePage();
        }
        return false;
      },
    });
    const credentials = { spaceId: "space", apiKey: key };
    await addDataSpace({ name: dataSpace, version: "v3", ...credentials }, server, folder);
    await run("clearExports", {});
  });

  afterEach(() => {
    beforePage = () => undefined;
  });

  after(async () => {
    await run("clearExports", {});
    await run("removeDataSpace", { dataSpace });
    await server[Symbol.asyncDispose]();
  });

  const target = (name: string) => ({
    dataSpace,
    surveyId,
    file: join(folder, name),
    format: name.endsWith(".json") ? "json" : "ndjson",
  });
  const compare = (name: string, more: object = {}) =>
    run<Compared>("verifyExport", { dataSpace, file: join(folder, name), ...more });

  it("write tables in every format with a codebook, verify them and add new responses", async () => {
    for (const format of ["csv", "xlsx", "parquet", "sav"]) {
      const name = `table.${format}`;
      const wanted = { ...target(name), format, layout: "wide", codebook: "md", overwrite: true };
      const { responses } = await run<Exported>("exportResponses", wanted);
      assert.equal(responses, count);
      const { ok } = await compare(name);
      assert.equal(ok, true);
    }
    assert.match(await readFile(join(folder, "table.codebook.md"), "utf8"), /responseId/);
    const lines = (await readFile(join(folder, "table.csv"), "utf8")).split("\r\n");
    assert.equal(lines.length, count + 2);
    const since = join(folder, "table.csv.manifest.json");
    const { responses } = await run<Exported>("exportNew", {
      since,
      file: join(folder, "table new.csv"),
    });
    assert.equal(responses, 0);
    const [header] = (await readFile(join(folder, "table new.csv"), "utf8")).split("\r\n");
    assert.equal(header, lines[0]);
    for (const name of ["table.csv", "table.xlsx", "table.parquet", "table.sav", "table new.csv"]) {
      await run("removeExport", { file: join(folder, name) });
    }
  });

  it("reject options that the format does not support", async () => {
    const refused = [
      { partition: "day" },
      { format: "xlsx", preset: "excel" },
      { codebook: "csv" },
    ];
    for (const more of refused) {
      const wanted = { ...target("refused.json"), ...more };
      await assert.rejects(run("exportResponses", wanted), { code: "invalid-input" });
    }
  });

  it("write a codebook alone", async () => {
    const file = join(folder, "codebook.csv");
    const wanted = { dataSpace, surveyId, file, format: "csv" };
    const result = await run<{ file: string; bytes: number }>("exportCodebook", wanted);
    assert.deepEqual(result, { file, bytes: (await stat(file)).size });
    await assert.rejects(run("exportCodebook", wanted), { code: "file-exists" });
    const [preset, plain] = ["excel", await readFile(file, "utf8")];
    await run("exportCodebook", { ...wanted, preset, overwrite: true });
    assert.equal(await readFile(file, "utf8"), `\ufeff${plain}`);
    const other = { ...wanted, file: join(folder, "codebook.md"), format: "md", preset };
    await assert.rejects(run("exportCodebook", other), { code: "invalid-input" });
  });

  it("are verified as complete", async () => {
    await run("exportResponses", target("whole.json"));
    const { ok, responses, missing, extra, doubled } = await compare("whole.json");
    assert.deepEqual(
      { ok, responses, missing, extra, doubled },
      { ok: true, responses: count, missing: 0, extra: 0, doubled: 0 },
    );
  });

  it("are verified as part of the export only on request", async () => {
    const compared = await run<Exported>("exportMetadata", {
      ...target("compared.ndjson"),
      verify: true,
    });
    assert.equal(compared.verification?.ok, true);
    assert.equal(compared.verification.responses, count);
    const plain = await run<Exported>("exportMetadata", target("plain.ndjson"));
    assert.equal(plain.verification, undefined);
  });

  it("are verified as changed and repaired to the original bytes", async () => {
    const file = join(folder, "changed.ndjson");
    await run("exportResponses", target("changed.ndjson"));
    const text = await readFile(file, "utf8");
    const lines = text.split("\n");
    lines.splice(500, 1);
    lines.splice(800, 0, lines[800] ?? "");
    await writeFile(file, lines.join("\n"));
    const found = await compare("changed.ndjson");
    assert.equal(found.ok, false);
    assert.deepEqual([found.missing, found.extra, found.doubled], [1, 0, 1]);
    assert.equal(
      await readFile(file, "utf8"),
      lines.join("\n"),
      "verifying leaves the file unchanged",
    );
    const repaired = await run<Compared>("repairExport", { dataSpace, file });
    assert.deepEqual([repaired.ok, repaired.repaired], [true, true]);
    assert.equal(await readFile(file, "utf8"), text);
    const again = await compare("changed.ndjson");
    assert.deepEqual([again.ok, again.responses], [true, count]);
  });

  it("reject after a sign-out and continue to the same bytes", async () => {
    const { sha256 } = await run<Exported>("exportResponses", target("undisturbed.json"));
    const file = join(folder, "broken-off.json");
    let pages = 0;
    // The page is answered only after that, because the export could end before it otherwise.
    beforePage = () => (++pages === 20 ? run("signOut", { dataSpace }) : undefined);
    await assert.rejects(run("exportResponses", target("broken-off.json")), { code: "signed-out" });
    beforePage = () => undefined;
    assert.ok((await stat(`${file}.partial`)).isDirectory());
    await assert.rejects(run("continueExport", { file }), { code: "signed-out" });
    await run("signIn", { dataSpace, spaceId: "space", apiKey: key });
    const result = await run<Exported>("continueExport", { file });
    assert.deepEqual([result.responses, result.sha256], [count, sha256]);
    await assert.rejects(stat(`${file}.partial`), { code: "ENOENT" });
    await assert.rejects(run("continueExport", { file }), {
      code: "invalid-input",
      message: /is complete/,
    });
  });

  it("of new responses add up to a full export together with the previous one", async () => {
    await run("exportResponses", target("before.ndjson"));
    // One of them is in the second in which the earlier export ended.
    const fresh = Array.from({ length: 25 }, (_, index) => item(count + index));
    arriving.push(...fresh, { ...item(count - 1), order: count + 100, json: border });
    await run("exportMetadata", target("arrival.ndjson"));
    const since = join(folder, "before.ndjson.manifest.json");
    const file = join(folder, "new.ndjson");
    const added = await run<Exported>("exportNew", { since, file });
    assert.equal(added.responses, fresh.length + 1);
    const again = await run<Exported>("exportResponses", {
      ...target("new-again.ndjson"),
      since: vscode.Uri.file(since),
    });
    assert.equal(again.sha256, added.sha256);
    await run("exportResponses", target("after.ndjson"));
    const [before, more, after] = await Promise.all(
      ["before.ndjson", "new.ndjson", "after.ndjson"].map(async (name) =>
        (await readFile(join(folder, name), "utf8")).trimEnd().split("\n"),
      ),
    );
    assert.deepEqual([...(more ?? []), ...(before ?? [])].sort(), after?.sort());
    await assert.rejects(
      run("exportResponses", { ...target("other.ndjson"), surveyId: "S2", since }),
      { code: "invalid-input" },
    );
    for (const name of ["before", "arrival", "new", "new-again", "after"]) {
      await run("removeExport", { file: join(folder, `${name}.ndjson`) });
    }
  });

  it("that fail to start are not listed, and keep the previous entry of the file", async () => {
    const { file } = target("whole.json");
    await assert.rejects(run("exportResponses", target("whole.json")), { code: "file-exists" });
    await assert.rejects(run("exportResponses", { ...target("new.json"), dataSpace: "None" }), {
      code: "unknown-data-space",
    });
    await assert.rejects(run("removeExport", { file: join(folder, "new.json") }), {
      code: "invalid-input",
      message: /not in the list/,
    });
    const [entry] = await run<Entry[]>("removeExport", { file });
    assert.equal(entry?.file, file);
    assert.equal(entry.label, "Live");
    assert.equal(entry.done?.responses, count);
    assert.equal(entry.verification?.ok, true);
  });

  it("apply a filter, also to new responses, and reject an invalid filter", async () => {
    const wanted = Array.from({ length: count }, (_, order) => item(order).json)
      .filter((it) => /"r\d*77/.test(it))
      .map((it) => `${it}\n`);
    const filter = {
      duration: undefined,
      conditions: [{ kind: "metadata", name: "responseId", is: "contains", text: "77" }],
    };
    for (const command of ["exportResponses", "exportMetadata"]) {
      const file = join(folder, `${command}.ndjson`);
      const { responses, verification } = await run<Exported>(command, {
        ...target(`${command}.ndjson`),
        filter,
        verify: true,
      });
      assert.deepEqual([responses, verification?.ok], [wanted.length, true]);
      assert.equal(await readFile(file, "utf8"), wanted.toReversed().join(""));
      const since = `${file}.manifest.json`;
      const next = join(folder, `${command} new.ndjson`);
      assert.equal((await run<Exported>("exportNew", { since, file: next })).responses, 0);
      await run("removeExport", { file });
      await run("removeExport", { file: next });
    }
    const answered = { kind: "variable", name: "Q1", is: "oneOf", values: ["1"], missing: [] };
    await assert.rejects(
      run("exportMetadata", { ...target("no.json"), filter: { conditions: [answered] } }),
      { code: "invalid-input", message: /"Q1": response metadata do not have it/ },
    );
    await assert.rejects(
      run("exportResponses", { ...target("no.json"), filter: { conditions: ["Q1"] } }),
      { code: "invalid-input", message: /filter\.conditions/ },
    );
  });

  it("write a manifest that VS Code validates against its schema", async () => {
    await run("exportResponses", target("known.json"));
    const known = await readFile(join(folder, "known.json.manifest.json"), "utf8");
    const problems = async (name: string, content: string) => {
      const file = join(folder, `${name}.json.manifest.json`);
      // VS Code reports a duplicate key in any file, together with what the schema reports. So there is always something to
      // wait for.
      await writeFile(file, content.replace("{", '{"twice": 1, "twice": 1,'));
      const { document } = await vscode.window.showTextDocument(vscode.Uri.file(file));
      let told: string[];
      do {
        await setTimeout(50);
        told = vscode.languages.getDiagnostics(document.uri).map((it) => it.message);
      } while (told.length === 0);
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      await rm(file);
      return told.filter((it) => it !== "Duplicate object key");
    };
    assert.deepEqual(await problems("whole", known), []);
    const odd = { ...(JSON.parse(known) as object), pages: "many" };
    assert.match((await problems("odd", JSON.stringify(odd))).join(), /Expected "integer"/);
    assert.deepEqual(await problems("foreign", '{"pages": "many"}'), [], "a foreign manifest");
    await run("removeExport", { file: join(folder, "known.json") });
  });

  it("open on a click only if their file exists", () => {
    const commandOf = (state: "complete" | "missing") => {
      const format = "csv" as const;
      const { file } = target(`rows.${format}`);
      const node = { kind: "export", dataSpace, file } as const;
      const [kind, query, startedAt] = ["responses", {}, 0] as const;
      const entry = { dataSpace, surveyId, label: "", kind, query, file, format, startedAt };
      return exportItem({ node, entry, state }).command?.command;
    };
    assert.equal(commandOf("complete"), "surveyExplorer.openExport");
    assert.equal(commandOf("missing"), undefined);
  });

  it("are listed newest first, without the key", async () => {
    const list = await run<Entry[]>("clearExports", {});
    assert.deepEqual(
      list.map((it) => it.file),
      [
        "broken-off.json",
        "undisturbed.json",
        "changed.ndjson",
        "plain.ndjson",
        "compared.ndjson",
      ].map((name) => join(folder, name)),
    );
    assert.ok(list.every((it) => it.done?.responses === count && it.reached === undefined));
    assert.ok(!JSON.stringify(list).includes(key));
    assert.deepEqual(await run<Entry[]>("clearExports", {}), []);
    // Only the list is emptied; the files stay.
    assert.ok((await stat(join(folder, "undisturbed.json"))).isFile());
  });
});
