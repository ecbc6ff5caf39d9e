import { SurveyError } from "../model/errors.ts";
import { apiVersions, type ApiVersion } from "../model/survey.ts";
import type { VersionProtocol } from "../protocol/operation.ts";
import { protocols } from "../protocol/versions.ts";

/** How messages call what a version may lack: as the subject of a sentence, with its verb, and afterwards. */
const features: Readonly<Record<string, readonly [subject: string, object: string]>> = {
  /**
   * v1 and v2, PUBLIC_LINK groups: one URL an entry, in order. Thousands are asked for in several requests; a request is
   * not sent twice. An answer with another number of URLs than was asked for is "malformed-answer".
   */
  getResponseUrls: ["Response URLs are", "them"],
  /** v1, PUBLIC_LINK groups. */
  getCollectGroupSerial: ["The serial of a collect group is", "it"],
  variables: ["A choice of variables is", "it"],
  embeddedData: ["A choice of embedded data is", "it"],
  parameterField: ["The choice of the field for parameters (parameterField) is", "it"],
};

/** @param isIn whether a version has the feature */
export function notInVersion(
  { version, dataSpace }: { readonly version: ApiVersion; readonly dataSpace: string },
  feature: string,
  isIn: (protocol: VersionProtocol) => boolean,
): SurveyError {
  const [subject, object] = features[feature] ?? [`${feature} is`, "it"];
  const having = apiVersions.filter((it) => isIn(protocols[it]));
  const others = `${having.join(" and ")} ${having.length === 1 ? "has" : "have"} ${object}`;
  return new SurveyError(
    "not-in-version",
    `${subject} not in ${version}, which the data space "${dataSpace}" speaks; ${others}.`,
  );
}
