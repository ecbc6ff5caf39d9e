import { isAbsolute, join, normalize } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import { issuesText } from "../../model/issueText.ts";
import { localizable } from "../../model/localizable.ts";
import { parseJsonText } from "../../model/jsonText.ts";
import { errorText } from "../platform/language.ts";
import { joined, plain } from "../platform/plainText.ts";
import {
  checkRoutes,
  dataSpaceSchema,
  readDataSpaces,
  type DataSpaceSetting,
} from "../platform/settings.ts";
import { showError, showInformation, showWarning, t, say } from "../platform/window.ts";
import type { CredentialStore, Credentials } from "../connection/credentials.ts";
import type { DataSpaces } from "./dataSpaces.ts";

/** Other variables are not allowed, because their values would be sent to the address that the workspace proposes. */
const variable = z
  .string()
  .regex(
    /^SURVEY_EXPLORER_[A-Z0-9_]+$/,
    localizable("must be a variable that begins with SURVEY_EXPLORER_").text,
  );

const proposal = dataSpaceSchema()
  .omit({ routes: true, proxy: true })
  .extend({
    caFile: z
      .string()
      .refine(
        (it) => !isAbsolute(it) && !normalize(it).startsWith(".."),
        localizable("must be the path of a file within the folder").text,
      )
      .optional(),
    /** Names of environment variables. */
    credentials: z.strictObject({ spaceId: variable, apiKey: variable }).optional(),
  })
  .superRefine(checkRoutes);
type Proposal = z.infer<typeof proposal>;

const proposals = z.strictObject({ dataSpaces: z.array(proposal) });

export interface ProposalParts {
  readonly dataSpaces: DataSpaces;
  readonly credentials: CredentialStore;
  readonly state: vscode.Memento;
}

/** Text of each file when it was last proposed, keyed by path: VS Code may report one change of a file several times. */
const proposed = new Map<string, string>();

/** Proposes the data spaces of a folder, each until the person has answered. Before that, it sends no request to them. */
export async function proposeDataSpaces(
  parts: ProposalParts,
  folder: vscode.Uri,
  file: vscode.Uri,
): Promise<void> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  // A file that is about to be written is empty.
  if (text === "" || proposed.get(file.path) === text) {
    return;
  }
  proposed.set(file.path, text);
  const found = proposals.safeParse(parseJsonText(text));
  if (!found.success) {
    const open = vscode.l10n.t("Open File");
    const choice = await showWarning(
      say(
        localizable(
          "The data spaces that this workspace proposes cannot be used. {0}",
          issuesText(found.error),
        ),
      ),
      open,
    );
    if (choice === open) {
      await vscode.window.showTextDocument(file);
    }
    return;
  }
  try {
    for (const it of found.data.dataSpaces) {
      await proposeOne(parts, folder, it);
    }
  } catch (error) {
    // Allow to propose again what could not be added, unless the file has changed meanwhile.
    if (proposed.get(file.path) === text) {
      proposed.delete(file.path);
    }
    throw error;
  }
}

async function proposeOne(
  parts: ProposalParts,
  folder: vscode.Uri,
  { credentials, ...setting }: Proposal,
): Promise<void> {
  const origin = new URL(setting.baseUrl).origin;
  const known = readDataSpaces().dataSpaces.find((it) => it.name === setting.name);
  const answered = `surveyExplorer.proposal ${JSON.stringify([setting.name, origin, folder.toString()])}`;
  if ((known && new URL(known.baseUrl).origin === origin) || parts.state.get(answered) === true) {
    return;
  }
  const never = vscode.l10n.t("Don't Show Again");
  if (known) {
    const choice = await showWarning(
      t(
        'This workspace proposes another address for the data space "{0}": {1}. Yours stays {2}.',
        setting.name,
        setting.baseUrl,
        known.baseUrl,
      ),
      never,
    );
    if (choice === never) {
      await parts.state.update(answered, true);
    }
    return;
  }
  const caFile = setting.caFile === undefined ? undefined : join(folder.fsPath, setting.caFile);
  const add = vscode.l10n.t("Add");
  const choice = await showInformation(
    joined([
      t('This workspace proposes the data space "{0}" at {1}.', setting.name, setting.baseUrl),
      caFile === undefined ? undefined : t("Its certificate authority is {0}.", caFile),
      credentials && t("You sign in with {0} and {1}.", credentials.spaceId, credentials.apiKey),
    ]),
    add,
    never,
  );
  const answer = () => parts.state.update(answered, true);
  if (choice === never) {
    await answer();
  } else if (choice === add) {
    const added = addProposed(parts, { ...setting, caFile }, credentials, answer);
    await added.catch(async (error: unknown) => {
      await showError(plain(errorText(error)));
      throw error;
    });
  }
}

/** @param added called when the data space is added, before signing in, which may take long or fail */
async function addProposed(
  parts: ProposalParts,
  setting: DataSpaceSetting,
  names: Proposal["credentials"],
  added: () => Thenable<void>,
): Promise<void> {
  const found = names && credentialsOf(names);
  await parts.dataSpaces.add(setting, async () => {
    if (found) {
      await parts.credentials.set(setting, found);
    }
  });
  await added();
  if (!found) {
    const clicked = { kind: "dataSpace", dataSpace: setting.name };
    await vscode.commands.executeCommand("surveyExplorer.signIn", clicked);
  }
}

/** Returns the credentials from these environment variables; `undefined` unless both are set. */
function credentialsOf(names: { spaceId: string; apiKey: string }): Credentials | undefined {
  const spaceId = process.env[names.spaceId] ?? "";
  const apiKey = process.env[names.apiKey] ?? "";
  return spaceId === "" || apiKey === "" ? undefined : { spaceId, apiKey };
}
