// As in package.json.

/** The scheme of documents that are as the service sent them. */
export const rawScheme = "survey-explorer";
/** The editor of surveys' structures. */
export const structureEditor = "surveyExplorer.structure";
/** Panels that come back after a window reload. */
export const restoredPanels = ["responses", "responseUrls"] as const;
export type RestoredPanel = (typeof restoredPanels)[number];

export function panelType(program: RestoredPanel): string {
  return `surveyExplorer.${program}`;
}
