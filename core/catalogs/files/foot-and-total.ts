/**
 * Recognizes rows that are no parts by their words alone (data/headings/row-words.tsv): the foot of a page, what
 * programs and people write above and below a table, and totals; and the words that people write for any manufacturer.
 */
import { readWordSets } from '../../read-table.ts';
import type { NamedRow } from './named-row.ts';
import { ROW_WORDS } from './packed-headings.ts';

const about = readWordSets(ROW_WORDS);
const anyOf = (name: string): string => `(?:${[...about(name)].join('|')})`;

/** Texts that mean "any manufacturer". They are not placeholders elsewhere: `Any` may be a part number. */
const ANY_MANUFACTURER = about('any');

/** @param word in small letters without spaces */
export function isAnyManufacturer(word: string): boolean {
  return ANY_MANUFACTURER.has(word);
}

/** The foot of a printed page: "Page 3/7", "Seite 1 von 2", "第 3 页 共 7 页". */
const PAGE = new RegExp(
  String.raw`^[-–—\s]*${anyOf('page')}\s*[:.]?\s*[0-9]{1,4}(?:\s*[页頁]|\s*ページ)?(?:\s*[,，]?\s*${anyOf('pages')}\s*[0-9]{0,4}(?:\s*[页頁])?)?[-–—\s]*$`,
  'iu',
);
/** The same without its word, if it is alone in its row. */
const BARE_PAGE = /^(?:[-–—]\s*[0-9]{1,4}\s*[-–—]|[-–—\s]*[0-9]{1,3}\s*(?:\/|of|von|sur|из)\s*[0-9]{1,3}[-–—\s]*)$/iu;
/** What programs and people write above and below a table, if it is alone in its row. */
const NOT_A_ROW = new RegExp(String.raw`^(?:[*=#_~+.–—-]{3,}|[#*]\s|//|${anyOf('note')})`, 'iu');

/** Whether the row is the foot of a page, or a line of a program, and holds nothing else. */
export function isFoot(filled: readonly string[], { partNumber, gtin }: NamedRow): boolean {
  if (gtin !== null) return false;
  const texts = filled.map((cell) => cell.trim());
  const [only = ''] = texts;
  if (texts.length === 1 && (PAGE.test(only) || BARE_PAGE.test(only) || NOT_A_ROW.test(only))) return true;
  return texts.some((text) => PAGE.test(text)) && (partNumber === null || PAGE.test(partNumber));
}

/** "Sub-total", "Gesamtsumme": a word for all, or for what is summed, before the total's own. */
const TOTAL_WORDS = new RegExp(String.raw`^${anyOf('totals')}?[-\s]?${anyOf('total')}(?![\p{L}\p{N}])`, 'iu');
/** A tax alone or with its rate: "MwSt. 19 %", "VAT (20%)". "IVA-05208" is a part. */
const TAX = new RegExp(
  String.raw`^${anyOf('tax')}\.?(?:\s*\(?\s*[0-9]{1,2}(?:[.,][0-9]{1,2})?\s*%\s*\)?)?\s*:?$`,
  'iu',
);

function isTotalWord(cell: string): boolean {
  return TOTAL_WORDS.test(cell) || TAX.test(cell);
}

/**
 * Whether the row is a total: it has a word such as "sum", and its other cells are all numeric or do not name a part.
 */
export function isTotal(filled: readonly string[], named: NamedRow): boolean {
  const others = filled.filter((cell) => !isTotalWord(cell.trim()));
  if (others.length === filled.length) return false;
  const namesPart = named.gtin !== null || (named.partNumber !== null && !isTotalWord(named.partNumber));
  return !namesPart || others.every((cell) => /^[\d\s.,'’€$£%+-]+$/.test(cell));
}
