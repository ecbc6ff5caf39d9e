import { SurveyError } from "../model/errors.ts";
import { localizable, sentences, type LocalizableText } from "../model/localizable.ts";
import { apiVersions, type ApiVersion } from "../model/survey.ts";
import { wording } from "../model/wordings.ts";
import type { VersionProtocol } from "../protocol/operation.ts";
import { protocols } from "../protocol/versions.ts";

const features: Readonly<Record<string, LocalizableText>> = {
  getResponseUrls: localizable("Response URLs"),
  getCollectGroupSerial: localizable("Serials of collect groups"),
  variables: localizable("Choices of variables"),
  embeddedData: localizable("Choices of embedded data"),
  parameterField: localizable("Choices of the field for parameters"),
};

/** @param isIn returns true if a version has the feature */
export function notInVersion(
  { version, dataSpace }: { readonly version: ApiVersion; readonly dataSpace: string },
  feature: string,
  isIn: (protocol: VersionProtocol) => boolean,
): SurveyError {
  const [one, other] = apiVersions.filter((it) => isIn(protocols[it]));
  return new SurveyError(
    "not-in-version",
    sentences(
      localizable(
        '{0} are not available in API {1}, which the data space "{2}" is set to.',
        features[feature] ?? feature,
        version,
        dataSpace,
      ),
      wording(
        "changeVersionTo",
        other === undefined ? (one ?? "") : localizable("{0} or {1}", one ?? "", other),
      ),
    ),
  );
}
