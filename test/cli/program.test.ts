import { strict as assert } from "node:assert";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { allCommands } from "../../src/cli/allCommands.ts";
import { checkNode } from "../../src/cli/nodeVersion.ts";
import { runProgram } from "../../src/cli/program.ts";
import { exportFormats, optionsOf } from "../../src/formats/kinds/formats.ts";
import { localizable } from "../../src/model/localizable.ts";
import { exportSchema } from "../../src/recipe/exportSchemas.ts";
import { temporaryFolder } from "../service/support/dataSpace.ts";
import { programs } from "../support/programs.ts";

import { runShell } from "./support/shell.ts";

describe("command line program", () => {
  it("shows its help in Korean", async () => {
    const cwd = temporaryFolder();
    const environment = { LC_ALL: "ko_KR.UTF-8" };
    for (const name of Object.keys(allCommands)) {
      const { code, out } = await runShell([name, "--help"], { cwd, environment });
      assert.equal(code, 0);
      assert.match(out, /^사용법:[^]*\n옵션:[^]*--json +표준[^]*-h, --help +이 명령의 도움말/);
      // The example after it is a command line.
      const [help = ""] = out.split("\n예:");
      assert.doesNotMatch(help, /(?<!-)\b[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/);
    }
  });

  for (const locale of ["en_US.UTF-8", "ko_KR.UTF-8"]) {
    it(`fits its help into 80 columns in ${locale}`, async () => {
      const cwd = temporaryFolder();
      for (const name of ["help", ...Object.keys(allCommands)]) {
        const { out } = await runShell([name, "--help"], { cwd, environment: { LANG: locale } });
        const lines = out.split("\n").filter((it) => !it.startsWith("  survey-explorer "));
        const columns = (line: string) => line.length + line.replace(/[^가-힣]/g, "").length;
        assert.ok(lines.length > 5, out);
        assert.deepEqual(
          lines.filter((it) => columns(it) > 80),
          [],
        );
      }
    });
  }

  it("offers in the help only what a command takes", async () => {
    const cwd = temporaryFolder();
    const helpOf = async (name: string) => (await runShell([name, "--help"], { cwd })).out;
    assert.match(await helpOf("surveys"), /--credentials <value>[^]*with --credentials -\./);
    const mcp = await helpOf("mcp");
    assert.match(mcp, /SURVEY_EXPLORER_API_KEY/);
    assert.doesNotMatch(mcp, /--credentials/);
    assert.doesNotMatch(await helpOf("serve"), /SURVEY_EXPLORER_API_KEY/);
    assert.match(await helpOf("export"), /--fresh <value>[^]*--copies <value>/);
    assert.doesNotMatch(await helpOf("metadata"), /--fresh|--copies/);
  });

  it("names the formats that an option is for", () => {
    for (const option of ["labelRow", "preset", "partition"] as const) {
      const formats = exportFormats.filter((it) => optionsOf(it).includes(option));
      const { description = "" } = exportSchema.shape[option];
      assert.ok(description.startsWith(`For ${formats.join(", ")}: `), description);
    }
  });

  it("says which Node it needs if this one lacks what commands import", () => {
    assert.throws(() => checkNode({}, "20.20.2"), {
      code: "invalid-input",
      message: /needs Node 22\.15 or newer, and this is Node 20\.20\.2\. Install a newer one\.$/,
    });
    checkNode();
  });

  it("reports that the code of a command cannot be loaded", async () => {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const load = async () => Promise.reject(new Error("Cannot find module check.js"));
    const exit = await runProgram({
      commands: { check: { summary: localizable("Check"), load } },
      args: ["check", "--json"],
      environment: {},
      input: Readable.from([]),
      out: out as unknown as NodeJS.WriteStream,
      err: err as unknown as NodeJS.WriteStream,
      signal: new AbortController().signal,
      programs,
      translations: { locale: "en", strings: {} },
      toolVersion: "1",
    });
    out.end();
    err.end();
    assert.equal(exit, 1);
    assert.match(await text(err), /^Cannot find module check\.js$/m);
    assert.deepEqual(JSON.parse(await text(out)), {
      error: { code: "unknown", message: "Cannot find module check.js" },
    });
  });
});
