import { strict as assert } from "node:assert";
import { Parser } from "htmlparser2";
import type { Palette, Picture } from "../../../src/charts/picture.ts";
import { pictureSvg } from "../../../src/charts/svg.ts";

const palette: Palette = {
  background: "#ffffff",
  text: "#000000",
  quiet: "#555555",
  axis: "#cccccc",
  unknown: "#888888",
  target: "#ff0000",
  series: ["#0000ff", "#00ff00"],
  font: '"Segoe UI", sans-serif',
};

function pictureOf(shapes: Picture["shapes"], title = "Q1"): Picture {
  return { width: 300, height: 100, title, shapes };
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** Returns the elements in their order, with the text directly within each, and checks that each one is closed. */
function elementsOf(svg: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const element = { name, attributes, text: "" };
        elements.push(element);
        open.push(element);
      },
      ontext: (text) => {
        const within = open.at(-1);
        if (within) {
          within.text += text;
        }
      },
      onclosetag: (name, isImplied) => {
        assert.equal(open.pop()?.name, name);
        assert(!isImplied || svg.includes("/>"), `${name} is not closed`);
      },
    },
    { xmlMode: true },
  );
  parser.end(svg);
  assert.deepEqual(open, []);
  return elements;
}

describe("SVG of a picture", () => {
  it("is standalone, with an accessible title and all shapes", () => {
    const svg = pictureSvg(
      pictureOf([
        {
          kind: "rect",
          x: 1 / 3,
          y: 2,
          width: 1e-9,
          height: 4,
          ink: { kind: "series", index: 2 },
          title: "Very: 1",
          item: 0,
        },
        {
          kind: "text",
          x: 1,
          y: 2,
          text: "Very",
          anchor: "end",
          ink: { kind: "quiet" },
          size: 13,
          isBold: true,
        },
        { kind: "line", points: [0, 1, 2.005, -0.001], ink: { kind: "target" }, isDashed: true },
      ]),
      palette,
    );
    assert.equal(
      svg,
      '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="300" height="100" viewBox="0 0 300 100" font-family="&quot;Segoe UI&quot;, sans-serif">\n' +
        "<title>Q1</title>\n" +
        '<rect width="300" height="100" fill="#ffffff"/>\n' +
        '<rect x="0.33" y="2" width="0" height="4" fill="#0000ff"><title>Very: 1</title></rect>\n' +
        '<text x="1" y="2" font-size="13" text-anchor="end" font-weight="600" fill="#555555">Very</text>\n' +
        '<polyline points="0,1 2.01,0" fill="none" stroke="#ff0000" stroke-dasharray="4 3"/>\n' +
        "</svg>\n",
    );
  });

  it("is transparent without a background", () => {
    const svg = pictureSvg(pictureOf([]), { ...palette, background: "none" });
    assert(!svg.includes("<rect"));
  });

  it("is valid XML for any texts", () => {
    const hostile = [
      "</text><script>alert(1)</script>",
      "]]><!-- & &amp; &#0;",
      "a \"b\" 'c'",
      "control \u0000\u0008\u001b\uffff",
      "halves \ud800 and \udc00, whole 😀",
    ];
    const svg = pictureSvg(
      pictureOf(
        hostile.map((text) => ({
          kind: "text",
          x: 0,
          y: 0,
          text,
          anchor: "start",
          ink: { kind: "text" },
          size: 13,
        })),
        hostile.join(" "),
      ),
      palette,
    );
    const elements = elementsOf(svg);
    assert.deepEqual(
      elements.map((it) => it.name),
      ["svg", "title", "rect", ...hostile.map(() => "text")],
    );
    assert.deepEqual(
      elements.slice(3).map((it) => it.text),
      [
        ...hostile.slice(0, 3),
        "control \ufffd\ufffd\ufffd\ufffd",
        "halves \ufffd and \ufffd, whole 😀",
      ],
    );
  });
});
