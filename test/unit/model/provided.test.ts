import assert from "node:assert/strict";
import { provides } from "../../../src/model/provided.ts";
import { apiVersions } from "../../../src/model/survey.ts";
import { protocols } from "../../../src/protocol/versions.ts";

describe("what a version provides", () => {
  for (const version of apiVersions) {
    it(`is what the protocol table of ${version} says of public links`, () => {
      const { getResponseUrls, getCollectGroupSerial } = protocols[version];
      assert.equal(provides(version, "responseUrls"), getResponseUrls !== undefined);
      assert.equal(provides(version, "groupSerial"), getCollectGroupSerial !== undefined);
    });
  }
});
