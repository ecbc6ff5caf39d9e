import { join } from "node:path";
import { repository } from "./folders.ts";
import { run } from "./run.ts";

/** Bundles into dist/. */
export async function build(...options: readonly string[]): Promise<void> {
  const args = [join(repository, "esbuild.mjs"), ...options];
  try {
    await run(process.execPath, args, { cwd: repository, show: true });
  } catch (error) {
    throw new Error("The build failed.", { cause: error });
  }
}
