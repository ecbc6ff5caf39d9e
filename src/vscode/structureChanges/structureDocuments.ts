import * as z from "zod";
import * as vscode from "vscode";
import type { Formats } from "../../formats/calls.ts";
import { fileName } from "../../export/fileName.ts";
import { lazy } from "../../model/lazy.ts";
import { defaultTableForm } from "../../model/tabular/tableForm.ts";
import { translations } from "../platform/language.ts";
import { parseJsonText } from "../../model/jsonText.ts";
import { loaded } from "../platform/loaded.ts";
import { structureTextScheme } from "../registeredNames.ts";
import type { StructureHistory } from "./structureHistory.ts";

const side = lazy(() =>
  z.strictObject({
    dataSpace: z.string(),
    space: z.string(),
    surveyId: z.string(),
    /** ID of the stored structure. */
    id: z.string(),
    apiVersion: z.string(),
    /** "v3, 12 Nov 2026, 14:05" */
    title: z.string(),
  }),
);
export type StructureSide = z.infer<ReturnType<typeof side>>;

const subject = lazy(() =>
  z.union([z.strictObject({ codebook: side() }), z.strictObject({ older: side(), newer: side() })]),
);
type Subject = z.infer<ReturnType<typeof subject>>;

/** Returns the URI of the codebook of a stored structure. */
export function codebookUri(codebook: StructureSide, label: string): vscode.Uri {
  return uriOf({ codebook }, vscode.l10n.t("{0} codebook", label));
}

/** Returns the URI of a list of the differences in words. */
export function changesUri(older: StructureSide, newer: StructureSide, label: string): vscode.Uri {
  return uriOf({ older, newer }, vscode.l10n.t("Changes of {0}", label));
}

function uriOf(it: Subject, title: string): vscode.Uri {
  const path = `/${fileName(title, "md")}`;
  return vscode.Uri.from({ scheme: structureTextScheme, path, query: JSON.stringify(it) });
}

/** Read-only documents: codebooks of stored structures, and the differences between two of them. */
export class StructureDocuments {
  readonly #structures: StructureHistory;
  readonly #formats: Formats;

  constructor(structures: StructureHistory, formats: Formats) {
    this.#structures = structures;
    this.#formats = formats;
  }

  /** Returns the text of a document. Decodes the URI as outside data, because any program may open one. */
  async text(uri: vscode.Uri): Promise<string> {
    const { data } = subject().safeParse(parseJsonText(uri.query));
    if (!data) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return "codebook" in data
      ? this.#codebook(data.codebook)
      : this.#changes(data.older, data.newer);
  }

  async #codebook(of: StructureSide): Promise<string> {
    const survey = await this.#survey(of);
    return this.#formats.codebook({
      source: {
        ...{ version: survey.apiVersion, dataSpace: of.dataSpace, survey },
        ...{ collectGroups: [], kind: "responses" },
      },
      format: "md",
      form: defaultTableForm,
      translations: translations(),
    });
  }

  async #changes(older: StructureSide, newer: StructureSide): Promise<string> {
    const { changesBetween, comparability } = await loaded(import("./structureReading.ts"));
    const { changesText } = await loaded(import("./changesText.ts"));
    const [before, after] = [await this.#survey(older), await this.#survey(newer)];
    return changesText(
      changesBetween(before, after),
      {
        older: { survey: before, title: older.title },
        newer: { survey: after, title: newer.title },
        isInTime: areInTime(older, newer),
      },
      comparability(before, after),
    );
  }

  #survey(of: StructureSide) {
    return this.#structures.read(of, of);
  }
}

/** Returns true if both are of one survey in one version of the API, at two times. */
export function areInTime(one: StructureSide, other: StructureSide): boolean {
  return (
    one.space === other.space &&
    one.surveyId === other.surveyId &&
    one.apiVersion === other.apiVersion
  );
}
