// Names that package.json also has must be the same there.

/** URI scheme of documents that show what the service sent, byte for byte. */
export const rawScheme = "survey-explorer";
/** URI scheme of virtual documents: codebooks and changes of stored structures, and lists of similar questions. */
export const structureTextScheme = "survey-explorer-codebook";
/** URI authority, in `structureTextScheme`, of a list of similar questions. */
export const similarAuthority = "similar";
/** View type of the custom editor that shows a survey's structure. */
export const structureEditor = "surveyExplorer.structure";
/** Panels that VS Code restores after a window reload. */
export const restoredPanels = ["responses", "responseUrls"] as const;
export type RestoredPanel = (typeof restoredPanels)[number];

export function panelType(program: RestoredPanel): string {
  return `surveyExplorer.${program}`;
}

/** Glob pattern of recipes. */
export const recipePattern = "**/*.survey-recipe.json";
/** Type of the tasks that run recipes. */
export const taskType = "surveyExplorer";
