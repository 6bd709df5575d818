/**
 * Decides how else a row may be read that names no known part as it is written: with a label or "or equivalent"
 * removed, several numbers or manufacturers in one cell, digits that a spreadsheet spoiled. It reads texts only;
 * read-again.ts looks the readings up.
 */
import { readDistributorNumber } from '../../index/part-keys/distributor-numbers.ts';
import { meantBySpoiled } from '../../index/part-keys/spoiled-number.ts';
import { senseOf } from './heading-words.ts';
import type { NamedSet } from './read-row.ts';

/** What people write before a number, in any order: "P/N:", "Art.-Nr.", "Réf. fabricant :", "Mfr. No.", "品番：". */
const LABEL_WORD =
  'm\\s?p\\s?n|p\\s?\\/?\\s?n|m\\s?\\/\\s?n|mfr|mfg|manuf|manufacturer|maker|oem|herst(?:eller)?|fabricant|fabricante|fabrikant|produttore|producent|constructeur|vendor|supplier|lieferant|part(?:e|s)?|teil(?:e)?|pi[eè]ce|pieza|pezzo|art(?:ikel|icle|[ií]culo|icolo)?|item|best(?:ell)?|order(?:ing)?|cat(?:alog(?:ue)?)?|kat(?:alog)?|ref|r[eé]f(?:[eé]rence)?|fab|fabr|constr|prod|referencia|referenza|riferimento|rif|type|typ|tipo|model(?:l|o|lo|e)?|mod[eè]le|code|c[oó]d(?:igo|ice)?|kod|sku|id|no|nr|num(?:ber|mer|ero)?|numero|n[uú]mero|nummer|n[°ºo]|№|品番|型番|型号|型號|料号|料號|件号|货号|編號|编号|部品番号|모델|품번|артикул|арт|парт|номер|модель|тип';
/** Made when it is first needed, so that functions that read no labels leave its words out. */
let madeLabel: RegExp | undefined;
const labelForm = (): RegExp =>
  (madeLabel ??= new RegExp(
    `^\\s*(?:[#№]\\s*|(?:${LABEL_WORD})(?=[^\\p{L}\\p{N}]|nr|nummer|no\\b)(?:[.\\s/-]*(?:${LABEL_WORD}|#)(?=[^\\p{L}\\p{N}]|nr)){0,3}\\s*(?:[:：=＝#.]+\\s*|\\s+))(?=\\S)`,
    'iu',
  ));
const EQUIVALENT =
  /\s*[([,;/–-]?\s*(?:(?:or|oder|ou|o|of|ili|eller|или|и(?:ли)?)\s+|\/\s*)?(?:(?:an?|any|der|ein|un)\s+)?(?:approved\s+)?(?:equiv(?:alent|\.)?|eq\.?|equal|similar|compatible|gleichwertig\p{L}*|gleichw\.?|o\.?\s?glw\.?|glw\.?|[äa]hnlich\p{L}*|vergleichbar\p{L}*|äquivalent\p{L}*|aequivalent\p{L}*|équivalent\p{L}*|equivalente?s?|similaire|similare?s?|compatibile|аналог\p{L}*|同等品?|或同等|相当品)\.?\s*[)\]]?$|\s*\(?\s*(?:o\.\s?[äÄ]\.?|o\.\s?e\.)\s*\)?$/iu;
const BRACKET_BEHIND = /\s+[([][^()[\]]{1,40}[)\]]$/u;
/** Longer texts are read as written only. */
const MAX_CHARACTERS = 250;
const MAX_PARTS = 6;

/** Nothing but a manufacturer is written around such a number. */
const BARE_NUMBER = /^[A-Z0-9][A-Z0-9_/+-]*[0-9](?!EQ|GLW)[A-Z]{0,4}$/;

/** Returns the number without what people write around it, likeliest first; empty if there is nothing to remove. */
export function plainNumbers({ supplier, partNumber }: NamedSet): readonly string[] {
  if (partNumber === null || partNumber.length > MAX_CHARACTERS) return [];
  if (BARE_NUMBER.test(partNumber)) {
    const number = withoutMaker(partNumber, supplier);
    return number === partNumber ? [] : [number];
  }
  const found = new Set<string>();
  const equivalent = partNumber.replace(EQUIVALENT, '').trim();
  const unlabeled = withoutLabel(equivalent, false);
  for (const text of [
    unlabeled,
    withoutMaker(unlabeled, supplier),
    withoutMaker(equivalent, supplier),
    ungrouped(unlabeled),
    unmarked(unlabeled),
  ])
    if (/[\p{L}\p{N}]/u.test(text) && text !== partNumber) found.add(text);
  return [...found];
}

/**
 * A label without a sign before digits alone may be the beginning of a number: REF 3025.
 * @param isAny whether it is removed even so
 */
function withoutLabel(number: string, isAny: boolean): string {
  const label = labelForm().exec(number)?.[0] ?? '';
  const rest = number.slice(label.length).trim();
  return isAny || /[:：=＝#.№°º]/.test(label) || /\p{L}/u.test(rest) ? rest : number;
}

/** "Texas Instruments LM358DR" and "LM358DR (Texas Instruments)" → "LM358DR". */
function withoutMaker(number: string, supplier: string | null): string {
  if (supplier === null || supplier.length < 2) return number;
  const [lower, maker] = [number.toLowerCase(), supplier.toLowerCase()];
  if (lower.startsWith(maker) && /^[\s:,_/-]/.test(number.slice(supplier.length)))
    return number.slice(supplier.length).replace(/^[\s:,_/-]+/, '');
  const bare = lower.replace(/[)\]]$/, '');
  const before = number.slice(0, bare.length - supplier.length);
  return bare.endsWith(maker) && /[\s(,;[/-]$/.test(before) ? before.replace(/[\s(,;[/-]+$/, '') : number;
}

/** "61.300.211.121" and "452'403'012'014" → their digits; a single group ("2.375") may be a number as it is. */
const GROUPED = /^[0-9]{1,3}([.,'’\u00a0\u202f ])[0-9]{3}(?:\1[0-9]{3})+$/u;
const ONE_GROUP = /^[1-9][0-9]{0,2}[.,'’][0-9]{3}$/u;

function ungrouped(number: string): string {
  return GROUPED.test(number) ? number.replace(/[^0-9]/g, '') : number;
}

/** "华邦 Winbond", "Winbond华邦", "Микрон Mikron": one manufacturer in two writings. */
const OTHER_WRITING = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Cyrillic}]';
const BETWEEN_WRITINGS = new RegExp(
  `(?<=\\p{Script=Latin})\\s*(?=${OTHER_WRITING})|(?<=${OTHER_WRITING})\\s*(?=\\p{Script=Latin})`,
  'u',
);

/** Returns each writing of a manufacturer that is written in two; empty for any other. */
export function makerWritings({ supplier }: NamedSet): readonly string[] {
  if (supplier === null || supplier.length > MAX_CHARACTERS || !/\P{ASCII}/u.test(supplier)) return [];
  const [first = '', second = '', ...others] = supplier.split(BETWEEN_WRITINGS).map((one) => one.trim());
  return others.length > 0 || second === '' ? [] : [first, second];
}

/** Removes what stands around the whole number: "(B3U-1000P)", "B3U-1000P.". */
function unmarked(number: string): string {
  const inside = /^[([{<"'“„«](.*)[)\]}>"'”“»]$/su.exec(number)?.[1] ?? number;
  return inside.replace(/^\s+|[.,;:!\s]+$/gu, '');
}

/** Removes marks that may say something of the number: "B3U-1000P*", "~B3U-1000P". */
function unsigned(number: string): string {
  return number.replace(/^[~*†≈\s]+|[*†‡?¹²³\s]+$/gu, '');
}

/** "2x B3U-1000P", "B3U-1000P x 2", "B3U-1000P, 5 pcs". */
const COUNT_BEFORE = /^[0-9]{1,5}\s*(?:[x×*]|pcs?\.?|stk\.?|stück|pz\.?|uds?\.?)\s+/iu;
const COUNT_BEHIND =
  /\s*[,;(-]?\s*(?:[x×*]\s*[0-9]{1,5}|[0-9]{1,5}\s*(?:[x×]|pcs?\.?|pieces|stk\.?|stück|pz\.?|uds?\.?|pièces))\s*\)?$/iu;

/** A word before a colon or an equals sign. */
const LABELED = /(?<![\p{L}\p{N}#№/.-])([\p{L}#№/.-]{1,20})\s?[:：=]\s*/gu;
/** The first word of the next label: "Mfr P/N:". */
const LABEL_BEHIND = /[\s,;|/]+([\p{L}.]{1,20})$/u;

/** Without one of these nothing is counted: the forms above cost much for each number. */
const MAY_COUNT = /[\s×*x]|pcs|stk|pz|ud/i;

/** The end of "2 pcs MAX5217" may be the number's own. */
function uncounted(number: string): readonly string[] {
  if (!MAY_COUNT.test(number)) return [];
  const begun = number.replace(COUNT_BEFORE, '').trim();
  return [begun, begun.replace(COUNT_BEHIND, '').trim()];
}

/** "LM358DR (alt: OPA2325)". */
const ALTERNATE_BEHIND =
  /\s*[([]\s*(?:alt\p{L}*|or|oder|ou|o|ersatz|subst?\p{L}*|repl\p{L}*|2nd(?:\s+source)?|second(?:\s+source)?)\b[.:]?\s*([^()[\]]{2,80})[)\]]/giu;
const BETWEEN_NUMBERS = /\s*(?:[;|\n\r\t]|,\s+|\s\/\s|\s\+\s|\s&\s|\s(?:or|oder|ou|and|und|et|alt\.?|или|或)\s)\s*/iu;
const MAYBE_BETWEEN = /\s*[;|\n\r\t,/]\s*/u;
/** "1N5404 1N5405": each is a whole number of letters and digits. */
const SPACED_NUMBERS = /^(?:(?=[^\s]*[0-9])(?=[^\s]*\p{L})[^\s]{5,}(?:\s+|$)){2,6}$/u;
const BETWEEN_MAKERS = /\s*(?:[;|\n\r\t]|\s\/\s|\s(?:or|oder|ou|или|或)\s)\s*/iu;

/** Returns the numbers of a cell that surely names several; otherwise the cell's number alone. */
function severalNumbers(text: string): readonly string[] {
  return split(text.slice(0, MAX_CHARACTERS + 1).replace(ALTERNATE_BEHIND, ' ; $1'), BETWEEN_NUMBERS);
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

/** Figures alone may have the manufacturer's name before them in the index. */
const FIGURES = /^[0-9]{2,6}[.,/-][0-9.,/-]{1,10}$/;

/** Of a number like most, nothing is label, bracket, date or several. */
const CAPITALS = /^[A-Z0-9_-]*[A-Z][A-Z0-9_-]*$/;
const COUNTED_CAPITALS = /X[0-9]{1,5}$|[0-9](?:X|PCS?|PIECES|STK|PZ|UDS?)$/;

/** Returns the parts that the row may mean, which become its candidates. @param alternates the row's further sets */
export function meantParts(named: NamedSet, alternates: readonly NamedSet[]): readonly NamedSet[] {
  const { supplier, partNumber } = named;
  const isPlain = supplier !== null && CAPITALS.test(partNumber ?? '') && severalMakers(supplier).length === 1;
  if (isPlain && !COUNTED_CAPITALS.test(partNumber ?? '')) return alternates.filter((one) => !isSameSet(one, named));
  const several = partNumber === null ? [] : pairs(supplier, partNumber);
  const inBracket = partNumber?.replace(BRACKET_BEHIND, '') ?? null;
  const spoiled = partNumber === null ? [] : meantBySpoiled(partNumber);
  const oneGroup = partNumber !== null && ONE_GROUP.test(partNumber) ? partNumber.replace(/[^0-9]/g, '') : null;
  const isShort = partNumber !== null && partNumber.length <= MAX_CHARACTERS;
  const counted = isShort ? uncounted(partNumber) : [];
  const [unlabeled, plain] = isShort ? [withoutLabel(partNumber, true), unsigned(partNumber)] : [null, null];
  // A cart of a distributor names no manufacturer.
  const ordered =
    supplier === null && partNumber !== null ? (readDistributorNumber(partNumber)?.manufacturerNumber ?? null) : null;
  // "Finder 40.41" where the index has FINDER-40.41.
  const withMaker =
    supplier !== null && FIGURES.test(partNumber ?? '') ? `${supplier} ${partNumber?.replaceAll(',', '.')}` : null;
  const others = [inBracket, ...counted, oneGroup, ordered, unlabeled, plain, withMaker].filter(
    (one) => one !== null && one !== '' && one !== partNumber,
  );
  const numbers = [...new Set(others as string[]), ...spoiled];
  const inside =
    supplier === null && isShort
      ? [
          ...labeledPair(partNumber),
          ...several.flatMap((one) => makersInside(one.partNumber ?? '')),
          ...makersInside(partNumber),
        ]
      : [];
  const sets = [...several, ...alternates, ...inside, ...numbers.map((number) => ({ supplier, partNumber: number }))];
  return sets.filter((one) => !isSameSet(one, named));
}

function isSameSet(one: NamedSet, other: NamedSet): boolean {
  return one.supplier === other.supplier && one.partNumber === other.partNumber;
}

/**
 * "Texas Instruments LM358DR" in a list without a manufacturer: its first words, or its last, may be the manufacturer.
 */
function makersInside(text: string): readonly NamedSet[] {
  const words = text
    .slice(0, MAX_CHARACTERS)
    .split(/[\s,;:()]+/u)
    .filter((word) => word !== '');
  if (words.length < 2 || words.length > MAX_PARTS || !words.some((word) => /[0-9]/.test(word))) return [];
  const cuts = [1, 2, 3].filter((count) => count < words.length);
  const sets = cuts.flatMap((count) => [
    { supplier: words.slice(0, count).join(' '), partNumber: words.slice(count).join(' ') },
    { supplier: words.slice(-count).join(' '), partNumber: words.slice(0, -count).join(' ') },
  ]);
  return sets.filter(
    ({ supplier, partNumber }) => /\p{L}{2}/u.test(supplier) && !/[0-9]/.test(supplier) && /[0-9]/.test(partNumber),
  );
}

/** "MFG: Diodes Incorporated PN: AP2112K-1.8": a label before each, in any order. */
function labeledPair(text: string): readonly NamedSet[] {
  const labels = [...text.matchAll(LABELED)];
  const labeled = labels.map(({ index, 0: whole, 1: label = '' }, place) => ({
    meaning: senseOf(label).meaning,
    text: withoutLabelBehind(text.slice(index + whole.length, labels[place + 1]?.index).replace(/[\s,;|/]+$/u, '')),
  }));
  const textOf = (wanted: RegExp) =>
    labeled.find(({ meaning, text: one }) => one !== '' && wanted.test(meaning ?? ''))?.text;
  const partNumber = textOf(/number$/i);
  const supplier = textOf(/^(?:manufacturer|supplier)$/) ?? null;
  return partNumber === undefined || supplier === null ? [] : [{ supplier, partNumber }];
}

function withoutLabelBehind(text: string): string {
  const behind = LABEL_BEHIND.exec(text);
  return behind === null || senseOf(behind[1] ?? '').meaning === undefined ? text : text.slice(0, behind.index);
}

/** The first manufacturer belongs to the first number if there are as many; otherwise each may have made each. */
function pairs(supplier: string | null, partNumber: string): readonly NamedSet[] {
  const sure = severalNumbers(partNumber);
  const maybe = SPACED_NUMBERS.test(partNumber.slice(0, MAX_CHARACTERS + 1)) ? /\s+/ : MAYBE_BETWEEN;
  const numbers = sure.length > 1 ? sure : split(partNumber, maybe);
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
    parts.length > 1 && parts.length <= MAX_PARTS && parts.every((part) => part.length >= 3 && /[0-9]/.test(part));
  return areNumbers ? [...new Set(parts)] : [text];
}

/** Every separator has one of these. */
const MAY_SEPARATE = /[\s;|,/]/;

function splitText(text: string, between: RegExp): readonly string[] {
  if (text.length > MAX_CHARACTERS || !MAY_SEPARATE.test(text)) return [text];
  return text.split(between).filter((part) => part !== '');
}

/** The most numbers of a row's words that are looked up. */
const MAX_IN_WORDS = 12;
const MAX_NUMBER_WORDS = 3;
const MIN_NUMBER = 4;
/** A value or a size with its unit: "24V", "600x600", "4-20", "0603", "4,7uF". */
const QUANTITY = /^[±+-]?[0-9]{1,4}(?:[.,/][0-9]+)?(?:[x×*/-][0-9]+(?:[.,][0-9]+)?)*[\p{L}°%Ωµ]{0,3}$/u;

/**
 * Returns the cells of a row that have words and a number.
 * @param itemNumber the customer's own, which is none of them
 */
export function wordsWithNumbers(cells: readonly string[], itemNumber: string | null): readonly string[] {
  return cells
    .map((cell) => cell.trim().slice(0, MAX_CHARACTERS))
    .filter((cell) => cell !== itemNumber && /[0-9]/.test(cell) && /\s/.test(cell) && /\p{L}{3}/u.test(cell))
    .filter((cell) => !cell.includes('://'));
}

/** Returns what may be a part number among words, longest first: "BV-1233 X", "BV-1233". */
export function numbersInWords(text: string): readonly string[] {
  const clauses = text.split(/[,;:()[\]"“”„|]+/u).map((clause) => clause.split(/\s+/u).map(withoutMarks));
  const lengths = Array.from({ length: MAX_NUMBER_WORDS }, (_, shorter) => MAX_NUMBER_WORDS - shorter);
  const runs = lengths.flatMap((length) => clauses.flatMap((words) => runsOf(words, length)));
  return [...new Set(runs.filter(mayBeNumber).map((run) => run.join(' ')))].slice(0, MAX_IN_WORDS);
}

function withoutMarks(word: string): string {
  return word.replace(/^[.'-]+|[.'-]+$/gu, '');
}

function runsOf(words: readonly string[], length: number): readonly (readonly string[])[] {
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length));
}

/** Capitals and figures, of which not all are values. */
function mayBeNumber(run: readonly string[]): boolean {
  const number = run.join(' ');
  const isOfPieces = run.every((word) => /^[\p{Lu}\p{N}._/+#-]+$/u.test(word) || /[0-9]/.test(word));
  return isOfPieces && /[0-9]/.test(number) && number.length >= MIN_NUMBER && !run.every((word) => QUANTITY.test(word));
}
