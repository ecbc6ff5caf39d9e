import * as z from "zod";
import { oneLine } from "../../model/oneLine.ts";
import { askDataSpace } from "../commands/ask.ts";
import { nextStep, offerDataSpace, offerNext } from "../commands/nextStep.ts";
import type { Command } from "../commands/registry.ts";
import { askLine, pickOne, t } from "../platform/window.ts";
import { surveyOrders, type SurveyOrder } from "./arrangement.ts";
import type { CommandSource } from "./node.ts";
import {
  bringToSight,
  onNode,
  setFilter,
  simple,
  withViewProgress,
  type Simple,
  type ViewParts,
} from "./viewCommands.ts";

const sortArgument = z.strictObject({ dataSpace: z.string(), order: z.enum(surveyOrders) });
type SortArgument = z.infer<typeof sortArgument>;

export function sortSurveysCommand(parts: ViewParts): Command<SortArgument, void> {
  const { dataSpaces, tree, view } = parts;
  return {
    argument: sortArgument,
    async ask(clicked) {
      const dataSpace = await askDataSpace(dataSpaces, clicked);
      const order = dataSpace === undefined ? undefined : await askOrder(parts, dataSpace);
      return dataSpace === undefined || order === undefined ? undefined : { dataSpace, order };
    },
    async run({ dataSpace, order }, interactive) {
      const { name } = dataSpaces.get(dataSpace);
      await bringToSight(view, interactive);
      await withViewProgress(() => tree.setOrder(name, order));
    },
  };
}

async function askOrder({ tree }: ViewParts, dataSpace: string): Promise<SurveyOrder | undefined> {
  const current = tree.choices.order(dataSpace);
  const all = t("Loads all surveys of the data space");
  const items = [
    { label: t("Created, newest first"), order: "created" as const },
    { label: t("Updated, newest first"), order: "updated" as const, detail: all },
    { label: t("Title, A to Z"), order: "title" as const, detail: all },
  ].map((it) => ({ ...it, ...(it.order === current && { description: t("current") }) }));
  const title = t("Sort the surveys of {0}", dataSpace);
  const chosen = await pickOne(items, { title, placeHolder: t("Choose an order") });
  return chosen?.order;
}

const filterArgument = z.strictObject({ text: z.string() });

export function filterSurveysCommand(
  parts: ViewParts,
): Command<z.infer<typeof filterArgument>, void> {
  const { dataSpaces, tree, view } = parts;
  return {
    argument: filterArgument,
    async ask() {
      if (dataSpaces.list().length === 0) {
        return offerDataSpace();
      }
      const text = await askLine({
        title: t("Filter surveys"),
        prompt: t("Words of the title or ID. Leave empty to show all surveys."),
        value: tree.choices.filter.text,
      });
      return text === undefined ? undefined : { text };
    },
    async run({ text }, interactive) {
      await bringToSight(view, interactive);
      await setFilter(parts, { text: oneLine(text) });
    },
  };
}

export function clearFilterCommand(parts: ViewParts): Simple {
  return {
    ...simple(async (interactive) => {
      await bringToSight(parts.view, interactive);
      await setFilter(parts, { text: "" });
    }),
    async ask() {
      if (parts.dataSpaces.list().length === 0) {
        return offerDataSpace();
      }
      return parts.tree.choices.filter.text === ""
        ? offerNext(
            t("The surveys are not filtered."),
            nextStep(t("Filter Surveys…"), "filterSurveys"),
          )
        : {};
    },
  };
}

export function stopLoadingCommand({ tree }: ViewParts): Command<CommandSource, void> {
  return onNode(async (node) => {
    if (node.kind === "loading") {
      tree.stopLoading(node.dataSpace);
    }
  });
}
