// npm run repository -- URL: writes the repository's URL into package.json, and from it the links of the page in the
// galleries, its badge and the places for questions.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { repository } from "./host/folders.ts";

const [given = ""] = process.argv.slice(2);
const url = given.replace(/(\.git)?\/*$/, "");
if (!/^https:\/\/[^/]+(\/[^/?#@]+){2,}$/.test(url)) {
  throw new Error("Name the repository: npm run repository -- https://github.com/OWNER/NAME");
}
const file = join(repository, "package.json");
const manifest = z.looseObject({}).parse(JSON.parse(await readFile(file, "utf8")));
const workflow = `${url}/actions/workflows/ci.yml`;
const isGitHub = url.startsWith("https://github.com/");
const links = {
  repository: { type: "git", url: `${url}.git` },
  homepage: `${url}#readme`,
  bugs: { url: `${url}/issues` },
  qna: `${url}/issues`,
  badges: isGitHub
    ? [{ url: `${workflow}/badge.svg`, href: workflow, description: "CI" }]
    : undefined,
};
await writeFile(file, `${JSON.stringify({ ...manifest, ...links }, undefined, 2)}\n`);
