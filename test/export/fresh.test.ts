import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { SurveyError } from "../../src/model/errors.ts";
import type { ContentFilter } from "../../src/model/responseFilter.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { timeOfSeconds } from "../../src/model/time.ts";
import type { ReadQuery } from "../../src/reader/readQuery.ts";
import { formats } from "./support/exported.ts";
import { itemsIn, keptItems, type ExportResponsesOptions } from "./support/exporting.ts";
import {
  epoch,
  isResponsePage,
  itemOf,
  itemsOf,
  KeptSurvey,
  lateIn,
  linesOf,
  serve,
} from "./support/keptSurvey.ts";
import type { LiveItem } from "./support/liveServer.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

/** Changes of a survey at the service, and the warning when its copy is brought up to date. */
const changes: Record<
  string,
  { readonly change: (version: ApiVersion) => LiveItem[]; readonly told?: RegExp }
> = {
  "responses were added, some in the last second": {
    change: (version) => [
      ...itemsOf(version),
      ...[60, 61, 62, 63, 64].map((it) => itemOf(version, it)),
      { ...itemOf(version, 59), ...lateIn(version, 59, "x") },
    ],
  },
  "a response was deleted": {
    change: (version) => itemsOf(version).filter((it) => it.order !== 21),
    told: /\(responses gone: 1; added behind it: 0\), so the differing responses were loaded again/,
  },
  "the newest response was deleted": {
    change: (version) => itemsOf(version).filter((it) => it.order !== 59),
    told: /\(responses gone: 1; added behind it: 0/,
  },
  "one of two equal responses was deleted": {
    change: (version) => itemsOf(version).filter((it) => it.order !== 20),
    told: /\(responses gone: 1; added behind it: 0/,
  },
  "a response has come late": {
    change: (version) => [...itemsOf(version), lateIn(version, 9, "late")],
    told: /\(responses gone: 0; added behind it: 1\)/,
  },
  "a response was deleted, one has come late, and some are new": {
    change: (version) => [
      ...itemsOf(version).filter((it) => it.order !== 30),
      lateIn(version, 4, "late"),
      ...[60, 61, 62].map((it) => itemOf(version, it)),
    ],
    told: /\(responses gone: 1; added behind it: \d\)/,
  },
  "all responses were deleted": { change: () => [], told: /\(responses gone: 60/ },
};

/** Asserts that the pages ask only for what is new, or go on from the last second that was reached. */
function assertReadOn(pages: readonly URL[], kept: readonly string[]): void {
  const [, reached = ""] = /"finishedAt":"([^"]*)"/.exec(kept.at(-1) ?? "") ?? [];
  const isOn = ({ searchParams: it }: URL) =>
    it.has("startDateTime") || (it.get("endDateTime") ?? "~") <= reached;
  assert.ok(pages.length > 0 && pages.every(isOn), pages.join("\n"));
}

for (const version of apiVersions) {
  describe(`exports of a survey with a copy in ${version}`, () => {
    const folder = folderOfEachTest();

    it("request no responses in any format if nothing is new", async () => {
      await using server = await serve(version, itemsOf(version));
      const survey = new KeptSurvey(folder, version);
      const first = await survey.export(server, { fresh: "new" });
      assert.ok(first.pages.length > 5);
      assert.equal(first.text, linesOf(itemsOf(version)));
      for (const format of formats) {
        const expected = await survey.exportAnew(server, { format });
        const begun = new Date().toISOString();
        const { text, pages, manifest, result } = await survey.export(server, {
          fresh: "new",
          format,
        });
        assert.equal(text, expected);
        assert.deepEqual(pages, []);
        assert.deepEqual(result.warnings, []);
        assert.equal(manifest.fresh, "new");
        assert.equal(manifest.asOf, result.asOf);
        assert.ok(result.asOf >= begun, `${result.asOf} is not the time of the confirmation`);
      }
      assert.equal(survey.lines, linesOf(itemsOf(version)));
    });

    for (const [name, { change, told }] of Object.entries(changes)) {
      it(`contain the responses of the service if ${name}`, async () => {
        const survey = new KeptSurvey(folder, version);
        {
          await using server = await serve(version, itemsOf(version));
          await survey.export(server);
        }
        const items = change(version);
        await using server = await serve(version, items);
        const { text, pages, manifest, result } = await survey.export(server, { fresh: "new" });
        assert.equal(text, linesOf(items));
        assert.equal(result.responses, items.length);
        assert.match(result.warnings.join(), told ?? /^$/);
        assert.deepEqual(manifest.warnings, result.warnings);
        if (!told) {
          assert.ok(pages.every((it) => it.searchParams.has("startDateTime")));
          assert.ok(pages.length <= 3, `${pages.length} pages`);
        }
        assert.equal(survey.lines, linesOf(items));
        const again = await survey.export(server, { fresh: "new" });
        assert.equal(again.text, linesOf(items));
        assert.deepEqual([again.pages.length, again.result.warnings], [0, []]);
      });
    }

    it("continue where the first one was interrupted", async () => {
      const survey = new KeptSurvey(folder, version);
      let left = 3;
      await using server = await serve(
        version,
        itemsOf(version),
        (url) => isResponsePage(url) && left-- <= 0,
      );
      const error = await survey.export(server, { fresh: "new" }).then(
        () => assert.fail(),
        (it: unknown) => it,
      );
      assert.ok(error instanceof SurveyError && error.code === "forbidden");
      const kept = itemsIn(survey.database, version);
      assert.ok(kept.length >= 20, `${kept.length} kept`);
      assert.match(error.message, new RegExp(`${kept.length} responses are kept in the copy`));
      await assert.rejects(survey.export(server, { fresh: "none" }), {
        code: "invalid-input",
        message: /no complete copy/,
      });
      left = Infinity;
      const { text, pages } = await survey.export(server, { fresh: "new" });
      assert.equal(text, linesOf(itemsOf(version)));
      assertReadOn(pages, kept);
      assert.equal(survey.lines, text);
    });

    for (const before of [0, 30]) {
      const name = `with ${before} responses before`;
      it(`leave out what was deleted since an interrupted one had read it, ${name}`, async () => {
        const survey = new KeptSurvey(folder, version);
        const all = itemsOf(version);
        if (before > 0) {
          await using server = await serve(version, all.slice(0, before));
          await survey.export(server);
        }
        {
          let left = 3;
          const isRefused = (url: URL) => isResponsePage(url) && left-- <= 0;
          await using server = await serve(version, all, isRefused);
          await assert.rejects(survey.export(server, { fresh: "new" }), { code: "forbidden" });
        }
        const [, read] = itemsIn(survey.database, version);
        const items = all.toSpliced(
          all.findIndex((it) => it.json === read),
          1,
        );
        await using server = await serve(version, items);
        const { text, result } = await survey.export(server, { fresh: "new" });
        assert.equal(text, linesOf(items));
        assert.match(result.warnings.join(), /\(responses gone: 1; added behind it: 0\)/);
        assert.equal(survey.lines, text);
      });
    }

    it("with fresh none make no requests, and report the time of the copy", async () => {
      const survey = new KeptSurvey(folder, version);
      const server = await serve(version, itemsOf(version));
      const expected = await survey.exportAnew(server, { format: "json" });
      const first = await survey.export(server);
      await server[Symbol.asyncDispose]();
      const asked = server.requests.length;
      const { text, manifest, result } = await survey.export(server, {
        fresh: "none",
        format: "json",
      });
      assert.equal(text, expected);
      assert.deepEqual([manifest.fresh, manifest.asOf], ["none", first.result.asOf]);
      assert.equal(result.asOf, first.result.asOf);
      assert.equal(server.requests.length, asked);
    });

    it("with fresh all replace the copy when they are finished", async () => {
      const survey = new KeptSurvey(folder, version);
      const items = itemsOf(version).filter((it) => it.order % 7 !== 3);
      {
        await using server = await serve(version, itemsOf(version));
        await survey.export(server);
      }
      let left = 3;
      await using server = await serve(version, items, (url) => isResponsePage(url) && left-- <= 0);
      const file = join(folder, "x");
      const options = { fresh: "all", file } as const;
      await assert.rejects(survey.export(server, options), {
        code: "forbidden",
        message: /responses are kept in .*x\.partial/,
      });
      const kept = keptItems(file, version);
      assert.ok(kept.length > 10);
      const old = linesOf(itemsOf(version));
      assert.equal(survey.lines, old);
      assert.equal((await survey.export(server, { fresh: "none" })).text, old);
      left = Infinity;
      const { text, pages, manifest } = await survey.export(server, { ...options, resume: true });
      assert.equal(text, linesOf(items));
      assert.equal(manifest.fresh, "all");
      assertReadOn(pages, kept);
      assert.equal(survey.lines, linesOf(items));
      assert.equal((await survey.export(server, { fresh: "none" })).text, linesOf(items));
      assert.ok(!(await readdir(folder)).includes("x.partial"));
    });

    it("of a range, a collect group or a filter equal those read from the service", async () => {
      await using server = await serve(version, itemsOf(version));
      const survey = new KeptSurvey(folder, version);
      const [startDateTime, endDateTime] = [itemOf(version, 13), itemOf(version, 44)].map(
        (it) => it.finishedAt,
      );
      const metadata: ContentFilter = {
        duration: { atLeast: 3600 },
        conditions: [
          { kind: "metadata", name: "serial", is: "oneOf", values: ["S13", "S21"], missing: [] },
        ],
      };
      const queries: ReadQuery[] = [
        { startDateTime },
        { endDateTime },
        { startDateTime, endDateTime },
        { startDateTime, endDateTime: timeOfSeconds(epoch + 1000) },
        { startDateTime: "2026-01-01T00:00:00" },
        { endDateTime: "2024-01-01T00:00:00" },
        { collectGroupId: "g1" },
        { collectGroupId: "g0", startDateTime },
        { collectGroupId: "none" },
        { filter: metadata },
        { filter: { duration: { atMost: 4500 } }, collectGroupId: "g0", endDateTime },
      ];
      await survey.export(server);
      for (const query of queries) {
        for (const format of formats) {
          const expected = await survey.exportAnew(server, { query, format });
          for (const fresh of ["new", "none"] as const) {
            const { text, pages } = await survey.export(server, { query, format, fresh });
            assert.equal(text, expected, `${fresh} ${JSON.stringify(query)}`);
            assert.deepEqual(pages, []);
          }
        }
      }
      assert.equal(survey.lines, linesOf(itemsOf(version)));
    });

    it("of responses since an earlier export equal those read from the service", async () => {
      const survey = new KeptSurvey(folder, version);
      let since: string;
      {
        // One of three responses of the last second has arrived.
        await using server = await serve(version, itemsOf(version, 40));
        const { result } = await survey.export(server);
        since = `${result.file}.manifest.json`;
      }
      await using server = await serve(version, itemsOf(version));
      const expected = await survey.exportAnew(server, { since });
      assert.equal(expected, linesOf(itemsOf(version).slice(40)));
      for (const fresh of ["new", "none"] as const) {
        const { text } = await survey.export(server, { since, fresh });
        assert.equal(text, expected);
      }
    });

    it("of a part or of metadata leave no copy", async () => {
      await using server = await serve(version, itemsOf(version));
      const survey = new KeptSurvey(folder, version);
      const restrictions: Record<ApiVersion, ReadQuery[]> = {
        v1: [],
        v2: [{ parameterField: "PARAMETERS" }],
        v3: [{ variables: ["Q1"] }, { embeddedData: ["e"] }],
      };
      const parts: Partial<ExportResponsesOptions>[] = [
        { kind: "metadata" },
        { query: { startDateTime: "2025-03-27T10:10:00" } },
        { query: { endDateTime: "2025-03-27T10:10:00" } },
        ...restrictions[version].map((query) => ({ query })),
      ];
      for (const part of parts) {
        await survey.export(server, part);
        assert.equal(survey.isThere, false, JSON.stringify(part));
      }
      await survey.export(server, { query: { collectGroupId: "g0" } });
      const all = linesOf(itemsOf(version));
      assert.equal(survey.lines, all, "an export of a collect group reads everything");
      for (const part of parts) {
        for (const fresh of ["all", "new"] as const) {
          const { text } = await survey.export(server, { ...part, fresh });
          assert.equal(text, await survey.exportAnew(server, part));
          assert.equal(survey.lines, all);
        }
      }
      assert.deepEqual(
        (await readdir(folder)).filter((it) => it.endsWith(".partial")),
        [],
      );
      const restricted = parts.filter(
        ({ kind, query }) => kind ?? restrictions[version].includes(query ?? {}),
      );
      for (const part of restricted) {
        await assert.rejects(survey.export(server, { ...part, fresh: "none" }), {
          code: "invalid-input",
          message: /no complete copy/,
        });
      }
    });
  });
}

describe("export of a copy without requests", () => {
  it("is refused if there is no copy", async () => {
    await using folder = await temporaryFolder();
    await using server = await serve("v3", itemsOf("v3"));
    const survey = new KeptSurvey(folder.path, "v3");
    for (const copy of [undefined, { space: "other", version: "v3", surveyId: "S1" } as const]) {
      await assert.rejects(survey.export(server, { fresh: "none", copy }), {
        code: "invalid-input",
        message:
          'There is no complete copy of the survey "S1" of the data space "Test" to export. Export new responses, or all responses.',
      });
    }
    assert.equal(server.requests.length, 0);
  });
});
