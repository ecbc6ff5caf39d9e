import { columnKey } from "../../../model/grid.ts";
import { madeColumns, type MadeColumns } from "../../../model/tabular/madeColumns.ts";
import type { Question, Survey } from "../../../model/survey.ts";
import { folded } from "../../shared/l10n.ts";

export const codebookColumns = ["name", "code", "label", "type", "block", "columns"] as const;
export type CodebookColumn = (typeof codebookColumns)[number];

/** A question, a field of embedded data, or an option; all texts are plain text. */
export class CodebookLine {
  /** Stays the same when the structure is loaded again. */
  readonly key: string;
  /** Name of the question or field, even for an option. */
  readonly name: string;
  /** Code of an option, which may be empty; "" for other lines. */
  readonly code: string;
  readonly label: string;
  readonly type: string;
  readonly block: string;
  /** Names of the table columns made of the line; for an option, those made of it alone. */
  readonly made: readonly string[];
  #searched: string | undefined;

  constructor(it: Pick<CodebookLine, "key" | "name"> & Partial<CodebookLine>) {
    this.key = it.key;
    this.name = it.name;
    this.code = it.code ?? "";
    this.label = it.label ?? "";
    this.type = it.type ?? "";
    this.block = it.block ?? "";
    this.made = it.made ?? [];
  }

  get columns(): string {
    return this.made.join(", ");
  }

  /** @param text folded */
  has(text: string): boolean {
    this.#searched ??= folded(this.searched.join("\n"));
    return this.#searched.includes(text);
  }

  protected get searched(): readonly string[] {
    // Not the name: it is found with the question.
    return [this.code, this.label, this.columns];
  }
}

/** A question or a field of embedded data, with its options. */
export class CodebookEntry extends CodebookLine {
  /** Undefined for embedded data. */
  readonly question: Question | undefined;
  readonly options: readonly CodebookLine[];

  constructor(
    it: Pick<
      CodebookEntry,
      "key" | "name" | "label" | "type" | "block" | "made" | "question" | "options"
    >,
  ) {
    super(it);
    this.question = it.question;
    this.options = it.options;
  }

  protected override get searched(): readonly string[] {
    return [this.name, this.label, this.type, this.block, this.columns];
  }

  /** Returns a copy with the options in another order. */
  with(options: readonly CodebookLine[]): CodebookEntry {
    const { key, name, label, type, block, made, question } = this;
    return new CodebookEntry({ key, name, label, type, block, made, question, options });
  }
}

/**
 * Returns the questions, then the embedded data.
 * @param order questions in the order of the questionnaire
 */
export function codebookOf(survey: Survey, order: readonly Question[]): CodebookEntry[] {
  const seen = new Map<string, number>();
  const entries = madeColumns(survey).map((made, index) => {
    const { variable } = made;
    const name = columnKey(variable);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    const key = before === 0 ? name : `${name}\n${before + 1}`;
    return entryOf(key, made, variable.kind === "variable" ? survey.questions[index] : undefined);
  });
  const places = new Map(order.map((it, place) => [it, place] as const).reverse());
  const placeOf = ({ question }: CodebookEntry): number =>
    (question && places.get(question)) ?? order.length;
  return entries.sort((a, b) => placeOf(a) - placeOf(b));
}

function entryOf(
  key: string,
  { variable, columns }: MadeColumns,
  question: Question | undefined,
): CodebookEntry {
  const { name, text, type = "", block = "" } = variable;
  const own = new Map(columns.map((it) => [it.origin?.code, it.name]));
  return new CodebookEntry({
    key,
    name,
    label: text,
    type,
    block,
    made: columns.map((it) => it.name),
    question,
    options: variable.options.map((option, place) => {
      const column = own.get(option.name);
      return new CodebookLine({
        key: `${key}/${place}`,
        name,
        code: option.name,
        label: option.label,
        made: column === undefined ? [] : [column],
      });
    }),
  });
}
