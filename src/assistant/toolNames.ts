/** Names of the tools for models. In VS Code, they have a prefix. */
export const toolNames = [
  "list_data_spaces",
  "list_surveys",
  "find_question",
  "read_structure",
  "frequencies",
  "statistics",
  "cross_table",
  "fieldwork",
  "open_answers",
  "run_recipe",
] as const;
export type ToolName = (typeof toolNames)[number];

export const toolPrefix = "surveyExplorer_";
