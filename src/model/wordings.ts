import { localizable, type LocalizableText, type Word } from "./localizable.ts";

/** What the editor and the shell say in different words, mostly what a person can do about an error. */
const wordings = {
  trustAuthority: {
    editor: localizable(
      "If the service has a certificate authority of its own, set caFile of this data space to the authority's PEM file.",
    ),
    shell: localizable(
      "If the service has a certificate authority of its own, name the authority's PEM file by --ca or SURVEY_EXPLORER_CA.",
    ),
  },
  nameCertificate: {
    editor: localizable(
      "Set caFile to a file in PEM form, which begins with -----BEGIN CERTIFICATE-----.",
    ),
    shell: localizable(
      "Name a file in PEM form, which begins with -----BEGIN CERTIFICATE-----, by --ca or SURVEY_EXPLORER_CA.",
    ),
  },
  // The shell has no option for the timeout, but fewer requests at once are answered sooner.
  waitLonger: {
    editor: localizable("Try again, or increase the setting surveyExplorer.request.timeout."),
    shell: localizable("Try again, or send fewer requests at once by --concurrency."),
  },
  checkId: {
    editor: localizable("It may have been deleted; refresh the list."),
    shell: localizable(
      'It may have been deleted; check its ID ("survey-explorer surveys" lists the surveys).',
    ),
  },
  signInAgain: {
    editor: localizable(
      "Sign in again with the values from the data space's settings (Integration, API).",
    ),
    shell: localizable(
      "Set SURVEY_EXPLORER_SPACE_ID and SURVEY_EXPLORER_API_KEY, or the lines for --credentials -, to the values from the data space's settings (Integration, API).",
    ),
  },
  checkAddress: {
    editor: localizable("Check its address, its API version and its routes."),
    shell: localizable("Check --url or --data-space, and --api-version."),
  },
  changeAddress: {
    editor: localizable("If the service has moved, change the address of the data space."),
    shell: localizable("If the service has moved, change --url or --data-space."),
  },
  enterSeparately: {
    editor: localizable(
      'Remove everything before "@" and after "?" or "#"; Space ID and API key are entered separately.',
    ),
    shell: localizable(
      'Remove everything before "@" and after "?" or "#"; Space ID and API key come from the environment or --credentials -.',
    ),
  },
  keepSecret: {
    editor: localizable("Remove it: sign in to the data space, and name it here"),
    shell: localizable("Remove it: keys come from the environment or --credentials -"),
  },
  changeVersion: {
    editor: localizable("Change the API version of the data space."),
    shell: localizable("Name one by --api-version."),
  },
  changeVersionTo: {
    editor: localizable("Change its API version to {0}."),
    shell: localizable("Use --api-version {0}."),
  },
  checkVersion: {
    editor: localizable(
      "Check the API version of the data space; if it is right, contact the service operator.",
    ),
    shell: localizable("Check --api-version; if it is right, contact the service operator."),
  },
  smallerPages: {
    editor: localizable(
      "If the service supports v3, which has smaller pages, set it as the version of this data space, or export a shorter time range.",
    ),
    shell: localizable(
      "If the service supports v3, which has smaller pages, use --api-version v3, or export a shorter time range.",
    ),
  },
  verifyInVersion: {
    editor: localizable("Verify it with a data space set to {0}."),
    shell: localizable("Verify it with --api-version {0}."),
  },
  verifyThere: {
    editor: localizable("Verify it with its own data space."),
    shell: localizable("Verify it with --url {0}."),
  },
  compareStructures: {
    editor: localizable('"Show Structure Changes" lists the differences.'),
    shell: localizable(
      'Compare its codebooks: "survey-explorer codebook" writes that of the current structure.',
    ),
  },
  resume: {
    editor: localizable('Export again with "resume" to continue.'),
    shell: localizable("Export again with --resume, or run the recipe again, to continue."),
  },
  resumeOtherwise: {
    editor: localizable(
      'Export again under the same name with "resume", in another form or format; they are not loaded again.',
    ),
    shell: localizable(
      "Export again under the same name with --resume, in another form or format; they are not loaded again.",
    ),
  },
  exportTheSame: {
    editor: localizable("Export the same again, or start over."),
    shell: localizable("Export the same again, or start over without --resume."),
  },
  replaceFile: {
    editor: localizable("Choose another name, or replace it (overwrite)."),
    shell: localizable(
      'Choose another name, or replace it with --overwrite (in a recipe: "overwrite": true).',
    ),
  },
  readFirst: {
    editor: localizable("Export new responses, or all responses."),
    shell: localizable("Export with --fresh new, which fills the folder of --copies."),
  },
  closeOthers: {
    editor: localizable("Close other windows of VS Code, and try again."),
    shell: localizable("End other programs that use the folder of --copies, and try again."),
  },
  inUse: {
    editor: localizable("another window of VS Code is using them; try again"),
    shell: localizable("another process is using them; try again"),
  },
  refreshResponses: {
    editor: localizable("Refresh the responses."),
    shell: localizable("Try again."),
  },
  openResponses: {
    editor: localizable("Open them again."),
    shell: localizable("Try again."),
  },
  copyChanged: {
    editor: localizable("was changed by another window, or is damaged"),
    shell: localizable("was changed by another process, or is damaged"),
  },
  otherReader: {
    editor: localizable("Another window is loading these responses."),
    shell: localizable("Another process is loading these responses."),
  },
  allowSharing: {
    editor: localizable("The person can allow it in the setting surveyExplorer.assistant.sharing."),
    shell: localizable("The person can allow it by starting this server with --allow."),
  },
  forgetTold: {
    editor: localizable("The person can run Forget What Assistants Were Told, and ask again."),
    shell: localizable("The person can remove the folder of --told, and ask again."),
  },
} as const satisfies Readonly<
  Record<string, { readonly editor: LocalizableText; readonly shell: LocalizableText }>
>;

/** Returns the text in the editor's words, and with them the shell's. */
export function wording(what: keyof typeof wordings, ...words: readonly Word[]): LocalizableText {
  const { editor, shell } = wordings[what];
  return { ...editor, words, inShell: { ...shell, words } };
}
