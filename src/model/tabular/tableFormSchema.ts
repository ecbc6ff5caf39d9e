import * as z from "zod";
import { cellModes } from "../responseView.ts";
import {
  csvPresets,
  multiSelectForms,
  partitions,
  tableLayouts,
  type TableForm,
} from "./tableForm.ts";

/** A form from outside: from a manifest, a command's argument, or storage. */
export const tableFormSchema = z.object({
  layout: z.enum(tableLayouts),
  cells: z.enum(cellModes),
  multiSelect: z.enum(multiSelectForms),
  labelRow: z.boolean(),
  preset: z.enum(csvPresets),
  partition: z.enum(partitions),
}) satisfies z.ZodType<TableForm>;
