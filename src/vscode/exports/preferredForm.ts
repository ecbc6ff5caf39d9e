import type { PreferredForm } from "../../export/exportForm.ts";
import { readPreferences } from "../platform/settings.ts";

/** Returns layout and cells from the settings. */
export function preferredForm(): PreferredForm {
  const { layout, cells } = readPreferences().export;
  return { layout, cells };
}
