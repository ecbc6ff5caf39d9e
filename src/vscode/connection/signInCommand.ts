import * as z from "zod";
import * as vscode from "vscode";
import { connectionStages, tryConnection } from "../../client/connection.ts";
import { SurveyError } from "../../model/errors.ts";
import { localizable, type LocalizableText } from "../../model/localizable.ts";
import { withShortProgress } from "../platform/progress.ts";
import type { DataSpaceSetting } from "../platform/settings.ts";
import { say, showWarning, t } from "../platform/window.ts";
import { askRemoteDataSpace } from "../commands/ask.ts";
import type { DataSpaceParts } from "../dataSpaces/dataSpaceCommands.ts";
import { askApiKey, askSpaceId, credentialFields } from "../dataSpaces/newDataSpace.ts";
import type { Command } from "../commands/registry.ts";
import { askInSteps } from "../commands/steps.ts";

const signInArgument = z.strictObject({
  dataSpace: z.string(),
  ...credentialFields,
  /** Stores credentials even if they could not be checked. Credentials that the service refuses are never stored. */
  keepAnyway: z.boolean().optional(),
});
interface SignIn extends z.infer<typeof signInArgument> {
  /** Entry in the settings at the time when a person was asked. The key must go to no other address. */
  readonly asked?: DataSpaceSetting;
}

/** Stores credentials that the service accepts. If it refuses them, those stored before stay. */
export function signInCommand(parts: DataSpaceParts): Command<SignIn, void> {
  return {
    argument: signInArgument,
    ask: async (clicked) => {
      const dataSpace = await askRemoteDataSpace(parts.dataSpaces, clicked);
      return dataSpace === undefined ? undefined : askCredentials(parts, dataSpace);
    },
    async run(argument, interactive) {
      const { dataSpace, spaceId, apiKey, keepAnyway = false, asked } = argument;
      const { dataSpaces } = parts;
      const setting = asked ? dataSpaces.sameSetting(asked) : dataSpaces.setting(dataSpace);
      // If a person started the command, `ask` has checked the credentials.
      const problem = interactive ? undefined : await problemOf(parts, argument);
      if (problem && (problem.isRefusal || !keepAnyway)) {
        const { error } = problem;
        throw new SurveyError(error.code, await notKept(parts, dataSpace, error), { cause: error });
      }
      await parts.credentials.set(setting, { spaceId, apiKey });
    },
  };
}

interface Problem {
  readonly error: SurveyError;
  /** True if the service refused the credentials, false if they could not be checked. */
  readonly isRefusal: boolean;
}

/** Returns why the credentials cannot be stored without asking. Ignores failures after the service has accepted them. */
async function problemOf(
  { dataSpaces }: DataSpaceParts,
  { dataSpace, spaceId, apiKey, asked }: SignIn,
  signal?: AbortSignal,
): Promise<Problem | undefined> {
  if (asked) {
    dataSpaces.sameSetting(asked);
  }
  const { address, ...options } = await dataSpaces.connection(dataSpace);
  const credentials = async () => ({ spaceId, apiKey });
  const outcome = await tryConnection(address, { ...options, credentials }, signal);
  const accepted = connectionStages.indexOf("credentials") + 1;
  if (outcome.ok || outcome.known >= accepted) {
    return undefined;
  }
  return { error: outcome.error, isRefusal: outcome.failedAt === "credentials" };
}

/** Asks until credentials are accepted or kept anyway, or the person cancels. The typed Space ID stays for another try. */
async function askCredentials(
  parts: DataSpaceParts,
  dataSpace: string,
): Promise<SignIn | undefined> {
  const asked = parts.dataSpaces.setting(dataSpace);
  const known = await parts.credentials.get(asked);
  let typed: Partial<SignIn> = { dataSpace, ...(known ? { spaceId: known.spaceId } : {}) };
  for (;;) {
    const answers = await askInSteps<SignIn>(t("Sign in to {0}", dataSpace), typed, [
      askSpaceId,
      askApiKey,
    ]);
    if (!answers) {
      return undefined;
    }
    const given = signInArgument.parse(answers);
    const argument = { ...given, asked };
    const choice = await checked(parts, argument);
    if (choice !== "change") {
      return choice === "keep" ? argument : undefined;
    }
    const { apiKey, ...kept } = given;
    typed = kept;
  }
}

/** Checks the typed credentials, again each time the person chooses Try Again. */
async function checked(
  parts: DataSpaceParts,
  argument: SignIn,
): Promise<"keep" | "change" | undefined> {
  const { dataSpace } = argument;
  const [change, again, keep] = [
    vscode.l10n.t("Change"),
    vscode.l10n.t("Try Again"),
    vscode.l10n.t("Keep Anyway"),
  ];
  for (;;) {
    const problem = await withShortProgress(
      t("Checking the Space ID and API key of {0}", dataSpace),
      (signal) => problemOf(parts, argument, signal),
    );
    if (!problem) {
      return "keep";
    }
    const choice = await showWarning(
      say(await notKept(parts, dataSpace, problem.error)),
      ...(problem.isRefusal ? [change] : [again, change, keep]),
    );
    if (choice !== again) {
      return choice === keep ? "keep" : choice === change ? "change" : undefined;
    }
  }
}

async function notKept(
  parts: DataSpaceParts,
  dataSpace: string,
  { text }: SurveyError,
): Promise<LocalizableText> {
  return (await parts.dataSpaces.isSignedIn(dataSpace))
    ? localizable("The previous Space ID and API key are kept. {0}", text)
    : localizable("The Space ID and API key were not stored. {0}", text);
}
