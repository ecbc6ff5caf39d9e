import * as z from "zod";
import * as vscode from "vscode";
import { id, key } from "../../messages/requests/schemas.ts";
import { askSurvey } from "../commands/ask.ts";
import { askLine, showStatus, t } from "../platform/window.ts";
import type { Command } from "../commands/registry.ts";
import { isInView, notInView, type SurveyPlace } from "../panels/places.ts";
import { surveySelection, type CommandSource } from "../surveys/node.ts";
import { decodeLink, encodeLink, linkedAddress, linkedViews, type SurveyLink } from "./link.ts";
import { linkedFigures } from "./figuresLink.ts";
import { linkParts } from "./linkParts.ts";
import { findDataSpace, signedIn, type LinkServices } from "./linkedDataSpace.ts";

const copyLinkArgument = z
  .strictObject({
    dataSpace: z.string(),
    surveyId: id,
    collectGroupId: id.optional(),
    view: z.enum(linkedViews).optional(),
    question: key.optional(),
    responseId: id.optional(),
  })
  .refine((it) => it.view === "structure" || isInView({ ...it, view: it.view }), notInView);
type CopyLink = z.infer<typeof copyLinkArgument>;

interface MadeLink {
  readonly link: string;
}

/** Copies a link to a survey, or to a place in it. */
export function copyLinkCommand(parts: LinkServices): Command<CopyLink, MadeLink> {
  return {
    argument: copyLinkArgument,
    ask: async (clicked) => {
      const from = clicked ?? parts.panels.shownPlace;
      const survey = await askSurvey(parts.dataSpaces, from);
      return survey && { dataSpace: survey.dataSpace, surveyId: survey.surveyId, ...placeOf(from) };
    },
    async run(argument) {
      const link = linkTo(parts, argument);
      await vscode.env.clipboard.writeText(link);
      return { link };
    },
    notify: async () => showStatus(t("Copied the link"), 3000),
  };
}

function placeOf(clicked: CommandSource | undefined): Omit<CopyLink, "dataSpace" | "surveyId"> {
  if (clicked?.kind === "collectGroup") {
    return { collectGroupId: clicked.group.collectGroupId };
  }
  const place = clicked?.kind === "panel" ? clicked.place : undefined;
  return place ?? {};
}

/** Makes a link. The address identifies the data space, since its name may differ elsewhere; there are no credentials. */
function linkTo(
  { dataSpaces, local, extensionId }: LinkServices,
  { dataSpace, surveyId, collectGroupId, view, question, responseId }: CopyLink,
): string {
  const { baseUrl, version, local: isLocal } = dataSpaces.get(dataSpace);
  const localPlace = local.isSample(dataSpace) ? "sample" : "local";
  const at = isLocal || baseUrl === undefined ? localPlace : linkedAddress(baseUrl);
  return encodeLink(vscode.env.uriScheme, extensionId, {
    at,
    version,
    ...(at === "sample" ? {} : { name: dataSpace }),
    survey: surveyId,
    group: collectGroupId,
    view,
    question,
    response: responseId,
  });
}

const openLinkArgument = z.strictObject({ link: z.string().min(1) });
type OpenLink = z.infer<typeof openLinkArgument>;

/** Opens what a link names, in a data space that is set up already. */
export function openLinkCommand(parts: LinkServices): Command<OpenLink, void> {
  return {
    argument: openLinkArgument,
    ask: async (clicked) => {
      const link =
        clicked?.kind === "link"
          ? clicked.link
          : await askLine({
              title: t("Open Link"),
              prompt: t("Paste a link to a survey"),
              // Stay open while the person copies the link from elsewhere.
              ignoreFocusOut: true,
            });
      return link === undefined || link.trim() === "" ? undefined : { link: link.trim() };
    },
    async run({ link }, interactive) {
      const uri = linkParts(link);
      const hash = linkedFigures(parts.extensionId, uri);
      if (hash !== undefined) {
        await vscode.commands.executeCommand("surveyExplorer.showFigures", { hash });
        return undefined;
      }
      const found = decodeLink(parts.extensionId, uri);
      const dataSpace = await findDataSpace(parts, found, interactive);
      if (dataSpace !== undefined && (!interactive || (await signedIn(parts, dataSpace)))) {
        await open(dataSpace, found, interactive);
      }
    },
  };
}

/** Opens the place. For a person, as if clicked, so that the command and the panel report failures. */
async function open(dataSpace: string, link: SurveyLink, interactive: boolean): Promise<void> {
  const { survey: surveyId, group: collectGroupId, question, response: responseId } = link;
  const isOfResponses = collectGroupId !== undefined || responseId !== undefined;
  const view = link.view ?? (isOfResponses ? "table" : "structure");
  const command = `surveyExplorer.${view === "structure" ? "openSurvey" : "openResponses"}`;
  const place: SurveyPlace =
    view === "structure" ? { question } : { question, collectGroupId, responseId, view };
  const survey = { dataSpace, surveyId };
  const argument = interactive ? surveySelection(survey, place) : { ...survey, ...place };
  await vscode.commands.executeCommand(command, argument);
}
