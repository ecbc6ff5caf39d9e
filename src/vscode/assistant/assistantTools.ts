import * as vscode from "vscode";
import { callTool } from "../../assistant/toolJob.ts";
import type { FiguresStore } from "../../assistant/figuresStore.ts";
import type { Tool, ToolAnswer } from "../../assistant/tool.ts";
import type { ToolHost } from "../../assistant/toolHost.ts";
import type { ToolName } from "../../assistant/toolNames.ts";
import { tools } from "../../assistant/tools.ts";
import { cancelled } from "../../client/waiting.ts";
import { isCancelled, messageOf, SurveyError } from "../../model/errors.ts";
import { markdownText } from "../../model/markdown.ts";
import { figuresLink } from "../links/figuresLink.ts";
import { logFailure } from "../platform/log.ts";
import { say } from "../platform/window.ts";

export interface AssistantToolsOptions {
  readonly host: ToolHost;
  readonly figures: FiguresStore;
  /** Returns false if the person has turned the tools off. */
  readonly isEnabled: () => boolean;
  readonly isTrusted: () => boolean;
  readonly extensionId: string;
  readonly log: vscode.LogOutputChannel;
}

/** The tools as VS Code's chat calls them. */
export class AssistantTools {
  readonly #options: AssistantToolsOptions;

  constructor(options: AssistantToolsOptions) {
    this.#options = options;
  }

  /** Returns what the person is asked before a call. Nothing is asked if the call will be refused. */
  prepare(name: ToolName, input: object): vscode.PreparedToolInvocation {
    const tool = toolNamed(name);
    const invocationMessage = textMarkdown(say(tool.title));
    try {
      this.#check();
      const message = textMarkdown(say(tool.sharing(input)));
      return { invocationMessage, confirmationMessages: { title: say(tool.title), message } };
    } catch {
      return { invocationMessage };
    }
  }

  /** @throws Error with a message that tells the model how to go on */
  async invoke(
    name: ToolName,
    input: object,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const abort = new AbortController();
    const stopping = token.onCancellationRequested(() => abort.abort(cancelled()));
    try {
      this.#check();
      const call = { signal: abort.signal, onProgress: () => undefined };
      const answer = await callTool(toolNamed(name), this.#options, input, call);
      return this.#result(answer);
    } catch (error) {
      if (isCancelled(error)) {
        throw new vscode.CancellationError();
      }
      logFailure(this.#options.log, `A tool for assistants, ${name}`, error);
      throw new Error(messageOf(error), { cause: error });
    } finally {
      stopping.dispose();
    }
  }

  #check(): void {
    const { isEnabled, isTrusted } = this.#options;
    if (!isTrusted()) {
      throw SurveyError.of(
        "forbidden",
        "In Restricted Mode, assistants are told nothing of surveys. The person can trust this folder.",
      );
    }
    if (!isEnabled()) {
      throw SurveyError.of(
        "forbidden",
        "The person has turned off the tools for assistants, by the setting {0}.",
        "surveyExplorer.assistant.enabled",
      );
    }
  }

  /** Returns the text, and the data as JSON text: results of VS Code 1.103 have no other part for data. */
  #result({ text, content, figures }: ToolAnswer): vscode.LanguageModelToolResult {
    const { extensionId } = this.#options;
    const link =
      figures &&
      `[Show These Figures](${figuresLink(vscode.env.uriScheme, extensionId, figures.hash)})`;
    const parts = [
      [text, link].filter((it) => it !== undefined).join("\n\n"),
      JSON.stringify(content),
    ];
    return new vscode.LanguageModelToolResult(
      parts.map((it) => new vscode.LanguageModelTextPart(it)),
    );
  }
}

function toolNamed(name: ToolName): Tool {
  const found = tools.find((it) => it.name === name);
  if (!found) {
    throw new TypeError(`There is no tool ${name}.`);
  }
  return found;
}

/** Escapes the text, so that foreign text is not read as Markdown. */
function textMarkdown(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(markdownText(text));
}
