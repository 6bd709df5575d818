/**
 * Decides which manufacturer of a part number is the requested one. The name is compared in steps, the most reliable
 * first. A step decides only if exactly one manufacturer fits; if two fit, neither is chosen. No step is fuzzy: longer
 * names, a difference of one character and takeovers are only reported (other-manufacturers.ts).
 * docs/evidence/accuracy.md has the measurements.
 */
import { ManufacturerName } from './manufacturer-match.ts';
import type { ManufacturerTable } from './manufacturer-table.ts';

/** A manufacturer as an item names it. */
export interface HeldManufacturer {
  readonly manufacturer: string | null;
  readonly brand: string | null;
}

/**
 * How the name matched: by its key, the table of spellings, without trade and regional words, as part of a compound, or
 * by abbreviated words.
 */
type ManufacturerStep = 'key' | 'spelling' | 'trade_words' | 'compound' | 'abbreviation';

/** `places` are positions in the list `held`, in its order. */
export type ManufacturerResolution =
  /** All places have the same manufacturer. */
  | { readonly kind: 'fits'; readonly step: ManufacturerStep; readonly places: readonly number[] }
  /** The step fits two or more manufacturers. */
  | { readonly kind: 'several'; readonly step: ManufacturerStep; readonly places: readonly number[] }
  | { readonly kind: 'none' };

interface Step {
  readonly step: ManufacturerStep;
  readonly fits: (asked: ManufacturerName, held: ManufacturerName) => boolean;
  /** The step applies only to names that are not in the table. */
  readonly onlyUnknown?: true;
}

const STEPS: readonly Step[] = [
  { step: 'key', fits: (asked, held) => asked.key === held.key },
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
 * @param held the manufacturers of the part number, one for each item; the time is linear in the length of all names
 */
export function resolveManufacturer(
  asked: string,
  held: readonly HeldManufacturer[],
  table: ManufacturerTable,
): ManufacturerResolution {
  if (held.length === 0) return { kind: 'none' };
  // Most calls repeat the name as the item has it, which has one key.
  if (asked.trim() !== '' && held.every(({ manufacturer }) => manufacturer === asked))
    return { kind: 'fits', step: 'key', places: [...held.keys()] };
  const name = new ManufacturerName(asked, table);
  const heldNames = held.map(({ manufacturer, brand }) =>
    [manufacturer, brand]
      .filter((text) => text !== null && text.trim() !== '')
      .map((text) => new ManufacturerName(text ?? '', table)),
  );
  for (const { step, fits, onlyUnknown } of STEPS) {
    if (onlyUnknown === true && name.manufacturers.length > 0) continue;
    const matched = heldNames.map((names) => names.find((heldName) => fits(name, heldName)));
    const places = matched.flatMap((heldName, place) => (heldName === undefined ? [] : [place]));
    if (places.length === 0) continue;
    const manufacturers = new Set(matched.flatMap((heldName) => heldName?.identity ?? []));
    // Equal keys are the same name, regardless of the manufacturer that uses it.
    return { kind: step === 'key' || manufacturers.size === 1 ? 'fits' : 'several', step, places };
  }
  return { kind: 'none' };
}

/** A requested spelling of two manufacturers may mean either; in an item it means the more common one. */
function sameSpelling(asked: ManufacturerName, held: ManufacturerName): boolean {
  const [meant] = held.manufacturers;
  return meant !== undefined && asked.manufacturers.some(({ key }) => key === meant.key);
}

function sameWithoutTradeWords(asked: ManufacturerName, held: ManufacturerName): boolean {
  if (areDifferent(asked, held) || asked.bare === undefined) return false;
  return asked.bare === held.bare || (asked.manufacturers.length === 0 && isSpelling(asked.bare, held));
}

/** Returns whether a name without its trade words is a spelling of the manufacturer, as in "ST Micro Europe". */
function isSpelling(bare: string, held: ManufacturerName): boolean {
  if (bare.length < MIN_BARE_SPELLING) return false;
  const [meant] = held.manufacturers;
  return meant !== undefined && held.spells(bare).some(({ key }) => key === meant.key);
}

function partOfCompound(asked: ManufacturerName, held: ManufacturerName): boolean {
  const heldParts = held.manufacturers.length > 0 ? [] : held.parts;
  const heldNames = [held, ...heldParts];
  return [asked, ...asked.parts].some((part, place) =>
    heldNames.some(
      (heldName) =>
        // Earlier steps have compared the two whole names.
        (place > 0 || heldName !== held) &&
        (part.key === heldName.key || sameSpelling(part, heldName) || sameWithoutTradeWords(part, heldName)),
    ),
  );
}

/**
 * Accepts "Texas Instr.": both names have the same number of words and the same first word, and in each other pair one
 * word is a prefix.
 */
function abbreviated(asked: ManufacturerName, held: ManufacturerName): boolean {
  if (areDifferent(asked, held)) return false;
  const [words, heldWords] = [asked.words, held.words];
  if (words.length < 2 || words.length !== heldWords.length || words[0] !== heldWords[0]) return false;
  return words.every((word, place) => {
    const heldWord = heldWords[place] ?? '';
    const [shorter, longer] = word.length <= heldWord.length ? [word, heldWord] : [heldWord, word];
    return shorter === longer || (shorter.length >= MIN_ABBREVIATION && longer.startsWith(shorter));
  });
}

/** Returns whether the table lists them as two companies; if so, only the spellings in the table may match them. */
function areDifferent(asked: ManufacturerName, held: ManufacturerName): boolean {
  const known = asked.manufacturers.length > 0 && held.manufacturers.length > 0;
  return known && !asked.manufacturers.some(({ key }) => held.manufacturers.some((other) => other.key === key));
}
