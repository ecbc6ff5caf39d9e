import assert from "node:assert/strict";
import { bundledPackages, licenceProblems } from "../../scripts/packaging/bundled.ts";

describe("licences of bundled packages", () => {
  const problemsOf = (license: string) =>
    licenceProblems([{ name: "some", version: "1.0.0", license, notice: "" }]);

  it("must be on the list, alone or as one of several alternatives", () => {
    for (const license of ["MIT", "(MPL-2.0 OR Apache-2.0)", "WTFPL OR ISC"]) {
      assert.deepEqual(problemsOf(license), [], license);
    }
    for (const license of ["", "WTFPL", "GPL-3.0", "MIT AND GPL-3.0", "SEE LICENSE IN LICENSE"]) {
      assert.match(problemsOf(license).join(), /some 1\.0\.0 has the licence/, license);
    }
  });

  it("are found with their notices for each bundled package", async () => {
    const files = [
      "src/extension.ts",
      "node_modules/zod/v4/index.js",
      "node_modules/@hono/node-server/dist/a.js",
    ];
    const found = await bundledPackages([...files, ...files]);
    assert.deepEqual(
      found.map((it) => [it.name, it.license]),
      [
        ["@hono/node-server", "MIT"],
        ["zod", "MIT"],
      ],
    );
    assert.ok(found.every((it) => it.notice.includes("Permission is hereby granted")));
  });
});
