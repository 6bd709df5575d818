/**
 * Decides how else a row may be read that names no known part as it is written: with a label or "or equivalent" removed, several numbers or
 * manufacturers in one cell, digits that a spreadsheet spoiled. It reads texts only; read-again.ts looks the readings up.
 */
import { meantBySpoiled } from '../../index/part-keys/spoiled-number.ts';
import type { NamedSet } from './read-row.ts';

const LABEL =
  /^(?:(?:mfr|mfg|manufacturer|herst(?:eller)?|fabricant|fabricante)\.?[\s-]*)?(?:mpn|p\/?n|part\s?(?:no|nr|number|num|#)|art(?:ikel)?\.?[\s-]?(?:nr|nummer|no)|teile?[\s-]?(?:nr|nummer)|best(?:ell)?\.?[\s-]?(?:nr|nummer)|ref(?:erence|erencia|érence)?|type|typ|tipo|model|modell|modelo|código|code|codice|item|order\s?code)(?:\.|:|\s*[:#=]\s*|\s+)\s*(?=\S)/iu;
const EQUIVALENT =
  /\s*[([,;/–-]?\s*(?:(?:or|oder|ou|o|of|ili|eller|или|и(?:ли)?)\s+|\/\s*)?(?:(?:an?|any|der|ein|un)\s+)?(?:equiv(?:alent|\.)?|eq\.?|equal|similar|compatible|gleichwertig\p{L}*|gleichw\.?|[äa]hnlich\p{L}*|vergleichbar\p{L}*|äquivalent\p{L}*|aequivalent\p{L}*|équivalent\p{L}*|equivalente?s?|similaire|similare?s?|compatibile|аналог\p{L}*|同等品?|或同等|相当品)\.?\s*[)\]]?$|\s*\(?\s*(?:o\.\s?[äÄ]\.?|o\.\s?e\.)\s*\)?$/iu;
const BRACKET_BEHIND = /\s+[([][^()[\]]{1,40}[)\]]$/u;
/** Longer texts are read as written only. */
const MOST_CHARACTERS = 250;
const MOST_PARTS = 6;

/** Returns the number without what people write around it, likeliest first; empty if there is nothing to remove. */
export function plainNumbers({ supplier, partNumber }: NamedSet): readonly string[] {
  if (partNumber === null || partNumber.length > MOST_CHARACTERS) return [];
  const found = new Set<string>();
  const equivalent = partNumber.replace(EQUIVALENT, '').trim();
  const unlabeled = equivalent.replace(LABEL, '').trim();
  for (const text of [unlabeled, withoutMaker(unlabeled, supplier), withoutMaker(equivalent, supplier)])
    if (/[\p{L}\p{N}]/u.test(text) && text !== partNumber) found.add(text);
  return [...found];
}

/** "Texas Instruments LM358DR" → "LM358DR". */
function withoutMaker(number: string, supplier: string | null): string {
  if (supplier === null || supplier.length < 2) return number;
  const [begin, rest] = [number.slice(0, supplier.length), number.slice(supplier.length)];
  return begin.toLowerCase() === supplier.toLowerCase() && /^[\s:,_-]/.test(rest)
    ? rest.replace(/^[\s:,_-]+/, '')
    : number;
}

const BETWEEN_NUMBERS = /\s*(?:[;|\n\r\t]|,\s+|\s\/\s|\s\+\s|\s(?:or|oder|ou|and|und|et|alt\.?|или|或)\s)\s*/iu;
const MAYBE_BETWEEN = /\s*[;|\n\r\t,/]\s*/u;
const BETWEEN_MAKERS = /\s*(?:[;|\n\r\t]|\s\/\s|\s(?:or|oder|ou|или|或)\s)\s*/iu;

/** Returns the numbers of a cell that surely names several; otherwise the cell's number alone. */
function severalNumbers(text: string): readonly string[] {
  return split(text, BETWEEN_NUMBERS);
}

function severalMakers(text: string): readonly string[] {
  const makers = splitText(text, BETWEEN_MAKERS).filter((one) => /\p{L}{2}/u.test(one));
  return makers.length < 2 ? [text] : makers;
}

/** Whether a cell of the row surely names several parts or manufacturers, so that the row as a whole names none. */
export function namesSeveral({ supplier, partNumber }: NamedSet): boolean {
  return (
    (partNumber !== null && severalNumbers(partNumber).length > 1) ||
    (supplier !== null && severalMakers(supplier).length > 1)
  );
}

/** Returns the parts that the row may mean, which become its candidates. @param alternates the row's further sets */
export function meantParts(named: NamedSet, alternates: readonly NamedSet[]): readonly NamedSet[] {
  const { supplier, partNumber } = named;
  const several = partNumber === null ? [] : pairs(supplier, partNumber);
  const inBracket = partNumber?.replace(BRACKET_BEHIND, '') ?? null;
  const spoiled = partNumber === null ? [] : meantBySpoiled(partNumber);
  const numbers = [...(inBracket === null || inBracket === partNumber ? [] : [inBracket]), ...spoiled];
  return [...several, ...alternates, ...numbers.map((number) => ({ supplier, partNumber: number }))].filter(
    (one) => one.supplier !== supplier || one.partNumber !== partNumber,
  );
}

/** The first manufacturer belongs to the first number if there are as many; otherwise each may have made each. */
function pairs(supplier: string | null, partNumber: string): readonly NamedSet[] {
  const sure = severalNumbers(partNumber);
  const numbers = sure.length > 1 ? sure : split(partNumber, MAYBE_BETWEEN);
  const makers = supplier === null ? [null] : severalMakers(supplier);
  if (numbers.length === 1 && makers.length === 1) return [];
  const plain = numbers.map((number) => plainNumbers({ supplier: null, partNumber: number })[0] ?? number);
  if (makers.length === plain.length)
    return plain.map((number, place) => ({ supplier: makers[place] ?? null, partNumber: number }));
  return makers.flatMap((maker) => plain.map((number) => ({ supplier: maker, partNumber: number })));
}

function split(text: string, between: RegExp): readonly string[] {
  const parts = splitText(text, between);
  const areNumbers =
    parts.length > 1 && parts.length <= MOST_PARTS && parts.every((part) => part.length >= 3 && /[0-9]/.test(part));
  return areNumbers ? [...new Set(parts)] : [text];
}

function splitText(text: string, between: RegExp): readonly string[] {
  if (text.length > MOST_CHARACTERS) return [text];
  return text.split(between).filter((part) => part !== '');
}
