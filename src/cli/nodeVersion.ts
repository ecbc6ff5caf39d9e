import tls from "node:tls";
import { invalidInput } from "../model/errors.ts";

/**
 * @param known what Node's module for TLS has
 * @throws SurveyError "invalid-input" if this Node lacks what the commands import, which would fail without advice. The latest
 *   of it are the certificates of the system, since Node 22.15.
 */
export function checkNode(known: object = tls, version: string = process.versions.node): void {
  if (!("getCACertificates" in known)) {
    throw invalidInput(
      "survey-explorer needs Node 22.15 or newer, and this is Node {0}. Install a newer one.",
      version,
    );
  }
}
