import { SurveyError } from "../model/errors.ts";
import { issuesText } from "../model/issueText.ts";
import { localizable } from "../model/localizable.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";
import type { ToolHost } from "./toolHost.ts";

/**
 * Runs a tool with arguments as they came from a model.
 * @throws SurveyError "invalid-input" where they do not fit, and what the tool throws
 */
export async function callTool<Input>(
  tool: Tool<Input>,
  host: ToolHost,
  given: unknown,
  call: ToolCall,
): Promise<ToolAnswer> {
  return tool.run(host, toolInput(tool, given), call);
}

/** @throws SurveyError "invalid-input" where the arguments do not fit */
export function toolInput<Input>(tool: Tool<Input>, given: unknown): Input {
  const parsed = tool.input.safeParse(given);
  if (!parsed.success) {
    throw new SurveyError(
      "invalid-input",
      localizable("{0} cannot be called like that: {1}.", tool.name, issuesText(parsed.error)),
    );
  }
  return parsed.data;
}
