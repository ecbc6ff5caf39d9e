import { createHash } from "node:crypto";
import type { ResponseSource } from "../reader/responseSource.ts";

/** A data space that has copies, with the name and the address under which it was read. */
export interface CopySpace {
  readonly dataSpace: string;
  readonly origin: string;
  readonly space: string;
}

/** Returns what identifies a data space's copies; neither Space ID nor address can be read from the hash. */
export async function copySpaceOf(
  client: Pick<ResponseSource, "dataSpace" | "baseUrl" | "spaceMark">,
): Promise<CopySpace> {
  const { origin } = new URL(client.baseUrl);
  const hash = createHash("sha256").update(`${await client.spaceMark()} ${origin}`);
  return { dataSpace: client.dataSpace, origin, space: hash.digest("hex").slice(0, 32) };
}
