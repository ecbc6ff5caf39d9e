import type { ApiVersion } from "../../model/survey.ts";
import type { VersionMapper } from "./mapper.ts";
import { v1Mapper, v2Mapper } from "./v1v2.ts";
import { v3Mapper } from "./v3.ts";

export const mappers: Readonly<Record<ApiVersion, VersionMapper>> = {
  v1: v1Mapper,
  v2: v2Mapper,
  v3: v3Mapper,
};
