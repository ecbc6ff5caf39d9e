import { localizable, type LocalizableText } from "../model/localizable.ts";
import { wordings } from "../model/wordings.ts";

const shellWordings: Readonly<Record<keyof typeof wordings, LocalizableText>> = {
  trustAuthority: localizable(
    "If the service has a certificate authority of its own, name the authority's PEM file by --ca or SURVEY_EXPLORER_CA.",
  ),
  nameCertificate: localizable(
    "Name a file in PEM form, which begins with -----BEGIN CERTIFICATE-----, by --ca or SURVEY_EXPLORER_CA.",
  ),
  // The shell has no option for the timeout, but fewer requests at once are answered sooner.
  waitLonger: localizable("Try again, or send fewer requests at once by --concurrency."),
  checkId: localizable(
    'It may have been deleted; check its ID ("survey-explorer surveys" lists the surveys).',
  ),
  signInAgain: localizable(
    "Set SURVEY_EXPLORER_SPACE_ID and SURVEY_EXPLORER_API_KEY, or the lines for --credentials -, to the values from the data space's settings (Integration, API).",
  ),
  checkAddress: localizable("Check --url or --data-space, and --api-version."),
  changeAddress: localizable("If the service has moved, change --url or --data-space."),
  enterSeparately: localizable(
    'Remove everything before "@" and after "?" or "#"; Space ID and API key come from the environment or --credentials -.',
  ),
  keepSecret: localizable("Remove it: keys come from the environment or --credentials -"),
  changeVersion: localizable("Name one by --api-version."),
  changeVersionTo: localizable("Use --api-version {0}."),
  checkVersion: localizable("Check --api-version; if it is right, contact the service operator."),
  smallerPages: localizable(
    "If the service supports v3, which has smaller pages, use --api-version v3, or export a shorter time range.",
  ),
  verifyInVersion: localizable("Verify it with --api-version {0}."),
  verifyThere: localizable("Verify it with --url {0}."),
  compareStructures: localizable(
    'Compare its codebooks: "survey-explorer codebook" writes that of the current structure.',
  ),
  resume: localizable("Export again with --resume, or run the recipe again, to continue."),
  resumeOtherwise: localizable(
    "Export again under the same name with --resume, in another form or format; they are not loaded again.",
  ),
  exportTheSame: localizable("Export the same again, or start over without --resume."),
  replaceFile: localizable(
    'Choose another name, or replace it with --overwrite (in a recipe: "overwrite": true).',
  ),
  readFirst: localizable("Export with --fresh new, which fills the folder of --copies."),
  closeOthers: localizable("End other programs that use the folder of --copies, and try again."),
  inUse: localizable("another process is using them; try again"),
  refreshResponses: localizable("Try again."),
  openResponses: localizable("Try again."),
  copyChanged: localizable("was changed by another process, or is damaged"),
  otherReader: localizable("Another process is loading these responses."),
  allowSharing: localizable("The person can allow it by starting this server with --allow."),
  forgetTold: localizable("The person can remove the folder of --told, and ask again."),
};

/** What the shell says instead of the editor's texts, by these. */
export const shellTexts: ReadonlyMap<string, string> = new Map(
  Object.entries(wordings).map(([name, { text }]) => [
    text,
    shellWordings[name as keyof typeof wordings].text,
  ]),
);
