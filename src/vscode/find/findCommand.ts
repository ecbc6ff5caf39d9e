import * as z from "zod";
import { lazy } from "../../model/lazy.ts";
import { indexKinds, type IndexKind } from "../../surveyIndex/indexEntries.ts";
import type { Command } from "../commands/registry.ts";
import { nextStep, offerDataSpace, offerNext } from "../commands/nextStep.ts";
import { inLanguage } from "../platform/language.ts";
import { plain } from "../platform/plainText.ts";
import { say, showStatus, t } from "../platform/window.ts";
import type { ViewParts } from "../surveys/viewCommands.ts";
import { FindPick } from "./findPick.ts";
import { searchOnce, type FindParts } from "./findParts.ts";
import type { Hit, Unread } from "./searchIndex.ts";

/** Kinds that a program's search returns by default: all but blocks. */
const contractKinds: readonly IndexKind[] = ["survey", "question", "option", "field", "group"];

const argument = lazy(() =>
  z.strictObject({
    text: z.string().optional(),
    kinds: z.array(z.enum(indexKinds)).min(1).optional(),
    limit: z.int().min(1).max(1000).optional(),
  }),
);
type Find = z.infer<ReturnType<typeof argument>>;

interface FoundHit extends Omit<Hit, "space" | "type"> {
  /** As the service sent it; `text` is as people read it. */
  readonly label: string;
}

export interface Found {
  readonly hits: readonly FoundHit[];
  readonly unread: readonly (Pick<Unread, "dataSpace" | "surveyId"> & {
    readonly reason: string;
  })[];
}

/** Finds surveys, and their questions, options, embedded data and collect groups, in all data spaces. */
export function findCommand(parts: FindParts): Command<Find, Found | undefined> {
  return {
    argument: argument(),
    ask: async () => (parts.dataSpaces.list().length === 0 ? offerDataSpace() : {}),
    async run({ text, kinds = contractKinds, limit = 100 }, interactive) {
      if (interactive) {
        await new FindPick(parts).show();
        return undefined;
      }
      const { hits, unread } = await searchOnce(parts, { text: text ?? "", kinds, limit });
      return {
        hits: hits.slice(0, limit).map(foundHit),
        unread: unread.map(({ dataSpace, surveyId, reason }) => ({
          ...{ dataSpace, surveyId },
          reason: inLanguage(reason),
        })),
      };
    },
  };
}

function foundHit({ kind, dataSpace, surveyId, survey, ...entry }: Hit): FoundHit {
  const { block, question, code, text, label = text } = entry;
  return { kind, dataSpace, surveyId, survey, block, question, code, label, text };
}

const surveyArgument = lazy(() => z.strictObject({ dataSpace: z.string().optional() }));
type FindSurvey = z.infer<ReturnType<typeof surveyArgument>>;

/** Finds surveys only, and reveals the opened one in the tree if it is loaded there. */
export function findSurveyCommand(
  parts: FindParts & Pick<ViewParts, "tree" | "view">,
): Command<FindSurvey, { dataSpace: string; surveyId: string } | undefined> {
  return {
    argument: surveyArgument(),
    ask: async () => (parts.dataSpaces.list().length === 0 ? offerDataSpace() : {}),
    async run({ dataSpace }) {
      if (dataSpace !== undefined) {
        parts.dataSpaces.get(dataSpace);
      }
      const found = await new FindPick(parts, {
        placeholder: t("Find a survey by title or ID"),
        kinds: ["survey"],
        limit: 100,
        dataSpace,
      }).show();
      if (!found) {
        return undefined;
      }
      const node = parts.tree.surveyNode(found.dataSpace, found.surveyId);
      if (node) {
        await parts.tree.changes.reveal(parts.view, node);
      }
      return { dataSpace: found.dataSpace, surveyId: found.surveyId };
    },
  };
}

/** Reads all surveys into the search index, including those it knows already. */
export function updateIndexCommand({
  dataSpaces,
  index,
  indexFiller,
}: FindParts): Command<Record<string, never>, void> {
  return {
    argument: z.strictObject({}),
    ask: async () => (dataSpaces.list().length === 0 ? offerDataSpace() : {}),
    async run() {
      const reason = await indexFiller.update(true);
      if (reason !== undefined) {
        throw reason;
      }
    },
    async notify() {
      const { unread } = await index.spaces();
      const [first] = [...unread, ...indexFiller.failed];
      if (!first) {
        showStatus(t("Search index updated"), 3000);
        return;
      }
      // The message names only the first. Find lists all of them.
      await offerNext(
        t('"{0}" was not indexed: {1}', plain(first.dataSpace), say(first.reason)),
        nextStep(t("Find in Surveys…"), "find"),
      );
    },
  };
}

export function stopIndexingCommand({
  dataSpaces,
  indexFiller,
}: FindParts): Command<Record<string, never>, void> {
  return {
    argument: z.strictObject({}),
    async ask() {
      if (dataSpaces.list().length === 0) {
        return offerDataSpace();
      }
      return indexFiller.isRunning ? {} : offerNext(t("No surveys are being indexed."));
    },
    async run() {
      indexFiller.stop();
    },
  };
}
