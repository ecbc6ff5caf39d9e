import * as z from "zod";
import type { FiguresStore } from "./figuresStore.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";
import type { ToolHost } from "./toolHost.ts";

/** Returns the JSON Schema of a tool's arguments, for models and clients. */
export function toolSchema({
  input,
}: Pick<Tool, "input">): Readonly<Record<string, unknown>> & { readonly type: "object" } {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input" });
  return { ...schema, type: "object" };
}

/** Runs a tool with undecoded arguments, and stores the query of the figures it tells. @throws SurveyErrors of the tool */
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
