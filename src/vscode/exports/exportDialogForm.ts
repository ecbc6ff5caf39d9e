import { codebookFormats } from "../../model/tabular/tableForm.ts";
import { language } from "../platform/language.ts";
import { plain, type SafeText } from "../platform/plainText.ts";
import { t } from "../platform/window.ts";
import { askOne, askValue, item, type Answer } from "./exportDialogPick.ts";
import {
  codebookName,
  formatChoiceOf,
  formatChoices,
  type ExportDialogState,
} from "./exportDialogState.ts";

export function askFormat(state: ExportDialogState, title: SafeText): Promise<Answer> {
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
  return askOne(items, placeholder, title, ({ label }) => label === present);
}

export function askCells({ form }: ExportDialogState, title: SafeText): Promise<Answer> {
  return askValue(title, {
    placeholder: t("What do cells of questions with options contain?"),
    present: form.cells,
    texts: {
      codes: [t("Codes"), t("The codes that the service sends")],
      labels: [t("Labels"), t("Labels of the codes; the code if it has no label")],
      both: [t("Codes and labels"), t("A column with codes and one with labels for each question")],
    },
    changeTo: (cells) => ({ form: { ...form, cells } }),
  });
}

export function askLayout({ form }: ExportDialogState, title: SafeText): Promise<Answer> {
  return askValue(title, {
    placeholder: t("Choose a layout"),
    present: form.layout,
    texts: {
      wide: [t("Wide"), t("A row for each response, a column for each question")],
      long: [t("Long"), t("A row for each answer: response, variable, value, label, other text")],
    },
    changeTo: (layout) => ({ form: { ...form, layout } }),
  });
}

export function askMultiSelect({ form }: ExportDialogState, title: SafeText): Promise<Answer> {
  return askValue(title, {
    placeholder: t("How are multi-select questions written?"),
    present: form.multiSelect,
    texts: {
      columns: [
        t("0/1 columns"),
        t("A column for each option: 1 chosen, 0 not chosen, empty not answered"),
      ],
      delimited: [
        t("One delimited column"),
        t("One column with the chosen codes, in the options' order, separated by ;"),
      ],
    },
    changeTo: (multiSelect) => ({ form: { ...form, multiSelect } }),
  });
}

export function askCodebook({ codebook }: ExportDialogState, title: SafeText): Promise<Answer> {
  const items = [
    item(t("None"), { codebook: undefined }),
    ...codebookFormats.map((format) => item(plain(codebookName(format)), { codebook: format })),
  ];
  const active = codebook === undefined ? t("None") : codebookName(codebook);
  const placeholder = t("A codebook lists each column's question, options and labels");
  return askOne(items, placeholder, title, ({ label }) => label === active);
}
