import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import {
  exportFormats,
  isTableFormat,
  type ExportFormat,
  type TableFormat,
  optionsOf,
} from "../formats/kinds/formats.ts";
import { plainForm, type CodebookFormat, type TableForm } from "../model/tabular/tableForm.ts";

/** What an argument says of the form. */
export type AskedForm = { readonly [K in keyof TableForm]?: TableForm[K] | undefined } & {
  readonly codebook?: CodebookFormat | undefined;
};

/** What a person prefers where nothing else is said. */
export interface PreferredForm {
  readonly layout?: TableForm["layout"] | undefined;
  readonly cells?: TableForm["cells"] | undefined;
}

/** What no format refuses. */
const unasked = { partition: plainForm.partition, preset: plainForm.preset, codebook: undefined };

/**
 * How responses become a table: as asked for, else as preferred, else plain; absent for a format that is none.
 * @throws SurveyError "invalid-input" where something is asked for that would not be done
 */
export function formOf(
  format: TableFormat,
  asked?: AskedForm,
  preferred?: PreferredForm,
): TableForm;
export function formOf(
  format: ExportFormat,
  asked?: AskedForm,
  preferred?: PreferredForm,
): TableForm | undefined;
export function formOf(
  format: ExportFormat,
  asked: AskedForm = {},
  preferred: PreferredForm = {},
): TableForm | undefined {
  const options = optionsOf(format);
  const refused = (["partition", "preset", "codebook"] as const).find(
    (it) => (asked[it] ?? unasked[it]) !== unasked[it] && !options.includes(it),
  );
  if (refused !== undefined) {
    const able = exportFormats.filter((it) => optionsOf(it).includes(refused));
    throw new SurveyError(
      "invalid-input",
      localizable(
        "{0} applies to exports as {1}, not as {2}. Remove it, or choose another format.",
        refused,
        able.join(", "),
        format,
      ),
    );
  }
  if (!isTableFormat(format)) {
    return undefined;
  }
  return {
    layout: asked.layout ?? preferred.layout ?? plainForm.layout,
    cells: options.includes("cells")
      ? (asked.cells ?? preferred.cells ?? plainForm.cells)
      : plainForm.cells,
    multiSelect: asked.multiSelect ?? plainForm.multiSelect,
    labelRow: asked.labelRow ?? plainForm.labelRow,
    preset: asked.preset ?? plainForm.preset,
    partition: asked.partition ?? plainForm.partition,
  };
}
