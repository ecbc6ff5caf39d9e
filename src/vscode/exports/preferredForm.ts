import type { PreferredForm } from "../../export/exportForm.ts";
import { readPreferences } from "../platform/settings.ts";

/** As the settings say. */
export function preferredForm(): PreferredForm {
  const { layout, cells } = readPreferences().export;
  return { layout, cells };
}
