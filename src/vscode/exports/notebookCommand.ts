import { basename, dirname, extname, isAbsolute, join, relative, sep } from "node:path";
import * as z from "zod";
import { writeNewTextFile, writeTextFile } from "../../export/textFile.ts";
import {
  notebookForms,
  notebookFormats,
  notebookLanguages,
  type NotebookForm,
} from "../../formats/notebooks/notebookForm.ts";
import { openFile } from "../platform/fileMessage.ts";
import { translations } from "../platform/language.ts";
import { plain } from "../platform/plainText.ts";
import { pickOne, showStatus, t } from "../platform/window.ts";
import type { Command } from "../commands/registry.ts";
import { askPastExport, localFile } from "./askPastExport.ts";
import type { ExportParts } from "./exportParts.ts";
import { languageNames, readLoadable } from "./snippets.ts";

const notebookArgument = z
  .strictObject({
    file: localFile,
    language: z.enum(notebookLanguages).optional(),
    format: z.enum(notebookFormats).optional(),
    notebook: localFile.optional(),
    overwrite: z.boolean().optional(),
  })
  .transform(({ language, format, ...it }, context) => {
    const ending = it.notebook && extname(it.notebook).slice(1);
    const isAsked = (asked: string | undefined, its: string) =>
      asked === undefined || asked === its;
    const form = notebookForms.find(
      (of) =>
        isAsked(language, of.language) && isAsked(format, of.format) && isAsked(ending, of.format),
    );
    if (!form) {
      const known = notebookForms.map((of) => `${of.format} (${of.language})`).join(", ");
      context.addIssue({ code: "custom", message: `must be one of ${known}` });
      return z.NEVER;
    }
    return { ...it, form };
  });
type NotebookArgument = z.infer<typeof notebookArgument>;

/** Writes a notebook that loads an export, by default beside the exported file, and opens it. */
export function openAsNotebookCommand(
  parts: ExportParts,
): Command<NotebookArgument, { readonly file: string }> {
  return {
    argument: notebookArgument,
    ask: async (clicked) => {
      const chosen = await askPastExport(
        parts.past,
        clicked,
        t("Choose the export to open as a notebook"),
      );
      const form = chosen && (await askForm());
      return form && { ...chosen, form };
    },
    run: async ({ file: exported, form, notebook, overwrite = false }) => {
      const { survey, ...its } = await readLoadable(exported);
      const textOf = (file: string) =>
        parts.formats.notebook({
          ...its,
          language: form.language,
          notebook: form.format,
          title: survey.label,
          file: pathFrom(file, exported),
          translations: translations(),
        });
      let file = notebook;
      if (file === undefined) {
        file = await writeNewTextFile(
          join(dirname(exported), nameOf(exported)),
          form.format,
          textOf,
        );
      } else {
        await writeTextFile(file, overwrite, () => textOf(file ?? ""));
      }
      await openFile(file, true);
      return { file };
    },
    notify: async ({ file }) => showStatus(t("Created {0}", basename(file)), 3000),
  };
}

async function askForm(): Promise<NotebookForm | undefined> {
  const kinds = {
    ipynb: t("Jupyter notebook (.ipynb)"),
    qmd: t("Quarto document (.qmd)"),
  };
  const items = notebookForms.map((form) => ({
    label: plain(languageNames[form.language]),
    description: kinds[form.format],
    form,
  }));
  const placeHolder = t("Open as which notebook?");
  const chosen = await pickOne(items, { placeHolder, ignoreFocusOut: true });
  return chosen?.form;
}

function nameOf(file: string): string {
  return basename(file, extname(file));
}

/** Returns the path of the file with "/", as code in all languages can have it: relative, or absolute on another drive. */
function pathFrom(notebook: string, file: string): string {
  const path = relative(dirname(notebook), file).split(sep).join("/");
  // Without "./", a name that begins with a tilde would be taken for a home folder.
  return isAbsolute(path) || path.startsWith("../") ? path : `./${path}`;
}
