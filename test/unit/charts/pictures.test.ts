import { strict as assert } from "node:assert";
import { daysPicture } from "../../../src/charts/daysPicture.ts";
import {
  cumulativePicture,
  durationsPicture,
  hoursPicture,
} from "../../../src/charts/fieldworkPictures.ts";
import { estimatedWidth } from "../../../src/charts/lines.ts";
import type { Picture, Shape } from "../../../src/charts/picture.ts";
import { questionPicture, numberPicture } from "../../../src/charts/questionPicture.ts";
import type { QuestionSummary, Split } from "../../../src/model/summary.ts";
import { asked, english, fieldworkOf, options, q1, satisfaction } from "./questions.ts";

type Rect = Extract<Shape, { kind: "rect" }>;
type Text = Extract<Shape, { kind: "text" }>;

function rects({ shapes }: Picture): Rect[] {
  return shapes.filter((it) => it.kind === "rect");
}

/** Returns bars and columns; the shapes of legends have no title. */
function bars(picture: Picture): Rect[] {
  return rects(picture).filter((it) => it.title !== undefined);
}

function texts({ shapes }: Picture): Text[] {
  return shapes.filter((it) => it.kind === "text");
}

function said(picture: Picture): string[] {
  return texts(picture).map((it) => it.text);
}

/** Checks that nothing is outside of the picture, and that no texts overlap. */
function assertTidy(picture: Picture): void {
  const boxes = texts(picture).map((it) => {
    const width = estimatedWidth(it.text, it.size, it.isBold ?? false);
    const left = it.x - { start: 0, middle: width / 2, end: width }[it.anchor];
    return { text: it.text, left, right: left + width, top: it.y - it.size * 0.8, bottom: it.y };
  });
  for (const [index, box] of boxes.entries()) {
    assert(box.left >= 0 && box.right <= picture.width + 0.5, `${box.text} is outside the picture`);
    assert(
      box.top >= 0 && box.bottom <= picture.height,
      `${box.text} is above or below the picture`,
    );
    const other = boxes
      .slice(index + 1)
      .find(
        (it) =>
          it.left < box.right && it.right > box.left && it.top < box.bottom && it.bottom > box.top,
      );
    assert.equal(other?.text, undefined, `${box.text} is overlapped`);
  }
  for (const { x, y, width, height } of rects(picture)) {
    assert(x >= 0 && y >= 0 && width > 0 && height > 0);
    assert(x + width <= picture.width + 0.01 && y + height <= picture.height + 0.01);
  }
}

function drawn(picture: Picture | undefined): Picture {
  assert(picture);
  assertTidy(picture);
  return picture;
}

function split(parts: number): Split {
  return {
    column: "variable:Q2",
    parts: Array.from({ length: parts }, (_, index) => ({
      value: `${index}`,
      label: `Part ${index}`,
      bases: { all: 30, asked: 28, answered: 20 },
      counts: [10 + (index % 10), 0, 5],
    })),
    both: 20 * parts,
    valueTotals: [],
  };
}

describe("bars of a question", () => {
  it("have lengths proportional to percentages, and descriptive titles", () => {
    const picture = drawn(questionPicture(asked(), { width: 600 }, english));
    const [very, nine] = bars(picture);
    assert.equal(bars(picture).length, 2);
    assert.equal(very?.title, "Very: 60 (66.7%)");
    assert.equal(nine?.title, "9 (not in the structure): 30 (33.3%)");
    assert.equal(nine.width, very.width / 2);
    assert.deepEqual([very.item, nine.item], [0, 2]);
    assert.deepEqual([very.ink, nine.ink], [{ kind: "series", index: 0 }, { kind: "unknown" }]);
    assert(said(picture).includes("0 (0.0%)"));
    assert.equal(picture.title, "Q1: How satisfied are you?");
    assert.deepEqual(said(picture).slice(-1), ["Base: 90 answered, of 100 asked and 120 in all."]);
  });

  it("share one axis to 100 percent, regardless of the longest", () => {
    const lengths = (count: number): number[] => {
      const values = [{ value: "1", count }];
      const summary = satisfaction({ bases: { all: 90, asked: 90, answered: 90 }, values });
      return bars(drawn(questionPicture(asked({ summary }), { width: 600 }, english))).map(
        (it) => it.width,
      );
    };
    const [whole = NaN] = lengths(90);
    const [third = NaN] = lengths(30);
    // The text at the end of the bar must not count: "90 (100.0%)" is wider than "30 (33.3%)".
    assert(Math.abs(third / whole - 1 / 3) < 0.02, `${third} of ${whole}`);
  });

  it("omit title and base in a page that shows them", () => {
    const picture = drawn(questionPicture(asked(), { width: 600, isInline: true }, english));
    assert(!said(picture).some((it) => it.startsWith("Base") || it.startsWith("Q1")));
  });

  for (const width of [280, 400, 1000]) {
    it(`do not overlap in ${width} pixels with 2 and 60 options, long and Korean labels`, () => {
      const long = (index: number): string =>
        `Option ${index} with a label that goes on `.repeat(10).slice(0, 300);
      const korean = (index: number): string =>
        `매우 만족합니다 ${"아주 긴 보기입니다 ".repeat(index % 20)}`;
      for (const label of [long, korean, (index: number) => `${index}`]) {
        for (const count of [2, 60]) {
          const summary = satisfaction({
            bases: { all: 300, asked: 250, answered: 200 },
            values: options(count, label),
            distinct: count,
          });
          const picture = drawn(questionPicture(asked({ summary }), { width }, english));
          assert.equal(picture.width, width);
          assert.equal(bars(picture).length, count);
        }
      }
    });

    it(`do not overlap in ${width} pixels when compared or split`, () => {
      const compared = {
        summary: satisfaction(),
        names: ["This filter", "All responses"] as const,
      };
      drawn(questionPicture(asked({ compared }), { width }, english));
      for (const parts of [2, 6, 7, 30]) {
        const summary = satisfaction({ split: split(parts) });
        drawn(questionPicture(asked({ summary, splitBy: q1 }), { width }, english));
      }
    });
  }

  it("have a minimum width", () => {
    assert.equal(questionPicture(asked(), { width: 10 }, english)?.width, 280);
  });

  it("are paired with bars of another filter that are not clickable", () => {
    const compared = { summary: satisfaction(), names: ["This filter", "All responses"] as const };
    const picture = drawn(questionPicture(asked({ compared }), { width: 600 }, english));
    assert.deepEqual(
      bars(picture).map(({ title, item, ink }) => [title, item, ink]),
      [
        ["Very, This filter: 60 (66.7%)", 0, { kind: "series", index: 0 }],
        ["Very, All responses: 60 (66.7%)", undefined, { kind: "series", index: 1 }],
        ["9 (not in the structure), This filter: 30 (33.3%)", 2, { kind: "series", index: 0 }],
        [
          "9 (not in the structure), All responses: 30 (33.3%)",
          undefined,
          { kind: "series", index: 1 },
        ],
      ],
    );
    assert(said(picture).includes("This filter") && said(picture).includes("All responses"));
  });

  it("have a colour per part for few parts, and a name per part for many", () => {
    const of = (parts: number): Picture =>
      drawn(
        questionPicture(
          asked({ summary: satisfaction({ split: split(parts) }) }),
          { width: 600 },
          english,
        ),
      );
    const few = of(3);
    assert.equal(said(few).filter((it) => it === "Part 1").length, 1);
    assert.deepEqual(
      bars(few)
        .slice(0, 3)
        .map((it) => it.ink),
      [0, 1, 2].map((index) => ({ kind: "series", index })),
    );
    assert.equal(bars(few)[1]?.title, "Very, Part 1: 11 (55.0%)");
    const many = of(7);
    assert.equal(said(many).filter((it) => it === "Part 1").length, 3);
    assert(bars(many).every((it) => it.ink.kind === "series" && it.ink.index === 0));
    assert(said(of(30)).includes("6 parts not shown here; see the table."));
  });

  it("note the number of values not drawn", () => {
    const summary = satisfaction({
      kind: "text",
      bases: { all: 300, asked: 250, answered: 200 },
      values: options(100, () => ""),
      distinct: 500,
    });
    const picture = drawn(questionPicture(asked({ summary }), { width: 600 }, english));
    assert.equal(bars(picture).length, 20);
    assert(said(picture).includes("80 values not shown here; see the table."));
  });

  it("are unsplit if there are no parts, with a note", () => {
    const summary = satisfaction({ split: { ...split(0), noTest: "unlisted" } });
    const picture = drawn(questionPicture(asked({ summary }), { width: 600 }, english));
    assert.equal(picture.title, "Q1: How satisfied are you?");
    assert.equal(bars(picture)[0]?.title, "Very: 60 (66.7%)");
    assert(said(picture).some((it) => it.startsWith("Not split by variable:Q2")));
  });

  it("show mean and quartiles for scales, and for other codes on request", () => {
    const statistics = { n: 90, mean: 1.5, sd: 0.5, min: 1, max: 2, q1: 1, median: 1, q3: 2 };
    const mean = "Mean 1.5, standard deviation 0.5, median 1, quartiles 1 and 2, of 90.";
    const saysMean = (isScale: true | undefined, showsStatistics?: boolean): boolean => {
      const question = asked({ summary: satisfaction({ statistics, isScale }), showsStatistics });
      return said(drawn(questionPicture(question, { width: 600 }, english))).includes(mean);
    };
    assert.deepEqual([saysMean(true), saysMean(true, false)], [true, false]);
    assert.deepEqual([saysMean(undefined), saysMean(undefined, true)], [false, true]);
  });

  it("are absent if there is nothing to draw", () => {
    const summary = satisfaction({ values: [], distinct: 0 });
    assert.equal(questionPicture(asked({ summary }), { width: 600 }, english), undefined);
  });
});

describe("histogram of numbers", () => {
  const histogram = { from: -5, width: 2.5, counts: [1, 0, 80, 9] };
  const numbers = satisfaction({ kind: "number", values: [], distinct: 90, histogram });

  it("has a bar per bin with a height proportional to its count", () => {
    const picture = drawn(questionPicture(asked({ summary: numbers }), { width: 500 }, english));
    const found = bars(picture);
    assert.deepEqual(
      found.map((it) => [it.item, it.title]),
      [
        [0, "-5 – <-2.5: 1 (1.1%)"],
        [2, "0 – <2.5: 80 (88.9%)"],
        [3, "2.5 – 5: 9 (10.0%)"],
      ],
    );
    assert(Math.abs((found[1]?.height ?? 0) / (found[0]?.height ?? 1) - 80) < 0.01);
    assert(["-4", "0", "4"].every((it) => said(picture).includes(it)));
  });

  it("shows years without grouping, and groups the digits of counts and large numbers", () => {
    const texts = (from: number, width: number) => {
      const bins = { from, width, counts: [1500, 800] };
      const summary = satisfaction({ kind: "number", values: [], distinct: 90, histogram: bins });
      const picture = drawn(questionPicture(asked({ summary }), { width: 500 }, english));
      return [...said(picture), ...bars(picture).map((it) => it.title ?? "")].join("\n");
    };
    assert.match(texts(1950, 10), /^1960$/m);
    assert.match(texts(1950, 10), /^1950 – <1960: 1,500/m);
    assert.match(texts(1950, 10), /^1,000$/m);
    assert.match(texts(20_000, 10_000), /^20,000 – <30,000: 1,500/m);
  });

  it("has a bar for the filtered bin even if it is empty", () => {
    const room = { width: 500 };
    const itemsOf = (summary: QuestionSummary, chosen?: number) =>
      bars(numberPicture(asked({ summary }), histogram, room, english, chosen)).map(
        (it) => it.item,
      );
    assert.deepEqual(itemsOf(numbers, 1), [0, 1, 2, 3]);
    assert.deepEqual(itemsOf(numbers, 2), [0, 2, 3]);
    const nobody = {
      ...numbers,
      bases: { all: 0, asked: 0, answered: 0 },
      histogram: { ...histogram, counts: [0, 0, 0, 0] },
    };
    const picture = numberPicture(asked({ summary: nobody }), nobody.histogram, room, english, 2);
    assert.deepEqual(
      bars(picture).map((it) => [it.item, it.title]),
      [[2, "0 – <2.5: 0"]],
    );
    assert.ok(!said(picture).includes("0.5"), "an axis of zero counts has no half");
  });

  it("compares percentages, because the bases differ", () => {
    const other = {
      ...numbers,
      bases: { all: 9, asked: 9, answered: 9 },
      histogram: { ...histogram, counts: [0, 0, 8, 1] },
    };
    const question = asked({ summary: numbers, compared: { summary: other, names: ["A", "B"] } });
    const picture = drawn(questionPicture(question, { width: 300 }, english));
    const [, own, , others] = bars(picture);
    assert.equal(own?.title, "0 – <2.5: 80 (88.9%)");
    assert.equal(others?.title, "0 – <2.5: 8 (88.9%)");
    assert.equal(own.height.toFixed(6), others.height.toFixed(6));
  });

  it("is drawn once per part", () => {
    const parts = split(3).parts.map((it) => ({ ...it, histogram: [5, 5, 5, 5] }));
    const summary = { ...numbers, split: { ...split(3), parts } };
    const picture = drawn(questionPicture(asked({ summary }), { width: 300 }, english));
    assert.equal(bars(picture).length, 12);
    assert.equal(bars(picture)[11]?.title, "2.5 – 5, Part 2: 5 (25.0%)");
  });

  it("notes that responses with several answers are in several parts", () => {
    const summary = { ...numbers, split: { ...split(3), both: 40 } };
    const picture = drawn(questionPicture(asked({ summary }), { width: 600 }, english));
    assert(said(picture).includes("Responses with several answers are in several parts."));
  });

  it("is replaced by one box per part on a common scale for many parts", () => {
    const parts = split(30).parts.map((it, index) => ({
      ...it,
      histogram: [5, 5, 5, 5],
      // In the second part, nobody answered with a number.
      ...(index === 1
        ? {}
        : { statistics: { n: 20, mean: 0, min: -4, q1: -2, median: 0, q3: 1, max: 5 } }),
    }));
    const summary = { ...numbers, split: { ...split(30), parts } };
    for (const width of [280, 600]) {
      const picture = drawn(questionPicture(asked({ summary }), { width }, english));
      const boxes = bars(picture);
      assert.equal(boxes.length, 29);
      assert(boxes.every(({ item, width }) => item === undefined && width === boxes[0]?.width));
      assert.equal(boxes[0]?.title, "Part 0: median 0, quartiles -2 and 1, range -4 to 5, of 20");
      assert(said(picture).includes("Part 1"));
    }
  });
});

/** Returns days at equal distances, each with one response. */
function daysInRow(count: number, distance = 1) {
  const first = Date.UTC(2024, 1, 28);
  return Array.from({ length: count }, (_, index) => ({
    day: new Date(first + index * distance * 86_400_000).toISOString().slice(0, 10),
    count: 1,
  }));
}

describe("fieldwork pictures", () => {
  it("leave gaps on days without responses", () => {
    const picture = drawn(daysPicture(fieldworkOf(), { width: 500 }, english));
    const found = bars(picture);
    assert.deepEqual(
      found.map((it) => it.title),
      [
        "Mar 3, 2025: 40",
        "Mar 4, 2025: 112",
        "Mar 5, 2025: 60",
        "Mar 7, 2025: 50",
        "Mar 10, 2025: 50",
      ],
    );
    assert.deepEqual(
      found.map((it) => it.item),
      [0, 1, 2, 3, 4],
    );
    const [third, fifth, seventh, tenth] = [0, 2, 3, 4].map((it) => found[it]?.x ?? 0);
    const day = ((fifth ?? 0) - (third ?? 0)) / 2;
    assert.equal(((seventh ?? 0) - (fifth ?? 0)).toFixed(4), (2 * day).toFixed(4));
    assert.equal(((tenth ?? 0) - (seventh ?? 0)).toFixed(4), (3 * day).toFixed(4));
    assert(said(picture).includes("Mar 6"));
  });

  it("group days by week, month or years if there is too little room", () => {
    const of = (count: number, distance: number) =>
      drawn(
        daysPicture(fieldworkOf({ days: daysInRow(count, distance) }), { width: 400 }, english),
      );
    assert.equal(of(80, 1).title, "Responses per day");
    const weeks = of(200, 1);
    assert.equal(weeks.title, "Responses per week");
    // 28 February 2024 is a Wednesday.
    assert.deepEqual(
      bars(weeks)
        .slice(0, 2)
        .map((it) => it.title),
      ["Week of Feb 26, 2024: 5", "Week of Mar 4, 2024: 7"],
    );
    assert(bars(weeks).every((it) => it.item === undefined));
    const months = of(800, 1);
    assert.equal(months.title, "Responses per month");
    assert.deepEqual(
      bars(months)
        .slice(0, 2)
        .map((it) => it.title),
      ["Feb 2024: 2", "Mar 2024: 31"],
    );
    assert.equal(of(80, 366).title, "Responses per year");
    const decades = of(2000, 366);
    assert.match(decades.title, /^Responses per \d+ years$/);
    assert.equal(
      bars(decades).reduce((sum, it) => sum + Number(/: (\d+)$/.exec(it.title ?? "")?.[1]), 0),
      2000,
    );
  });

  it("label months with their own years, including the first hundred", () => {
    const days = ["0050-02-10", "0050-03-10", "0051-01-10"].map((day) => ({ day, count: 1 }));
    const ends = { day: "0070-01-10", count: 1 };
    const months = drawn(
      daysPicture(fieldworkOf({ days: [...days, ends] }), { width: 1400 }, english),
    );
    assert.deepEqual(
      bars(months).map((it) => it.title),
      ["Feb 50: 1", "Mar 50: 1", "Jan 51: 1", "Jan 70: 1"],
    );
  });

  it("label weeks with the year if they cover several years", () => {
    const said = (count: number): readonly string[] => {
      const days = daysInRow(count);
      const { shapes } = drawn(daysPicture(fieldworkOf({ days }), { width: 1000 }, english));
      return shapes.flatMap((it) => (it.kind === "text" && it.anchor === "middle" ? it.text : []));
    };
    const [several, one] = [said(800), said(300)];
    assert.equal(several[0], "Feb 26, 2024");
    assert(several.every((it) => /, 202[4-6]$/.test(it)));
    assert.equal(one[0], "Feb 26");
  });

  it("limit the width of columns for few days", () => {
    const days = daysInRow(1);
    const picture = drawn(daysPicture(fieldworkOf({ days }), { width: 1200 }, english));
    assert((bars(picture)[0]?.width ?? Infinity) <= 48);
    assert(said(picture).includes("Feb 28, 2024"));
  });

  it("do not overlap in any width, in English and Korean", () => {
    for (const locale of ["en", "ko"]) {
      const words = { ...english, locale };
      for (const width of [280, 400, 1400]) {
        for (const days of [daysInRow(1), daysInRow(45), daysInRow(800), daysInRow(2, 4000)]) {
          const fieldwork = fieldworkOf({ days });
          drawn(daysPicture(fieldwork, { width }, words));
          drawn(cumulativePicture(fieldwork, { width }, words));
          drawn(hoursPicture(fieldwork, { width }, words));
          drawn(durationsPicture(fieldwork, { width }, words));
        }
      }
    }
  });

  it("draw the cumulative sum towards the target, level on days without responses", () => {
    const picture = drawn(cumulativePicture(fieldworkOf(), { width: 500 }, english));
    const lines = picture.shapes.filter((it) => it.kind === "line");
    const sum = lines.find((it) => it.ink.kind === "series" && !it.isDashed);
    const expected = lines.find((it) => it.isDashed);
    const goal = lines.find((it) => it.ink.kind === "target");
    const heights = sum?.points.filter((_, index) => index % 2 === 1) ?? [];
    assert.equal(heights.length, 10);
    assert.equal(heights[5], heights[6], "March 6 has no responses.");
    assert.equal(heights.at(-1), expected?.points[1]);
    assert.equal(goal?.points[1], expected?.points[3]);
    assert(said(picture).includes("Dashed: target by Mar 15, 2025 at 41.3 a day."));
  });

  it("end below the target if closed groups miss theirs", () => {
    const fieldwork = fieldworkOf();
    const progress = { state: "expected", on: "2025-03-12", perDay: 41.3, isOfOpen: true } as const;
    const all = { ...fieldwork.all, progress };
    const picture = drawn(cumulativePicture({ ...fieldwork, all }, { width: 500 }, english));
    const lines = picture.shapes.filter((it) => it.kind === "line");
    const [, from = 0, , to = 0] = lines.find((it) => it.isDashed)?.points ?? [];
    const goal = lines.find((it) => it.ink.kind === "target")?.points[1] ?? 0;
    assert(from > to && to > goal, `${from} to ${to}, of ${goal}`);
    const note = "Dashed: open groups reach their targets by Mar 12, 2025 at 41.3 a day.";
    assert(said(picture).includes(note));
  });

  it("leave out a forecast that is too far off to be drawn", () => {
    const fieldwork = fieldworkOf();
    const progress = { state: "expected", on: "2207-10-14", perDay: 0.1 } as const;
    const all = { ...fieldwork.all, progress };
    const picture = drawn(cumulativePicture({ ...fieldwork, all }, { width: 500 }, english));
    assert(picture.shapes.every((it) => it.kind !== "line" || it.isDashed !== true));
    assert(said(picture).every((it) => !it.startsWith("Dashed")));
  });

  it("continue level up to the newest response, even of another group", () => {
    const days = [{ day: "2025-03-03", count: 40 }];
    const fieldwork = fieldworkOf({ days, scope: { collectGroupId: "grp-1" } });
    const picture = drawn(cumulativePicture(fieldwork, { width: 500 }, english));
    const lines = picture.shapes.filter((it) => it.kind === "line");
    const sum = lines.find((it) => it.ink.kind === "series" && !it.isDashed)?.points ?? [];
    const [x, y, to] = lines.find((it) => it.isDashed)?.points ?? [];
    assert.deepEqual(sum.slice(-2), [x, y]);
    const dayWidth = (sum[2] ?? 0) - (sum[0] ?? 0);
    assert.equal((((x ?? 0) - (sum[0] ?? 0)) / dayWidth).toFixed(6), "8.000000");
    assert.equal((((to ?? 0) - (x ?? 0)) / dayWidth).toFixed(6), "5.000000");
  });

  it("show the hours of a day, with the collect group", () => {
    const fieldwork = fieldworkOf({ scope: { day: "2025-03-04", collectGroupId: "grp-1" } });
    const picture = drawn(hoursPicture(fieldwork, { width: 500 }, english));
    assert.equal(picture.title, "Responses per hour on Mar 4, 2025: Website link");
    assert.equal(bars(picture)[0]?.title, "08:00 – 08:59: 8");
    assert.equal(bars(picture).length, 16);
  });

  it("mark median, quartiles and speeders in durations", () => {
    const picture = drawn(durationsPicture(fieldworkOf(), { width: 500 }, english));
    assert(said(picture).includes("Median 5 min"));
    assert(said(picture).includes("Possible speeders below 1 min 40 sec"));
    assert.equal(bars(picture).at(-1)?.title, "10 min and more: 10");
    const dashed = picture.shapes.filter((it) => it.kind === "line" && it.isDashed);
    assert.equal(dashed.length, 2);
  });

  it("are absent without responses", () => {
    const nobody = fieldworkOf({ days: [], hours: [], durations: undefined });
    for (const draw of [daysPicture, hoursPicture, cumulativePicture, durationsPicture]) {
      assert.equal(draw(nobody, { width: 400 }, english), undefined);
    }
  });
});
