// npm run openapi: writes the OpenAPI document of every version to docs/openapi.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { servedVersions } from "../src/service/http/routes.ts";
import { openApi } from "../src/service/openApi.ts";
import { repository } from "./host/folders.ts";

for (const [version, protocol] of servedVersions()) {
  const text = JSON.stringify(openApi(version, protocol), undefined, 2);
  await writeFile(join(repository, "docs/openapi", `${version}.json`), `${text}\n`);
}
