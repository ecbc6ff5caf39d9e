// As in package.json.

/** The scheme of documents that are as the service sent them. */
export const rawScheme = "survey-explorer";
/** The scheme of documents about structures that were seen. */
export const structureTextScheme = "survey-explorer-codebook";
/** Of such an address: it is of a list of similar questions. */
export const similarAuthority = "similar";
/** The editor of surveys' structures. */
export const structureEditor = "surveyExplorer.structure";
/** Panels that come back after a window reload. */
export const restoredPanels = ["responses", "responseUrls"] as const;
export type RestoredPanel = (typeof restoredPanels)[number];

export function panelType(program: RestoredPanel): string {
  return `surveyExplorer.${program}`;
}

/** Files that are recipes. */
export const recipePattern = "**/*.survey-recipe.json";
/** Of tasks that run them. */
export const taskType = "surveyExplorer";
