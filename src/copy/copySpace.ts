import { createHash } from "node:crypto";
import type { ResponseSource } from "../reader/responseSource.ts";

/** A data space that has copies, and under which name and address it was read. */
export interface CopySpace {
  readonly dataSpace: string;
  readonly origin: string;
  readonly space: string;
}

/** By what a data space's copies are known; neither Space ID nor address can be read from it. */
export async function copySpaceOf(
  client: Pick<ResponseSource, "dataSpace" | "baseUrl" | "spaceMark">,
): Promise<CopySpace> {
  const { origin } = new URL(client.baseUrl);
  const hash = createHash("sha256").update(`${await client.spaceMark()} ${origin}`);
  return { dataSpace: client.dataSpace, origin, space: hash.digest("hex").slice(0, 32) };
}
