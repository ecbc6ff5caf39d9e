import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { format, resolveConfig } from "prettier";
import * as z from "zod";
import { repository } from "../../scripts/host/folders.ts";
import { manualPages } from "../../scripts/packaging/manualPages.ts";

const read = (path: string): string => readFileSync(join(repository, path), "utf8");
const manual = readdirSync(join(repository, "docs"))
  .filter((it) => it.endsWith(".md"))
  .map((it) => `docs/${it}`);
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "SUPPORT.md",
  ...manual,
];
const manifest = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string() })),
      configuration: z.array(z.object({ properties: z.record(z.string(), z.unknown()) })),
    }),
  })
  .parse(JSON.parse(read("package.json")));

/** Returns the links and pictures of a page, without those on the web. */
function linksOf(page: string): string[] {
  const text = read(page);
  const found = [
    ...text.matchAll(/\]\(([^)\s]+)\)/g),
    ...text.matchAll(/(?:src|srcset)="([^"]+)"/g),
  ];
  return found.map(([, link = ""]) => link).filter((it) => !/^https?:/.test(it));
}

const target = (page: string, link: string): string =>
  posix.join(posix.dirname(page), link.replace(/#.*/, ""));

describe("documents", () => {
  for (const page of pages) {
    it(`${page} links only to existing pages and pictures`, () => {
      const wrong = linksOf(page).filter((link) => {
        // Pages of the site that hosts the repository, such as ../../issues.
        const isElsewhere = target(page, link).startsWith("..");
        return !isElsewhere && !existsSync(join(repository, target(page, link)));
      });
      assert.deepEqual(wrong, []);
    });
  }

  it("link from the README to every page of the manual", () => {
    const reached = new Set(["README.md"]);
    for (const page of reached) {
      const links = linksOf(page).map((link) => target(page, link));
      links.filter((it) => pages.includes(it)).forEach((it) => reached.add(it));
    }
    assert.deepEqual(
      manual.filter((it) => !reached.has(it) && it !== "docs/README.md"),
      [],
    );
  });

  it("contain what the code declares (npm run manifest)", async () => {
    for (const [page, withDeclared] of Object.entries(manualPages)) {
      const filepath = join(repository, page);
      const options = { ...(await resolveConfig(filepath)), filepath };
      assert.equal(read(page), await format(withDeclared(read(page)), options));
    }
    assert.match(read("docs/commands.md"), /^\| `surveyExplorer\.copyAsSql` /m);
    assert.match(read("docs/commands.md"), /^\| `labelRow\?` .* csv\b/m);
    assert.match(
      read("docs/commands.md"),
      /`is: "between"` with one or more of `atLeast` \(number\)/,
    );
    assert.match(read("docs/export.md"), /^\| `parquet` /m);
  });

  it("describe every setting", () => {
    const text = read("docs/settings.md");
    const names = manifest.contributes.configuration.flatMap((it) => Object.keys(it.properties));
    assert.deepEqual(
      names.filter((it) => !text.includes(`\`${it}\``)),
      [],
    );
  });

  it("show three pictures in the README and keep its text short", () => {
    const text = read("README.md");
    assert.equal(text.match(/!\[/g)?.length, 3);
    assert.ok(text.length < 3000, `${text.length} characters`);
  });
});
