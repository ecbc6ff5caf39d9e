import type { Palette } from "./picture.ts";

/** Colours that follow the reader's colour scheme; in print, those of the light scheme. */
export const reportPalette: Palette = {
  background: "none",
  text: "var(--text)",
  quiet: "var(--quiet)",
  axis: "var(--axis)",
  unknown: "var(--unknown)",
  target: "var(--target)",
  series: [0, 1, 2, 3, 4, 5].map((it) => `var(--series-${it})`),
  font: "system-ui, sans-serif",
};

/** Six colours that people with any colour vision can distinguish, with contrast 3:1 to the background (WCAG 1.4.11). */
export const reportStyle = `:root {
  color-scheme: light dark;
  --background: #ffffff;
  --text: #1f1f1f;
  --quiet: #5c5c5c;
  --axis: #8a8a8a;
  --unknown: #767676;
  --target: #b3261e;
  --series-0: #0b6bb8;
  --series-1: #b85c00;
  --series-2: #1f7a3d;
  --series-3: #8a3fb0;
  --series-4: #a8324a;
  --series-5: #5f6b00;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --background: #1f1f1f;
    --text: #e6e6e6;
    --quiet: #a6a6a6;
    --axis: #8a8a8a;
    --unknown: #9a9a9a;
    --target: #ff8a80;
    --series-0: #4daafc;
    --series-1: #e8994a;
    --series-2: #6cc287;
    --series-3: #c58fe0;
    --series-4: #f08a9b;
    --series-5: #b5c24a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  padding: 24px 16px;
  max-width: 1080px;
  background: var(--background);
  color: var(--text);
  font: 14px/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
:lang(ko) { word-break: keep-all; }
h1 { font-size: 24px; line-height: 1.3; margin: 0 0 16px; }
h2 { font-size: 18px; margin: 40px 0 8px; }
h3 { font-size: 16px; margin: 24px 0 4px; }
p { margin: 4px 0; }
a { color: var(--series-0); }
dl { display: grid; grid-template-columns: minmax(96px, max-content) 1fr; gap: 4px 16px; margin: 0; }
dt { grid-column: 1; color: var(--quiet); }
dd { grid-column: 2; margin: 0; }
.warning { border-left: 4px solid var(--target); padding: 4px 12px; margin: 8px 0 16px; }
.note { color: var(--quiet); }
.figures { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; }
.picture { flex: 0 1 360px; min-width: 0; }
.picture svg { display: block; max-width: 100%; height: auto; }
.tables { flex: 1 1 320px; min-width: 0; display: flex; flex-wrap: wrap; gap: 16px 32px; }
.table { max-width: 100%; }
.scrolled { overflow-x: auto; }
table { border-collapse: collapse; margin: 0 0 8px; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; }
th, td {
  text-align: left;
  vertical-align: top;
  padding: 4px 8px;
  border-bottom: 1px solid var(--axis);
  overflow-wrap: break-word;
}
th { font-weight: 400; }
thead th { color: var(--quiet); }
th:first-child { padding-left: 0; min-width: 96px; overflow-wrap: anywhere; }
.number { text-align: right; }
td.number { white-space: nowrap; }
tfoot { color: var(--quiet); }
@media print {
  body { padding: 0; max-width: none; }
  nav { break-after: page; }
  h2, h3 { break-after: avoid; }
  tr, svg { break-inside: avoid; }
  .scrolled { overflow: visible; }
  .figures:has([tabindex]) { display: block; }
  thead th { overflow-wrap: anywhere; }
  .dense { table-layout: fixed; width: 100%; font-size: 10px; }
  .dense.smaller { font-size: 8px; }
  .dense.smallest { font-size: 7px; }
  .dense caption { font-size: 14px; }
  .dense :is(th, td) { padding: 2px 1px; }
  .dense th:first-child { width: 80px; }
  .dense td.number { white-space: normal; overflow-wrap: anywhere; }
}
`;
