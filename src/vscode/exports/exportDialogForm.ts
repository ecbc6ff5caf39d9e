import { cellModes } from "../../model/responseView.ts";
import { codebookFormats, multiSelectForms, tableLayouts } from "../../model/tabular/tableForm.ts";
import { language } from "../platform/language.ts";
import { plain } from "../platform/plainText.ts";
import { t } from "../platform/window.ts";
import { askOne, item, type Answer, type DialogTitle } from "./exportDialogPick.ts";
import {
  codebookName,
  formatChoiceOf,
  formatChoices,
  type ExportDialogState,
} from "./exportDialogState.ts";

export function askFormat(state: ExportDialogState, frame: DialogTitle): Promise<Answer> {
  const present = formatChoiceOf(state, language()).label;
  const items = formatChoices(language()).map(({ label, detail, format, form }) =>
    // A file that was chosen before has the ending of the former format.
    item(
      plain(label),
      { format, form: { ...state.form, ...form }, file: undefined },
      { detail: plain(detail) },
    ),
  );
  const placeholder = t("Choose a format");
  return askOne(items, placeholder, frame, ({ label }) => label === present);
}

export function askCells({ form }: ExportDialogState, frame: DialogTitle): Promise<Answer> {
  const texts = {
    codes: [t("Codes"), t("The codes that the service sends")],
    labels: [t("Labels"), t("Labels of the codes; the code if it has no label")],
    both: [t("Codes and labels"), t("A column with codes and one with labels for each question")],
  } as const;
  const items = cellModes.map((cells) =>
    item(texts[cells][0], { form: { ...form, cells } }, { detail: texts[cells][1] }),
  );
  const placeholder = t("What do cells of questions with options contain?");
  const active = texts[form.cells][0];
  return askOne(items, placeholder, frame, ({ label }) => label === active);
}

export function askLayout({ form }: ExportDialogState, frame: DialogTitle): Promise<Answer> {
  const texts = {
    wide: [t("Wide"), t("A row for each response, a column for each question")],
    long: [t("Long"), t("A row for each answer: response, variable, value, label, other text")],
  } as const;
  const items = tableLayouts.map((layout) =>
    item(texts[layout][0], { form: { ...form, layout } }, { detail: texts[layout][1] }),
  );
  const active = texts[form.layout][0];
  return askOne(items, t("Choose a layout"), frame, ({ label }) => label === active);
}

export function askMultiSelect({ form }: ExportDialogState, frame: DialogTitle): Promise<Answer> {
  const texts = {
    columns: [
      t("0/1 columns"),
      t("A column for each option: 1 chosen, 0 not chosen, empty not answered"),
    ],
    delimited: [
      t("One delimited column"),
      t("One column with the chosen codes, in the options' order, separated by ;"),
    ],
  } as const;
  const items = multiSelectForms.map((multiSelect) =>
    item(
      texts[multiSelect][0],
      { form: { ...form, multiSelect } },
      { detail: texts[multiSelect][1] },
    ),
  );
  const active = texts[form.multiSelect][0];
  return askOne(
    items,
    t("How are multi-select questions written?"),
    frame,
    ({ label }) => label === active,
  );
}

export function askCodebook({ codebook }: ExportDialogState, frame: DialogTitle): Promise<Answer> {
  const items = [
    item(t("None"), { codebook: undefined }),
    ...codebookFormats.map((format) => item(plain(codebookName(format)), { codebook: format })),
  ];
  const active = codebook === undefined ? t("None") : codebookName(codebook);
  const placeholder = t("A codebook lists each column's question, options and labels");
  return askOne(items, placeholder, frame, ({ label }) => label === active);
}
