import assert from "node:assert/strict";
import { versionSupports } from "../../../src/model/versionSupport.ts";
import { apiVersions } from "../../../src/model/survey.ts";
import { protocols } from "../../../src/protocol/versions.ts";

describe("version support", () => {
  for (const version of apiVersions) {
    it(`matches the operations for public links in the protocol table of ${version}`, () => {
      const { getResponseUrls, getCollectGroupSerial } = protocols[version];
      assert.equal(versionSupports(version, "responseUrls"), getResponseUrls !== undefined);
      assert.equal(versionSupports(version, "groupSerial"), getCollectGroupSerial !== undefined);
    });
  }
});
