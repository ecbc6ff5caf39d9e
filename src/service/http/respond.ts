import type { DataSpace } from "../dataSpace.ts";
import { isSigned } from "../older/responseUrls.ts";
import { storedCollectGroup } from "../older/surveys.ts";
import { notFound, Problem } from "../problem.ts";

/**
 * Answers a request to a response URL. Checks the signature, but collects no response.
 * @param target the URL's path and query as sent
 * @throws Problem 404 if the group does not exist or is no public link; 403 if the signature is wrong
 */
export async function respond(
  { store, urlKey }: DataSpace,
  collectGroupId: string,
  target: string,
): Promise<string> {
  const found = await store.collectGroup(collectGroupId);
  const group = found && storedCollectGroup(found.detail);
  if (group?.channel !== "PUBLIC_LINK") {
    throw notFound("No survey is answered at this address.");
  }
  if (group.isUsingHmac === true && !isSigned(target, urlKey)) {
    throw new Problem(403, "Refused", "The parameters of this address were changed.");
  }
  return "A survey would begin here. The local data space collects no responses.\n";
}
