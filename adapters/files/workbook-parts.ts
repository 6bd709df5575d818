/**
 * Reads the parts of a workbook other than its rows: the list of sheets and their locations, the shared strings, and
 * which styles are dates.
 */
import { localName, readXml, type XmlHandlers } from './xml-reader.ts';

export interface WorkbookSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** The id of its relation, which names the part. */
  readonly relation: string;
}

/** Reads `xl/workbook.xml`. */
export async function readSheetList(
  xml: AsyncIterable<Buffer>,
): Promise<{ readonly sheets: readonly WorkbookSheet[]; readonly usesDate1904: boolean }> {
  const sheets: WorkbookSheet[] = [];
  let usesDate1904 = false;
  const open: XmlHandlers['open'] = (tag) => {
    const name = localName(tag.name);
    if (name === 'workbookPr') usesDate1904 = isTrue(tag.attributes['date1904']);
    if (name !== 'sheet') return;
    const relation = Object.entries(tag.attributes).find(
      ([attribute]) => localName(attribute) === 'id' && attribute !== 'id',
    );
    const state = tag.attributes['state'];
    sheets.push({
      name: tag.attributes['name'] ?? '',
      isHidden: state === 'hidden' || state === 'veryHidden',
      relation: relation?.[1] ?? '',
    });
  };
  await readXml(xml, { open });
  return { sheets, usesDate1904 };
}

/** Reads `xl/_rels/workbook.xml.rels`: relation → part. */
export async function readTargets(xml: AsyncIterable<Buffer>): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  await readXml(xml, {
    open: ({ name, attributes }) => {
      if (localName(name) === 'Relationship') targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '');
    },
  });
  return targets;
}

/** Built-in number formats that show a date or a time (ECMA-376 part 1, 18.8.30). */
const BUILT_IN_DATES: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
]);

export interface CellStyles {
  /** The cell styles (`s` of a cell) with a number format that shows a date. */
  readonly dates: ReadonlySet<number>;
  /** The number formats of cell styles that a workbook defines itself. */
  readonly formats: ReadonlyMap<number, string>;
}

export const NO_STYLES: CellStyles = { dates: new Set(), formats: new Map() };

/** Reads `xl/styles.xml`. */
export async function readCellStyles(xml: AsyncIterable<Buffer>): Promise<CellStyles> {
  const dates = new Set<number>();
  const formats = new Map<number, string>();
  const codes = new Map<number, string>();
  let isInCellStyles = false;
  let style = 0;
  await readXml(xml, {
    open: (tag) => {
      const name = localName(tag.name);
      if (name === 'numFmt') codes.set(Number(tag.attributes['numFmtId']), tag.attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isInCellStyles = true;
      if (name !== 'xf' || !isInCellStyles) return;
      const format = Number(tag.attributes['numFmtId'] ?? 0);
      const code = codes.get(format);
      if (code === undefined ? BUILT_IN_DATES.has(format) : showsDate(code)) dates.add(style);
      if (code !== undefined && code.length <= MAX_FORMAT_CHARACTERS) formats.set(style, code);
      style += 1;
    },
    close: (tag) => {
      if (localName(tag.name) === 'cellXfs') isInCellStyles = false;
    },
  });
  return { dates, formats };
}

/**
 * The longest format code that spreadsheet programs write. It limits the work, because each unclosed bracket costs a
 * scan to the end.
 */
const MAX_FORMAT_CHARACTERS = 255;

/** Whether a format code has a date character outside quotes, brackets and escapes. */
function showsDate(code: string): boolean {
  if (code.length > MAX_FORMAT_CHARACTERS) return false;
  return /[dmyhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').replace(/general/gi, ''));
}

/**
 * Reads the texts of `xl/sharedStrings.xml`, by position. Runs of rich text are joined; phonetic hints are left out.
 */
export async function readSharedStrings(chunks: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await readXml(chunks, {
    open: (tag) => {
      const name = localName(tag.name);
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      if (name === 't') isText = !isPhonetic;
    },
    text: (part) => {
      if (isText) text += part;
    },
    close: (tag) => {
      const name = localName(tag.name);
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') strings.push(unescapeText(text));
    },
  });
  return strings;
}

/** Decodes control characters, which Excel writes as `_x000D_` (ECMA-376 part 1, 22.4.2.4). */
export function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}
