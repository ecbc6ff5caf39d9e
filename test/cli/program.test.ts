import { strict as assert } from "node:assert";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { runProgram } from "../../src/cli/program.ts";
import { localizable } from "../../src/model/localizable.ts";
import { programs } from "../support/programs.ts";

describe("command line program", () => {
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
