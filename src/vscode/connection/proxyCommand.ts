import * as z from "zod";
import { SurveyError } from "../../model/errors.ts";
import { localizable, type LocalizableText } from "../../model/localizable.ts";
import { askRemoteDataSpace } from "../commands/ask.ts";
import type { Command } from "../commands/registry.ts";
import { askField, askInSteps, type Step } from "../commands/steps.ts";
import type { DataSpaceParts } from "../dataSpaces/dataSpaceCommands.ts";
import type { DataSpaceSetting } from "../platform/settings.ts";
import { say, t } from "../platform/window.ts";
import { offerNext, openDataSpaceSettings } from "../commands/nextStep.ts";

const proxyArgument = z.strictObject({
  dataSpace: z.string(),
  user: z
    .string()
    .min(1, "must not be empty")
    .refine((it) => !it.includes(":"), "must not contain a colon"),
  password: z.string(),
});
interface ProxyArgument extends z.infer<typeof proxyArgument> {
  /** Entry in the settings at the time when a person was asked. The password must go to no other proxy. */
  readonly asked?: DataSpaceSetting;
}

/** Puts the credentials of a data space's proxy into secret storage, because settings must not contain a password. */
export function signInToProxyCommand({
  dataSpaces,
  credentials,
}: DataSpaceParts): Command<ProxyArgument, void> {
  return {
    argument: proxyArgument,
    ask: async (clicked) => {
      const dataSpace = await askRemoteDataSpace(dataSpaces, clicked);
      if (dataSpace === undefined) {
        return undefined;
      }
      const owner = dataSpaces.setting(dataSpace);
      if (owner.proxy === undefined) {
        return offerNext(say(noProxy(dataSpace)), openDataSpaceSettings);
      }
      const known = await credentials.getProxy(owner);
      const answers = await askInSteps<ProxyArgument>(
        t("Sign in to the proxy of {0}", dataSpace),
        { dataSpace, user: known?.user ?? "" },
        [askUser, askPassword],
      );
      return answers && { ...proxyArgument.parse(answers), asked: owner };
    },
    async run({ dataSpace, user, password, asked }) {
      const owner = asked ? dataSpaces.sameSetting(asked) : settingWithProxy(dataSpaces, dataSpace);
      await credentials.setProxy(owner, { user, password });
    },
  };
}

function settingWithProxy(dataSpaces: DataSpaceParts["dataSpaces"], dataSpace: string) {
  const setting = dataSpaces.setting(dataSpace);
  if (setting.proxy === undefined) {
    throw new SurveyError("invalid-input", noProxy(dataSpace));
  }
  return setting;
}

function noProxy(dataSpace: string): LocalizableText {
  return localizable(
    'The data space "{0}" has no proxy of its own: it uses the proxy of VS Code (setting http.proxy). Set "proxy" of the data space in the setting surveyExplorer.dataSpaces first.',
    dataSpace,
  );
}

const askUser: Step<ProxyArgument> = async (state, frame) =>
  askField(frame, (user) => ({ user }), {
    prompt: t("User name at the proxy"),
    value: state.user,
    validate: (text) => {
      if (text.trim() === "") {
        return t("The user name must not be empty");
      }
      return text.includes(":") ? t("A user name has no colon") : undefined;
    },
  });

const askPassword: Step<ProxyArgument> = async (_state, frame) =>
  askField(frame, (password) => ({ password }), {
    prompt: t("Password (stored in VS Code's secret storage)"),
    password: true,
    keepsSpaces: true,
    validate: () => undefined,
  });
