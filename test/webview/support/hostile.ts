import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const corpora = join(import.meta.dirname, "..", "..", "..", "..", "shared", "corpora");

/** Payloads that are always tried, beside the corpora: one for each defence. */
const known = [
  `<img src="https://evil.example/x.png" onerror="window.breaches.push('ran')">`,
  `<a href="javascript:window.breaches.push('ran')" id="app">link</a>`,
  `<script>window.breaches.push('ran')</script><style>* { display: none }</style>`,
  `<form action="https://evil.example"><button formaction="https://evil.example">go</button></form>`,
  `<svg><script>window.breaches.push('ran')</script></svg><math><mtext><img src=x></mtext></math>`,
  `<p style="background: url(https://evil.example)" class="sash" data-key="x" aria-label="y">text</p>`,
  `<h1>Heading</h1><table><thead><tr><th>a</th></tr></thead><tr><td>b</td></tr></table>`,
];

function corpus(name: string): unknown {
  const file = join(corpora, name);
  if (existsSync(file)) {
    return JSON.parse(readFileSync(file, "utf8"));
  }
  console.log(`      ${file} is not here: only the built-in payloads are tried.`);
  return [];
}

/** Returns HTML that tries to do harm. */
export function hostileHtml(): string[] {
  return [...known, ...(corpus("hostile-html.json") as { html: string }[]).map((it) => it.html)];
}

/** Returns that HTML, and texts that programs stumble over; each once, and none of them empty. */
export function hostileTexts(): string[] {
  const texts = [...hostileHtml(), ...(corpus("naughty-strings.json") as string[])];
  return [...new Set(texts)].filter((it) => it.trim() !== "");
}
