import { xmlText } from "./xlsxText.ts";

/* The parts of an XLSX file (ECMA-376) other than its sheets. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const office = "application/vnd.openxmlformats-officedocument";

/**
 * Values of the attribute `s` of cells: their styles. Texts have the format "Text", so that they stay texts when they are
 * edited.
 */
export const textStyle = 1;
export const headStyle = 2;

export interface PartsContext {
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly toolVersion: string;
}

/** Returns path and text of the parts that do not depend on the sheets. */
export function fixedParts({ title, createdAt, toolVersion }: PartsContext): [string, string][] {
  const tool = "Survey Explorer";
  return [
    [
      "_rels/.rels",
      `${head}<Relationships xmlns="${packages}/relationships">` +
        `<Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/>` +
        `<Relationship Id="rId2" Type="${packages}/relationships/metadata/core-properties" Target="docProps/core.xml"/>` +
        `<Relationship Id="rId3" Type="${relationships}/extended-properties" Target="docProps/app.xml"/>` +
        "</Relationships>",
    ],
    [
      "docProps/core.xml",
      `${head}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" ` +
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
        `<dc:title>${xmlText(title)}</dc:title><dc:creator>${tool}</dc:creator>` +
        `<dcterms:created xsi:type="dcterms:W3CDTF">${xmlText(createdAt.replace(/\.\d+/, ""))}</dcterms:created></cp:coreProperties>`,
    ],
    [
      "docProps/app.xml",
      `${head}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
        `<Application>${xmlText(`${tool} ${toolVersion}`)}</Application></Properties>`,
    ],
    [
      "xl/styles.xml",
      `${head}<styleSheet xmlns="${main}">` +
        '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
        '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
        '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
        '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
        '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
        '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
    ],
  ];
}

/**
 * Returns path and text of the parts that list the sheets.
 * @param names of the sheets: 31 characters at most, none of `[]:*?/\'&<>"`
 */
export function sheetParts(names: readonly string[]): [string, string][] {
  const each = (write: (number: number, name: string) => string): string =>
    names.map((name, index) => write(index + 1, name)).join("");
  const stylesId = names.length + 1;
  return [
    [
      "xl/workbook.xml",
      `${head}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>` +
        each((n, name) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`) +
        "</sheets></workbook>",
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${head}<Relationships xmlns="${packages}/relationships">` +
        each(
          (n) =>
            `<Relationship Id="rId${n}" Type="${relationships}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
        ) +
        `<Relationship Id="rId${stylesId}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      "[Content_Types].xml",
      `${head}<Types xmlns="${packages}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${office}.spreadsheetml.sheet.main+xml"/>` +
        each(
          (n) =>
            `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${office}.spreadsheetml.worksheet+xml"/>`,
        ) +
        `<Override PartName="/xl/styles.xml" ContentType="${office}.spreadsheetml.styles+xml"/>` +
        '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>' +
        `<Override PartName="/docProps/app.xml" ContentType="${office}.extended-properties+xml"/></Types>`,
    ],
  ];
}

/** Returns the path of the sheet with this number, from 1. */
export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/**
 * Returns what precedes the rows of a sheet.
 * @param headRows number of header rows, which are frozen
 * @param widths of the columns, in characters; very small and very large ones are limited
 */
export function sheetStart(
  headRows: number,
  widths: readonly number[],
  isSelected: boolean,
): string {
  const cols = widths.map((width, index) => {
    const shown = Math.min(Math.max(width + 2, 8), 40);
    return `<col min="${index + 1}" max="${index + 1}" width="${shown}" customWidth="1"/>`;
  });
  return (
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView${isSelected ? ' tabSelected="1"' : ""} workbookViewId="0">` +
    `<pane ySplit="${headRows}" topLeftCell="A${headRows + 1}" activePane="bottomLeft" state="frozen"/>` +
    `</sheetView></sheetViews><cols>${cols.join("")}</cols><sheetData>`
  );
}

export const sheetEnd = "</sheetData></worksheet>";
