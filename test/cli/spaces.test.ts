import { strict as assert } from "node:assert";
import { Readable } from "node:stream";
import { spacesFor } from "../../src/cli/spaces.ts";

describe("Data spaces on the command line", () => {
  // Environment variables have no Korean letters, so that nothing of these names is left in theirs.
  const names = ["한국", "일본"];
  const dataSpace = names.map((it) => `${it}=https://${it === "한국" ? "a" : "b"}.example.com`);
  const around = () => ({
    environment: {},
    input: Readable.from(["space-a\nkey-a\nspace-b\nkey-b\n"]),
    signal: new AbortController().signal,
  });

  it("take their credentials from standard input if they would have the same variables", async () => {
    await assert.rejects(spacesFor(names, { dataSpace }, around()), /or use --credentials -/);
    const spaces = await spacesFor(names, { dataSpace, credentials: "-" }, around());
    assert.deepEqual(
      spaces.map((it) => [it.name, it.credentials]),
      [
        ["한국", { spaceId: "space-a", apiKey: "key-a" }],
        ["일본", { spaceId: "space-b", apiKey: "key-b" }],
      ],
    );
  });

  it("get the lines of standard input that are theirs, although a recipe does not name the ones before", async () => {
    const [space, ...others] = await spacesFor(["일본"], { dataSpace, credentials: "-" }, around());
    assert.deepEqual(others, []);
    assert.deepEqual(
      [space?.name, space?.credentials],
      ["일본", { spaceId: "space-b", apiKey: "key-b" }],
    );
  });

  it("use a Space ID of their own, also with the key of all and as the only one", async () => {
    const environment = {
      SURVEY_EXPLORER_SPACE_ID: "space-of-all",
      SURVEY_EXPLORER_API_KEY: "key-of-all",
      SURVEY_EXPLORER_SPACE_ID_PANEL: "space-of-panel",
    };
    const dataSpace = ["Panel=https://a.example.com"];
    const [space] = await spacesFor(["Panel"], { dataSpace }, { ...around(), environment });
    assert.deepEqual(space?.credentials, { spaceId: "space-of-panel", apiKey: "key-of-all" });
  });

  it("are refused if two have one name, as neither address nor lines of standard input are clear", async () => {
    const dataSpace = ["A=https://a.example.com", "A=https://b.example.com"];
    await assert.rejects(
      spacesFor(["A"], { dataSpace, credentials: "-" }, around()),
      /There are two addresses for "A"\. Give each --data-space another name\./,
    );
  });

  it('may have names with "=", as in the settings', async () => {
    const dataSpace = ["Wave=2=https://a.example.com/x=y#v2"];
    const [space] = await spacesFor(["Wave=2"], { dataSpace, credentials: "-" }, around());
    assert.deepEqual(
      [space?.name, space?.baseUrl, space?.version],
      ["Wave=2", "https://a.example.com/x=y", "v2"],
    );
  });
});
