import { oneLine } from "../model/oneLine.ts";
import type { Words } from "../model/words.ts";
import {
  questionsWithoutContents,
  reportContent,
  type Report,
  type ReportFact,
  type ReportGroup,
  type ReportQuestion,
} from "./report.ts";
import { reportPalette, reportStyle } from "./reportStyle.ts";
import { pictureSvg } from "./svg.ts";
import type { FigureCell, FigureTable } from "./table.ts";

/**
 * Allows only inline styles; no scripts and no external resources. Uses no hash for the style, because an editor that
 * formats the document would invalidate it.
 */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Returns a report as one self-contained HTML file without scripts. Labels are escaped, so they are always text. */
export function reportHtml(report: Report, words: Words): string {
  const { title, warnings, facts, groups } = reportContent(report, words);
  return `<!doctype html>
<html lang="${escaped(words.locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>
${reportStyle}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
${warnings.map((it) => `<p class="warning"><strong>${escaped(it)}</strong></p>\n`).join("")}<dl>
${facts.map(factHtml).join("\n")}
</dl>
</header>
${contents(groups, words)}<main>
${groups.map(groupHtml).join("\n")}
</main>
</body>
</html>
`;
}

function factHtml({ name, values }: ReportFact): string {
  return `<dt>${escaped(name)}</dt>${values.map((it) => `<dd>${escaped(it)}</dd>`).join("")}`;
}

function contents(groups: readonly ReportGroup[], { t }: Words): string {
  const count = groups.reduce((sum, it) => sum + it.questions.length, 0);
  if (count <= questionsWithoutContents) {
    return "";
  }
  const items = groups.map(
    ({ title, questions }) =>
      `<li>${escaped(title)}<ul>${questions.map(contentsItem).join("")}</ul></li>`,
  );
  return `<nav aria-labelledby="contents">
<h2 id="contents">${escaped(t("Contents"))}</h2>
<ul>
${items.join("\n")}
</ul>
</nav>
`;
}

function contentsItem({ id, title, text }: ReportQuestion): string {
  return `<li><a href="#${id}">${escaped(title)}</a> ${escaped(text)}</li>`;
}

function groupHtml({ title, questions }: ReportGroup): string {
  return `<section>
<h2>${escaped(title)}</h2>
${questions.map(questionHtml).join("\n")}
</section>`;
}

function questionHtml({ id, title, text, tables, picture }: ReportQuestion): string {
  const drawn = picture ? pictureSvg(picture, reportPalette) : "";
  return `<article aria-labelledby="${id}">
<h3 id="${id}">${escaped(title)}</h3>
${text === "" ? "" : `<p>${escaped(text)}</p>\n`}<div class="figures">
${drawn === "" ? "" : `<div class="picture">\n${drawn}</div>\n`}<div class="tables">
${tables.map(tableHtml).join("\n")}
</div>
</div>
</article>`;
}

/** Number of columns that fit into a narrow window. */
const narrow = 4;
/** Classes of tables with more columns than `above`, which are fitted to the paper's width in print; see `reportStyle`. */
const prints = [
  { above: 20, name: "dense smallest" },
  { above: 14, name: "dense smaller" },
  { above: 8, name: "dense" },
] as const;

/** Tables that may be too wide are scrollable, so they must be focusable by keyboard. */
function tableHtml({ caption, head, rows, notes }: FigureTable): string {
  const isNumber = head.map((it) => it.isNumber);
  const cell = ({ text }: FigureCell, place: number): string =>
    place === 0
      ? `<th scope="row">${escaped(text)}</th>`
      : `<td${isNumber[place] === true ? ' class="number"' : ""}>${escaped(text)}</td>`;
  const rowsHtml = (isFoot: boolean): string =>
    rows
      .filter((it) => (it.isFoot === true) === isFoot)
      .map(({ cells }) => `<tr>${cells.map(cell).join("")}</tr>\n`)
      .join("");
  const foot = rowsHtml(true);
  const heads = head.map(
    (it) => `<th scope="col"${it.isNumber ? ' class="number"' : ""}>${escaped(it.text)}</th>`,
  );
  const reachable =
    head.length > narrow ? ` role="region" aria-label="${escaped(caption)}" tabindex="0"` : "";
  const print = prints.find(({ above }) => head.length > above);
  return `<div class="table">
<div class="scrolled"${reachable}><table${print ? ` class="${print.name}"` : ""}>
<caption>${escaped(caption)}</caption>
<thead><tr>${heads.join("")}</tr></thead>
<tbody>
${rowsHtml(false)}</tbody>
${foot === "" ? "" : `<tfoot>\n${foot}</tfoot>\n`}</table></div>
${notes.map((it) => `<p class="note">${escaped(it)}</p>\n`).join("")}</div>`;
}

/** Escapes text for content and quoted attributes. Makes it one line (see `oneLine`) and removes unpaired surrogates. */
function escaped(text: string): string {
  return oneLine(text.replace(/\p{Cs}/gu, "")).replace(
    /[&<>"']/g,
    (it) => `&#${it.charCodeAt(0)};`,
  );
}
