import { codeText, commaLines, lines, rText } from "../snippets/literals.ts";
import type { Analysis, AnalysisTexts, AnswerRows, NotebookSubject } from "./subject.ts";

/*
 * Code that follows a snippet for R. It counts `coded`, which has one column per closed question, with labels as haven keeps
 * them.
 */

export function rAnalysis(subject: NotebookSubject, texts: AnalysisTexts): Analysis {
  // For `columns`, the number of closed questions is known before the notebook runs.
  const unless = (more: number, text: string): string =>
    subject.kind === "columns" ? "" : `if (length(closed) <= ${more}) ${rText(text)} else `;
  return {
    prepare: lines(
      ...(subject.kind === "columns" ? columns(subject) : answers(subject.rows)),
      functions,
    ),
    frequencies: shown("frequencies", "frequencies_of(closed[[1]])", unless(0, texts.noQuestion)),
    crossTable: shown(
      "cross_table",
      "cross_table_of(closed[[1]], closed[[2]])",
      unless(1, texts.noPair),
    ),
    percentages: shown("percentages", "100 * prop.table(cross_table, 2)", unless(1, texts.noPair)),
  };
}

function shown(name: string, value: string, otherwise: string): string {
  return lines(`${name} <- ${otherwise}${value}`, name);
}

function columns({ closed }: Extract<NotebookSubject, { kind: "columns" }>): string[] {
  const missing = closed.flatMap(({ name, missing = [] }) => {
    const codes = missing.map((it) => codeText(it, rText));
    return codes.length === 0 ? [] : [`${rText(name)} = c(${codes.join(", ")})`];
  });
  return [
    "# The closed questions.",
    `closed <- c(\n${commaLines(
      closed.map((it) => rText(it.name)),
      "  ",
    )}\n)`,
    "coded <- data",
    "# Codes that are no answers.",
    missing.length === 0
      ? "missing_codes <- list()"
      : `missing_codes <- list(\n${commaLines(missing, "  ")}\n)`,
  ];
}

function answers(rows: AnswerRows): string[] {
  return [
    ...(rows === "items"
      ? []
      : [
          "# An empty text is no label.",
          "answers <- as.data.frame(data)",
          'for (name in names(answers)) answers[[name]][which(answers[[name]] == "")] <- NA',
          rows === "ids"
            ? "answers$response <- answers$responseId"
            : "answers$response <- seq_len(nrow(answers))",
        ]),
    `# The closed questions: those with labels, and with one answer a response.
closed <- Filter(function(question) {
  its <- answers[which(answers$variable == question), ]
  any(!is.na(its$valueLabel)) && !anyDuplicated(its$response)
}, unique(answers$variable))
# A vector each, a value a response.
responses <- unique(answers$response)
coded <- lapply(setNames(nm = closed), function(question) {
  its <- answers[which(answers$variable == question), ]
  values <- its$value[match(responses, its$response)]
  known <- its[!is.na(its$value) & !is.na(its$valueLabel), ]
  known <- known[!duplicated(known$value), ]
  known <- known[order(nchar(known$value), known$value, method = "radix"), ]
  structure(values, labels = setNames(known$value, known$valueLabel))
})
missing_codes <- list()`,
  ];
}

const functions = `
# A code a response, NA where there is no answer.
answers_to <- function(question) {
  codes <- as.vector(unclass(coded[[question]]))
  codes[codes %in% c("", missing_codes[[question]])] <- NA
  codes
}

# Codes with their labels; behind them those that were given without having one.
options_of <- function(question) {
  labels <- attr(coded[[question]], "labels", exact = TRUE)
  given <- sort(unique(answers_to(question)), method = "radix")
  codes <- c(unname(labels), setdiff(given, labels))
  codes <- codes[!codes %in% missing_codes[[question]]]
  place <- match(codes, labels)
  data.frame(code = codes, label = ifelse(is.na(place), as.character(codes), names(labels)[place]))
}

frequencies_of <- function(question) {
  known <- options_of(question)
  counts <- as.vector(table(factor(answers_to(question), levels = known$code)))
  data.frame(known, count = counts, percent = 100 * counts / sum(counts))
}

cross_table_of <- function(row, column) {
  rows <- options_of(row)
  columns <- options_of(column)
  counts <- unclass(table(
    factor(answers_to(row), levels = rows$code),
    factor(answers_to(column), levels = columns$code)
  ))
  dimnames(counts) <- setNames(list(rows$label, columns$label), c(row, column))
  counts
}`;
