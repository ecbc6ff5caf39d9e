import { SurveyError } from "../../model/errors.ts";
import type { ApiVersion } from "../../model/survey.ts";
import type { VersionMapper } from "./mapper.ts";
import { v3Mapper } from "./v3.ts";

const mappers: Readonly<Partial<Record<ApiVersion, VersionMapper>>> = { v3: v3Mapper };

/** @throws SurveyError "invalid-input" for a version that this program does not speak */
export function mapperFor(version: ApiVersion, dataSpace: string): VersionMapper {
  const mapper = mappers[version];
  if (!mapper) {
    const known = Object.keys(mappers).join(", ");
    throw new SurveyError(
      "invalid-input",
      `The data space "${dataSpace}" is set to API ${version}, which this version of Survey Explorer does not speak. It speaks ${known}; change the version of the data space if it offers that.`,
    );
  }
  return mapper;
}
