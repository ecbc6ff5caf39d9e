import * as z from "zod";
import { cellModes } from "../responseView.ts";
import {
  csvPresets,
  multiSelectForms,
  partitions,
  tableLayouts,
  type TableForm,
} from "./tableForm.ts";

/** A form as it comes from outside: from a manifest, a command's argument, or what was kept. */
export const tableFormSchema = z.object({
  layout: z.enum(tableLayouts),
  cells: z.enum(cellModes),
  multiSelect: z.enum(multiSelectForms),
  labelRow: z.boolean(),
  preset: z.enum(csvPresets),
  partition: z.enum(partitions),
}) satisfies z.ZodType<TableForm>;
