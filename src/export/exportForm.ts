import { invalidInput } from "../model/errors.ts";
import {
  exportFormats,
  isTableFormat,
  type ExportFormat,
  type TableFormat,
  optionsOf,
} from "../formats/kinds/formats.ts";
import {
  defaultTableForm,
  type CodebookFormat,
  type TableForm,
} from "../model/tabular/tableForm.ts";

/** The form of a table as an argument asks for it. */
export type AskedForm = { readonly [K in keyof TableForm]?: TableForm[K] | undefined } & {
  readonly codebook?: CodebookFormat | undefined;
};

/** Preferences of the person, used for what is not asked for. */
export interface PreferredForm {
  readonly layout?: TableForm["layout"] | undefined;
  readonly cells?: TableForm["cells"] | undefined;
}

/** Values that every format accepts. */
const unasked = {
  partition: defaultTableForm.partition,
  preset: defaultTableForm.preset,
  codebook: undefined,
};

/**
 * Returns how responses become a table: as asked for, else as preferred, else plain. Returns undefined for a format that is
 * not a table.
 * @throws SurveyError "invalid-input" if something is asked for that the format does not support
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
    throw invalidInput(
      "{0} applies to exports as {1}, not as {2}. Remove it, or choose another format.",
      refused,
      able.join(", "),
      format,
    );
  }
  if (!isTableFormat(format)) {
    return undefined;
  }
  return {
    layout: asked.layout ?? preferred.layout ?? defaultTableForm.layout,
    cells: options.includes("cells")
      ? (asked.cells ?? preferred.cells ?? defaultTableForm.cells)
      : defaultTableForm.cells,
    multiSelect: asked.multiSelect ?? defaultTableForm.multiSelect,
    labelRow: asked.labelRow ?? defaultTableForm.labelRow,
    preset: asked.preset ?? defaultTableForm.preset,
    partition: asked.partition ?? defaultTableForm.partition,
  };
}
