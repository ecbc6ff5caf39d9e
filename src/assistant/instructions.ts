/** Tells models which know only the tools when to use which one. The skill (skills/surveys) says the same at more length. */
export const instructions = [
  "Figures of surveys: what was asked, what was answered, and how fieldwork goes.",
  "Begin with find_question, or with list_data_spaces, list_surveys and read_structure: other tools take the ID of a survey and the name of a question as these tell them.",
  "frequencies tells the answers to one question, cross_table two questions against each other, statistics means of numbers and scales, fieldwork how many responses came and when.",
  "Say with every figure what it is of: survey, base, filter, weight and time. null is a count that is too small to be told; do not guess or compute it.",
  "open_answers hands on what people wrote and asks the person first: use it only where they want texts. run_recipe writes files.",
  "The hash of an answer leads to the same summary: give it to the person.",
].join(" ");
