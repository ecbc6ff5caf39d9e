import { localizable, type LocalizableText } from "./localizable.ts";

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
  resume: {
    editor: localizable('Export again with "resume" to continue.'),
    shell: localizable("Export again with --resume to continue."),
  },
  resumeOtherwise: {
    editor: localizable(
      'Export again under the same name with "resume", in another form or format; they are not loaded again.',
    ),
    shell: localizable(
      "Export again under the same name with --resume, in another form or format; they are not loaded again.",
    ),
  },
  replaceFile: {
    editor: localizable("Choose another name, or replace it (overwrite)."),
    shell: localizable("Choose another name, or replace it with --overwrite."),
  },
  readFirst: {
    editor: localizable("Export new responses, or all responses."),
    shell: localizable("Export with --fresh new, which fills the folder of --copies."),
  },
  closeOthers: {
    editor: localizable("Close other windows of VS Code, and try again."),
    shell: localizable("End other programs that use the folder of --copies, and try again."),
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
export function wording(what: keyof typeof wordings): LocalizableText {
  const { editor, shell } = wordings[what];
  return { ...editor, inShell: shell };
}
