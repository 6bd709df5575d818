/**
 * Finds the GTIN in a cell as scanners, labels and web links write it: GS1 element strings with and without brackets,
 * AIM symbology identifiers, GS1 Digital Link, "EAN 4006381333931", UPC-E. parseGtin reads the digits.
 */
import { normalizeText } from '../../normalize-text.ts';
import { parseGtin, type Gtin14 } from '../../index/part-keys/gtin.ts';

const INVISIBLE = /[\p{Cf}\u200b\ufeff]/gu;
/** A scanner's group separator. */
const GROUP = '\u001d';
/** How programs write it. */
const SEPARATOR = /<GS>|\{GS\}|\^\]|~1|<FNC1>|\{FNC1\}/giu;
/** `]C1`, `]E0`, `]d2`, `]Q3`, `]e0`, `]J1`. */
const SYMBOLOGY = /^\][A-Za-z][0-9]/;
const LABEL =
  /^(?:gtin|ean|upc|jan|isbn|barcode|bar\s?code|strichcode|code[\s-]?barres?|c[oó]digo(?:\s+de\s+barras)?|code|n[°º]|№|num|nr|no)(?:[\s-]?(?:14|13|12|8|a|e|code|nummer|number|no|nr))*\s*[.:#=]*\s*(?=[0-9])/iu;
const DIGITAL_LINK = /(?:^|\/)(?:01|gtin)\/([0-9]{8,14})(?=[/?#]|$)/i;
const LINK = /^(?:https?:\/\/|[a-z0-9.-]+\.[a-z]{2,}\/)/i;
/** The item, or the content of a case. */
const IN_BRACKETS = /[([]0?[12][)\]]\s*([0-9]{14}|[0-9]{13}|[0-9]{12}|[0-9]{8})(?![0-9])/;
const PLAIN_ELEMENT = /^0[12] ?([0-9]{14})/;

/** Returns the text with which parseGtin is to be called; the cell itself if it holds no other form. */
export function writtenBarcode(cell: string): string {
  if (/^(?:[0-9]{8}|[0-9]{11,14})$/.test(cell)) return cell;
  const text = normalizeText(cell.replace(SEPARATOR, GROUP).replace(INVISIBLE, ''), 'NFKC').trim();
  if (text.length > 500) return text;
  if (LINK.test(text)) return DIGITAL_LINK.exec(text)?.[1] ?? text;
  const elements = text.replace(SYMBOLOGY, '');
  const scanned = elements.startsWith(GROUP) ? elements.slice(1) : elements;
  const inBrackets = IN_BRACKETS.exec(scanned)?.[1];
  if (inBrackets !== undefined) return inBrackets;
  const element = PLAIN_ELEMENT.exec(scanned)?.[1];
  const digits = withoutMarks(scanned.split(GROUP)[0] ?? '');
  if (element !== undefined && (scanned.length > 16 || text !== scanned || digits.replace(' ', '').length === 16))
    return element;
  return isbn13(digits) ?? unscientific(digits) ?? digits.replace(/[.,]0+$/, '').trim();
}

/** Removes a label, the asterisks of Code 39, quotes, a bracket behind, and a second writing of the same digits. */
function withoutMarks(text: string): string {
  const plain = text
    .replace(/^[=*"'“”„‚‘’«»\s]+|[*"'“”‘’«»\s.,;:]+$/gu, '')
    .replace(LABEL, '')
    .replace(/\s*[([][^()[\]]*[)\]]$/u, '');
  const parts = plain.split(/\s*[;,|/\n]\s*/u);
  const [first = ''] = parts;
  return parts.length > 1 && parts.length <= 5 && parts.every((part) => part === first) ? first : plain;
}

/** Returns the GTIN of an ISBN of ten digits; undefined if it is none. */
function isbn13(text: string): string | undefined {
  const ten = /^[0-9](?:[- ]?[0-9]){8}[- ]?[0-9X]$/i.test(text) ? text.replace(/[- ]/g, '').toUpperCase() : '';
  if (ten === '') return undefined;
  const weighted = [...ten].reduce((sum, sign, at) => sum + (10 - at) * (sign === 'X' ? 10 : Number(sign)), 0);
  if (weighted % 11 !== 0) return undefined;
  const body = `978${ten.slice(0, 9)}`;
  const odd = [...body].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (odd % 10)) % 10}`;
}

/** "4.006381333931E+12" still has all digits; undefined if some are lost. */
function unscientific(text: string): string | undefined {
  const [, whole = '', more = '', exponent] = /^([1-9])[.,]([0-9]{6,13})E\+?0*([0-9]{1,2})$/i.exec(text) ?? [];
  const length = Number(exponent);
  return exponent === undefined || more.length > length || more.length < length - 1
    ? undefined
    : whole + more.padEnd(length, '0');
}

/**
 * Returns the GTIN of a UPC-E code of eight digits, which is written like a GTIN-8; undefined if its check digit is
 * another.
 */
export function expandUpcE(text: string): Gtin14 | undefined {
  const [, system, six = '', check = ''] = /^([01])([0-9]{6})([0-9])$/.exec(text.replace(/[\s-]/g, '')) ?? [];
  if (system === undefined) return undefined;
  const [a = '', b = '', c = '', d = '', e = '', last = ''] = six;
  const body =
    last <= '2'
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : last === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`;
  const read = parseGtin(`${system}${body}${check}`);
  return read.ok ? read.value : undefined;
}
