import { localizable, type LocalizableText, type Word } from "./localizable.ts";

/** What the shell says in other words than the editor, mostly what a person can do about an error (src/cli/shellTexts.ts). */
export const wordings = {
  trustAuthority: localizable(
    "If the service has a certificate authority of its own, set caFile of this data space to the authority's PEM file.",
  ),
  nameCertificate: localizable(
    "Set caFile to a file in PEM form, which begins with -----BEGIN CERTIFICATE-----.",
  ),
  waitLonger: localizable("Try again, or increase the setting surveyExplorer.request.timeout."),
  checkId: localizable("It may have been deleted; refresh the list."),
  signInAgain: localizable(
    "Sign in again with the values from the data space's settings (Integration, API).",
  ),
  checkAddress: localizable("Check its address, its API version and its routes."),
  changeAddress: localizable("If the service has moved, change the address of the data space."),
  enterSeparately: localizable(
    'Remove everything before "@" and after "?" or "#"; Space ID and API key are entered separately.',
  ),
  keepSecret: localizable("Remove it: sign in to the data space, and name it here"),
  changeVersion: localizable("Change the API version of the data space."),
  changeVersionTo: localizable("Change its API version to {0}."),
  checkVersion: localizable(
    "Check the API version of the data space; if it is right, contact the service operator.",
  ),
  smallerPages: localizable(
    "If the service supports v3, which has smaller pages, set it as the version of this data space, or export a shorter time range.",
  ),
  verifyInVersion: localizable("Verify it with a data space set to {0}."),
  verifyThere: localizable("Verify it with its own data space."),
  compareStructures: localizable('"Show Structure Changes" lists the differences.'),
  resume: localizable('Export again with "resume" to continue.'),
  resumeOtherwise: localizable(
    'Export again under the same name with "resume", in another form or format; they are not loaded again.',
  ),
  exportTheSame: localizable("Export the same again, or start over."),
  replaceFile: localizable("Choose another name, or replace it (overwrite)."),
  readFirst: localizable("Export new responses, or all responses."),
  closeOthers: localizable("Close other windows of VS Code, and try again."),
  inUse: localizable("another window of VS Code is using them; try again"),
  refreshResponses: localizable("Refresh the responses."),
  openResponses: localizable("Open them again."),
  copyChanged: localizable("was changed by another window, or is damaged"),
  otherReader: localizable("Another window is loading these responses."),
  allowSharing: localizable(
    "The person can allow it in the setting surveyExplorer.assistant.sharing.",
  ),
  forgetTold: localizable("The person can run Forget What Assistants Were Told, and ask again."),
} satisfies Readonly<Record<string, LocalizableText>>;

export function wording(what: keyof typeof wordings, ...words: readonly Word[]): LocalizableText {
  return { ...wordings[what], words };
}
