import type { TableForm } from "../../model/tabular/tableForm.ts";
import { exportFormats, type ExportFormat } from "../../formats/kinds/formats.ts";
import { readPreferences } from "../platform/settings.ts";

/** Returns layout and cells from the settings. */
export function preferredForm(): Pick<TableForm, "layout" | "cells"> {
  const { layout, cells } = readPreferences().export;
  return { layout, cells };
}

/** Returns the format from the settings; CSV if they name none that there is. */
export function preferredFormat(): ExportFormat {
  const { format } = readPreferences().export;
  return exportFormats.find((it) => it === format) ?? "csv";
}
