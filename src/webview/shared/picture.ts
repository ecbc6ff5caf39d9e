import { nothing, svg, type SVGTemplateResult, type TemplateResult, html } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Ink, Picture, Shape } from "../../charts/picture.ts";
import { maxSeries } from "../../charts/sketch.ts";
import { lineWidth, pointsText } from "../../charts/svg.ts";
import { focusMover } from "./focus.ts";

const moveFocus = focusMover("[data-item]");

/** Reactions to clicks on a picture. */
export interface Picking {
  /** @param item see `Shape` */
  readonly pick: (item: number) => void;
  readonly isPicked: (item: number) => boolean;
}

/**
 * Renders a picture in the theme's colours. With `picking`, each bar is a button: Tab reaches the first one, the arrow keys
 * the others.
 */
export function pictureTemplate(picture: Picture, picking?: Picking): TemplateResult {
  const { width, height, title, shapes } = picture;
  const bars = picking ? shapes.filter(isPickable) : [];
  const keys = keysOf(bars);
  const last = picking ? shapes.findLastIndex(isPickable) : -1;
  const rest = (isOver: boolean): TemplateResult[] =>
    shapes.flatMap((it, at) =>
      picking && isPickable(it) ? [] : at > last === isOver ? [shapeTemplate(it)] : [],
    );
  return html`<svg
    class="picture"
    role=${bars.length > 0 ? "group" : "img"}
    aria-label=${title}
    width=${width}
    height=${height}
    viewBox="0 0 ${width} ${height}"
    @keydown=${picking ? moveFocus : nothing}
  >
    ${rest(false)}
    ${
      picking
        ? repeat(
            bars,
            // A focused bar keeps its element, and so the focus, when the scale beside it changes.
            (it, at) => keys[at] ?? it.item,
            (it, at) => pickable(it, picking, at === 0),
          )
        : nothing
    }
    ${rest(true)}
  </svg>`;
}

interface Pickable extends Extract<Shape, { kind: "rect" }> {
  readonly item: number;
}

/** Returns a key for each bar. Several bars can be about the same item, so they are numbered. */
function keysOf(bars: readonly Pickable[]): string[] {
  const numbers = new Map<number, number>();
  return bars.map(({ item }) => {
    const number = (numbers.get(item) ?? 0) + 1;
    numbers.set(item, number);
    return `${item} ${number}`;
  });
}

function isPickable(shape: Shape): shape is Pickable {
  return shape.kind === "rect" && shape.item !== undefined;
}

function shapeTemplate(shape: Shape): SVGTemplateResult {
  const ink = inkClass(shape.ink);
  switch (shape.kind) {
    case "rect":
      return svg`<rect class=${ink} x=${shape.x} y=${shape.y} width=${shape.width} height=${shape.height}
        >${titleOf(shape.title)}</rect>`;
    case "text":
      return svg`<text
        class="${ink} ${shape.isBold ? "bold" : ""}"
        x=${shape.x}
        y=${shape.y}
        font-size=${shape.size}
        text-anchor=${shape.anchor}
        >${shape.text}</text>`;
    case "line":
      return svg`<polyline
        class="${ink} ${shape.isDashed ? "dashed" : ""}"
        points=${pointsText(shape.points)}
        stroke-width=${lineWidth(shape.ink)}
      />`;
  }
}

function pickable(
  shape: Pickable,
  { pick, isPicked }: Picking,
  isFirst: boolean,
): SVGTemplateResult {
  const { item } = shape;
  const isChosen = isPicked(item);
  return svg`<rect
    class="${inkClass(shape.ink)} ${isChosen ? "picked" : ""}"
    x=${shape.x}
    y=${shape.y}
    width=${shape.width}
    height=${shape.height}
    role="button"
    tabindex=${isFirst ? 0 : -1}
    aria-pressed=${isChosen}
    data-item=${item}
    @click=${() => pick(item)}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        pick(item);
      }
    }}
  >${titleOf(shape.title)}</rect>`;
}

/** Renders a tooltip, which is also the accessible name of a shape that has no other. */
function titleOf(title: string | undefined): SVGTemplateResult | typeof nothing {
  return title === undefined ? nothing : svg`<title>${title}</title>`;
}

export function inkClass(ink: Ink): string {
  return ink.kind === "series" ? `ink-series-${ink.index % maxSeries}` : `ink-${ink.kind}`;
}
