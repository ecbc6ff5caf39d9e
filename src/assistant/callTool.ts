import * as z from "zod";
import type { FiguresStore } from "./figuresStore.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";
import type { ToolHost } from "./toolHost.ts";

/** What a tool takes, as models and clients are told of it. */
export function toolSchema({
  input,
}: Pick<Tool, "input">): Readonly<Record<string, unknown>> & { readonly type: "object" } {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input" });
  return { ...schema, type: "object" };
}

/** Runs a tool with arguments as they came, and keeps which figures it has told. @throws SurveyErrors of the tool */
export async function callTool(
  tool: Tool,
  { host, figures }: { readonly host: ToolHost; readonly figures: FiguresStore },
  given: unknown,
  call: ToolCall,
): Promise<ToolAnswer> {
  const answer = await tool.run(host, given ?? {}, call);
  if (answer.figures) {
    await figures.keep(answer.figures.hash, answer.figures.query);
  }
  return answer;
}
