/** Workbooks (`.xlsx`) for tests, from cells or from raw parts: what spreadsheet programs write, and what attackers would. */
import { strToU8, zipSync } from 'fflate';

export type MadeCell = string | number | boolean | null | { readonly date: number } | { readonly xml: string };

export interface MadeSheet {
  readonly name: string;
  readonly rows: readonly (readonly MadeCell[])[];
  readonly isHidden?: boolean;
  /** Texts stand in the cells, not among the shared strings. */
  readonly isInline?: boolean;
}

export function makeWorkbook(sheets: readonly MadeSheet[], parts: Readonly<Record<string, string>> = {}): Buffer {
  const strings: string[] = [];
  const places = new Map<string, number>();
  const placeOf = (text: string): number => {
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, strings.length);
    strings.push(text);
    return strings.length - 1;
  };
  const sheetParts = sheets.map((sheet, index): [string, string] => [
    `xl/worksheets/sheet${index + 1}.xml`,
    sheetXml(sheet, placeOf),
  ]);
  const files: Record<string, string> = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets
      .map(
        ({ name, isHidden }, index) =>
          `<sheet name="${escape(name)}" sheetId="${index + 1}"${isHidden === true ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
      .map(
        (_, index) => `<Relationship Id="rId${index + 1}" Type="worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(sheetParts),
    'xl/sharedStrings.xml': `${XML}<sst ${MAIN}>${strings.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join('')}</sst>`,
    ...parts,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level: 1 }),
  );
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

function sheetXml(sheet: MadeSheet, placeOf: (text: string) => number): string {
  const rows = sheet.rows.map((cells, index) => {
    const number = index + 1;
    const written = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${number}`, sheet, placeOf));
    return cells.length === 0 ? '' : `<row r="${number}">${written.join('')}</row>`;
  });
  return `${XML}<worksheet ${MAIN}><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: MadeCell, at: string, sheet: MadeSheet, placeOf: (text: string) => number): string {
  if (cell === null) return `<c r="${at}" s="0"/>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'object') return 'xml' in cell ? cell.xml : `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
  if (sheet.isInline === true) return `<c r="${at}" t="inlineStr"><is><t>${escape(cell)}</t></is></c>`;
  return `<c r="${at}" t="s"><v>${placeOf(cell)}</v></c>`;
}

function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${columnName(Math.floor(column / 26) - 1)}${last}`;
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
