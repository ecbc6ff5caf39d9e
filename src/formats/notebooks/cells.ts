import { markdownText } from "../../model/markdown.ts";
import type { NotebookFormat, NotebookLanguage } from "./notebookForm.ts";

/** A part of a notebook. `id`: unique in it. */
export type NotebookCell =
  | { readonly kind: "text"; readonly id: string; readonly markdown: string }
  | { readonly kind: "code"; readonly id: string; readonly code: string };

export interface NotebookContent {
  /** One line of Markdown. */
  readonly title: string;
  readonly cells: readonly NotebookCell[];
}

/** Writes notebooks of one kind of file. */
interface NotebookWriter {
  /** Returns a foreign text on one line of Markdown, with no effect as markup. */
  readonly plain: (text: string) => string;
  readonly write: (content: NotebookContent, language: NotebookLanguage) => string;
}

export const notebookWriters: Readonly<Record<NotebookFormat, NotebookWriter>> = {
  ipynb: { plain: markdownText, write: jupyterText },
  qmd: { plain: quartoPlain, write: quartoText },
};

/** Returns a Jupyter notebook, nbformat 4.5. */
function jupyterText({ title, cells }: NotebookContent): string {
  const heading: NotebookCell = { kind: "text", id: "title", markdown: `# ${title}` };
  const notebook = {
    cells: [heading, ...cells].map((it) => {
      const head = { id: it.id, metadata: {} };
      return it.kind === "text"
        ? { cell_type: "markdown", ...head, source: sourceLines(it.markdown) }
        : {
            cell_type: "code",
            execution_count: null,
            ...head,
            outputs: [],
            source: sourceLines(it.code),
          };
    }),
    metadata: {
      kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
      language_info: { name: "python" },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, undefined, 1)}\n`;
}

function sourceLines(text: string): string[] {
  return text.split("\n").map((line, at, all) => (at < all.length - 1 ? `${line}\n` : line));
}

function quartoText({ title, cells }: NotebookContent, language: NotebookLanguage): string {
  const engine = { python: "jupyter: python3", r: "engine: knitr" }[language];
  const parts = cells.map((it) =>
    it.kind === "text"
      ? it.markdown
      : `\`\`\`{${language}}\n${it.code.replace(/`{3}|\{{2}</g, escaped)}\n\`\`\``,
  );
  // JSON is valid YAML.
  return `${[`---\ntitle: ${JSON.stringify(title)}\n${engine}\n---`, ...parts].join("\n\n")}\n`;
}

/** Escapes characters of code. They are in literals only, where both languages know this escape. */
function escaped(text: string): string {
  return Array.from(text, (it) => `\\u00${it.charCodeAt(0).toString(16)}`).join("");
}

/** Quarto and knitr look for code and shortcodes before Markdown is parsed, so the characters of these become entities. */
function quartoPlain(text: string): string {
  return markdownText(text).replace(/\\?[`{}^]/g, (it) => `&#${it.charCodeAt(it.length - 1)};`);
}
