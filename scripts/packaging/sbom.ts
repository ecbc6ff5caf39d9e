import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { execFile } from "node:child_process";
import * as z from "zod";
import { repository } from "../host/folders.ts";
import { npmCommand } from "../host/run.ts";

const bundledList = z.array(z.object({ name: z.string(), version: z.string() }));
const ref = z.looseObject({ "bom-ref": z.string() });
const document = z.looseObject({
  metadata: z.looseObject({ component: ref }),
  components: z.array(ref),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/**
 * Writes dist/sbom.cdx.json (CycloneDX): npm's SBOM, reduced to the packages that were bundled in the last build. npm cannot
 * tell them from tools, because none are installed with the extension.
 * @returns problems: bundled packages that npm does not know
 */
export async function writeSbom(name: string): Promise<string[]> {
  const text = await readFile(join(repository, "dist", "packages.json"), "utf8");
  const bundled = bundledList.parse(JSON.parse(text)).map((it) => `${it.name}@${it.version}`);
  const all = document.parse(JSON.parse(await npmSbom()));
  const { component } = all.metadata;
  const own = component["bom-ref"];
  const components = all.components.filter((it) => bundled.includes(it["bom-ref"]));
  const known = new Set(components.map((it) => it["bom-ref"]));
  const sbom = {
    ...all,
    // npm uses the folder's name.
    metadata: {
      ...all.metadata,
      component: { ...component, type: "application", name, description: undefined },
    },
    components: components.map((it) => ({ ...it, properties: undefined })),
    dependencies: all.dependencies
      .filter((it) => it.ref === own || known.has(it.ref))
      .map((it) => ({ ...it, dependsOn: it.dependsOn.filter((to) => known.has(to)) })),
  };
  await writeFile(
    join(repository, "dist", "sbom.cdx.json"),
    `${JSON.stringify(sbom, undefined, 2)}\n`,
  );
  return bundled.filter((it) => !known.has(it)).map((it) => `The SBOM lacks ${it}. Run npm ci.`);
}

async function npmSbom(): Promise<string> {
  const command = npmCommand(["sbom", "--sbom-format=cyclonedx", "--package-lock-only"]);
  const options = { cwd: repository, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)(...command, options)).stdout;
}
