import assert from "node:assert/strict";
import { versionSupports } from "../../../src/model/versionSupport.ts";
import { apiVersions } from "../../../src/model/survey.ts";
import { protocols } from "../../../src/protocol/versions.ts";

describe("what a version provides", () => {
  for (const version of apiVersions) {
    it(`is what the protocol table of ${version} says of public links`, () => {
      const { getResponseUrls, getCollectGroupSerial } = protocols[version];
      assert.equal(versionSupports(version, "responseUrls"), getResponseUrls !== undefined);
      assert.equal(versionSupports(version, "groupSerial"), getCollectGroupSerial !== undefined);
    });
  }
});
