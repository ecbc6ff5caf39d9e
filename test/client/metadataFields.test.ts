import assert from "node:assert/strict";
import { mappers } from "../../src/client/mappers/mappers.ts";
import { gridCells, structureColumns } from "../../src/model/grid.ts";
import { metadataNames, metadataNamesOf } from "../../src/model/metadataColumns.ts";
import type { ResponseMetadata } from "../../src/model/response.ts";
import { apiVersions } from "../../src/model/survey.ts";
import { surveyOf, tableOf } from "../unit/model/tabular/support.ts";

/** Fields of all versions, each with a value of its own. */
const sent = Object.fromEntries(metadataNames.map((it) => [it, `the ${it}`]));

describe("metadata of a response", () => {
  for (const version of apiVersions) {
    const { response, metadata } = mappers[version];
    const expected = (kind: "responses" | "metadata", value: (name: string) => unknown) =>
      Object.fromEntries(metadataNamesOf(version, kind).map((it) => [it, value(it)]));

    it(`come from the fields of the same names in ${version}, and from no others`, () => {
      const { variables, embeddedData, ...facts } = response(sent);
      assert.deepEqual([variables, embeddedData], [[], []]);
      assert.deepEqual(
        facts,
        expected("responses", (it) => `the ${it}`),
      );
      assert.deepEqual(
        metadata(sent),
        expected("metadata", (it) => `the ${it}`),
      );
    });

    it(`are undefined in ${version} if they are null or missing, and must be text otherwise`, () => {
      const missing = expected("metadata", () => undefined);
      const nulls = Object.fromEntries(metadataNames.map((it) => [it, null]));
      assert.deepEqual([metadata({}), metadata(nulls)], [missing, missing]);
      for (const name of metadataNamesOf(version, "responses")) {
        assert.throws(() => response({ ...sent, [name]: 7 }), { path: [name] });
      }
      for (const name of metadataNamesOf(version, "metadata")) {
        assert.throws(() => metadata({ ...sent, [name]: 7 }), { path: [name] });
      }
    });

    it(`have columns of the same names in tables and in the grid of ${version}`, () => {
      const survey = surveyOf([], { apiVersion: version });
      const valuesIn = (kind: "responses" | "metadata", facts: ResponseMetadata) => {
        const item = { ...facts, variables: [], embeddedData: [] };
        const { columns, rowsOf } = tableOf(survey, [item], {}, { kind });
        const [row = []] = rowsOf(item);
        return Object.fromEntries(columns.map((it, place) => [it.name, row[place]]));
      };
      assert.deepEqual(
        valuesIn("responses", response(sent)),
        expected("responses", (it) => `the ${it}`),
      );
      assert.deepEqual(
        valuesIn("metadata", metadata(sent)),
        expected("metadata", (it) => `the ${it}`),
      );
      const columns = structureColumns(survey);
      const cells = gridCells(columns, response(sent));
      assert.ok(columns.length > 0);
      for (const [place, { name }] of columns.entries()) {
        assert.deepEqual(cells[place], [{ value: `the ${name}` }]);
      }
    });
  }
});
