/**
 * Decides which manufacturer of a part number is the requested one. The name is compared in steps, the most reliable
 * first. A step decides only if exactly one manufacturer fits; if two fit, neither is chosen. No step is fuzzy: longer
 * names, a difference of one character and takeovers are only reported (other-manufacturers.ts).
 * docs/evidence/accuracy.md has the measurements.
 */
import { ManufacturerName } from './manufacturer-match.ts';
import type { ManufacturerTable } from './manufacturer-table.ts';

/** A manufacturer as an item names it. */
export interface ItemManufacturer {
  readonly manufacturer: string | null;
  readonly brand: string | null;
}

/**
 * How the name matched: by its key, the table of spellings, without trade and regional words, as part of a compound, or
 * by abbreviated words.
 */
type ManufacturerStep = 'key' | 'spelling' | 'trade_words' | 'compound' | 'abbreviation';

/** `places` are positions in the list `ofItems`, in its order. */
export type ManufacturerResolution =
  /** All places have the same manufacturer. */
  | { readonly kind: 'fits'; readonly step: ManufacturerStep; readonly places: readonly number[] }
  /** The step fits two or more manufacturers. */
  | { readonly kind: 'several'; readonly step: ManufacturerStep; readonly places: readonly number[] }
  | { readonly kind: 'none' };

interface Step {
  readonly step: ManufacturerStep;
  readonly fits: (asked: ManufacturerName, own: ManufacturerName) => boolean;
  /** The step applies only to names that are not in the table. */
  readonly onlyUnknown?: true;
}

const STEPS: readonly Step[] = [
  { step: 'key', fits: (asked, own) => asked.key === own.key },
  { step: 'spelling', fits: sameSpelling },
  { step: 'trade_words', fits: sameWithoutTradeWords },
  { step: 'compound', fits: partOfCompound, onlyUnknown: true },
  { step: 'abbreviation', fits: abbreviated },
];
/** Fewer characters could abbreviate too many words. */
const MIN_ABBREVIATION = 3;
/** Shorter names without their trade words must be spellings in the table. */
const MIN_BARE_SPELLING = 4;

/**
 * @param ofItems the manufacturers of the part number, one for each item; the time is linear in the length of all names
 */
export function resolveManufacturer(
  asked: string,
  ofItems: readonly ItemManufacturer[],
  table: ManufacturerTable,
): ManufacturerResolution {
  if (ofItems.length === 0) return { kind: 'none' };
  // Most calls repeat the name as the item has it, which has one key.
  if (asked.trim() !== '' && ofItems.every(({ manufacturer }) => manufacturer === asked))
    return { kind: 'fits', step: 'key', places: [...ofItems.keys()] };
  const name = new ManufacturerName(asked, table);
  const ownNames = ofItems.map(({ manufacturer, brand }) =>
    [manufacturer, brand]
      .filter((text) => text !== null && text.trim() !== '')
      .map((text) => new ManufacturerName(text ?? '', table)),
  );
  for (const { step, fits, onlyUnknown } of STEPS) {
    if (onlyUnknown === true && name.manufacturers.length > 0) continue;
    const matched = ownNames.map((names) => names.find((ownName) => fits(name, ownName)));
    const places = matched.flatMap((ownName, place) => (ownName === undefined ? [] : [place]));
    if (places.length === 0) continue;
    const manufacturers = new Set(matched.flatMap((ownName) => ownName?.identity ?? []));
    // Equal keys are the same name, regardless of the manufacturer that uses it.
    return { kind: step === 'key' || manufacturers.size === 1 ? 'fits' : 'several', step, places };
  }
  return { kind: 'none' };
}

/** A requested spelling of two manufacturers may mean either; in an item it means the more common one. */
function sameSpelling(asked: ManufacturerName, own: ManufacturerName): boolean {
  const [meant] = own.manufacturers;
  return meant !== undefined && asked.manufacturers.some(({ key }) => key === meant.key);
}

function sameWithoutTradeWords(asked: ManufacturerName, own: ManufacturerName): boolean {
  if (areDifferent(asked, own) || asked.bare === undefined) return false;
  return asked.bare === own.bare || (asked.manufacturers.length === 0 && isSpelling(asked.bare, own));
}

/** Returns whether a name without its trade words is a spelling of the manufacturer, as in "ST Micro Europe". */
function isSpelling(bare: string, own: ManufacturerName): boolean {
  if (bare.length < MIN_BARE_SPELLING) return false;
  const [meant] = own.manufacturers;
  return meant !== undefined && own.spells(bare).some(({ key }) => key === meant.key);
}

function partOfCompound(asked: ManufacturerName, own: ManufacturerName): boolean {
  const ownParts = own.manufacturers.length > 0 ? [] : own.parts;
  const ownNames = [own, ...ownParts];
  return [asked, ...asked.parts].some((part, place) =>
    ownNames.some(
      (ownName) =>
        // Earlier steps have compared the two whole names.
        (place > 0 || ownName !== own) &&
        (part.key === ownName.key || sameSpelling(part, ownName) || sameWithoutTradeWords(part, ownName)),
    ),
  );
}

/**
 * Accepts "Texas Instr.": both names have the same number of words and the same first word, and in each other pair one
 * word is a prefix.
 */
function abbreviated(asked: ManufacturerName, own: ManufacturerName): boolean {
  if (areDifferent(asked, own)) return false;
  const [words, ownWords] = [asked.words, own.words];
  if (words.length < 2 || words.length !== ownWords.length || words[0] !== ownWords[0]) return false;
  return words.every((word, place) => {
    const ownWord = ownWords[place] ?? '';
    const [shorter, longer] = word.length <= ownWord.length ? [word, ownWord] : [ownWord, word];
    return shorter === longer || (shorter.length >= MIN_ABBREVIATION && longer.startsWith(shorter));
  });
}

/** Returns whether the table lists them as two companies; if so, only the spellings in the table may match them. */
function areDifferent(asked: ManufacturerName, own: ManufacturerName): boolean {
  const known = asked.manufacturers.length > 0 && own.manufacturers.length > 0;
  return known && !asked.manufacturers.some(({ key }) => own.manufacturers.some((other) => other.key === key));
}
