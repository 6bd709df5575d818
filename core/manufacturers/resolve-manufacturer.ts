/**
 * Which of those who make a number is the manufacturer that was asked for. The name is compared with theirs in steps, the surest first; a step
 * answers only when exactly one of them fits, and where two fit nothing is guessed. Nothing here is fuzzy: longer names, one letter's
 * difference and takeovers are reported (manufacturer-hints.ts), never taken. Measured: docs/evidence/accuracy.md.
 */
import { ManufacturerName } from './manufacturer-match.ts';
import type { ManufacturerTable } from './manufacturer-table.ts';

/** A manufacturer as a record names it. */
export interface HeldManufacturer {
  readonly manufacturer: string | null;
  readonly brand: string | null;
}

/** How the name fitted: by its key; by the table of spellings; without trade and regional words; as a part of a compound; by abbreviated words. */
export type ManufacturerStep = 'key' | 'spelling' | 'trade_words' | 'compound' | 'abbreviation';

/** `places` are positions in the list `held`, in its order. */
export type ManufacturerResolution =
  /** All of them one manufacturer's. */
  | { readonly kind: 'fits'; readonly step: ManufacturerStep; readonly places: readonly number[] }
  /** The same step fits two manufacturers or more. */
  | { readonly kind: 'several'; readonly step: ManufacturerStep; readonly places: readonly number[] }
  | { readonly kind: 'none' };

interface Step {
  readonly step: ManufacturerStep;
  readonly fits: (asked: ManufacturerName, held: ManufacturerName) => boolean;
  /** The step is for names that the table does not know. */
  readonly onlyUnknown?: true;
}

const STEPS: readonly Step[] = [
  { step: 'key', fits: (asked, held) => asked.key === held.key },
  { step: 'spelling', fits: sameSpelling },
  { step: 'trade_words', fits: sameWithoutTradeWords },
  { step: 'compound', fits: partOfCompound, onlyUnknown: true },
  { step: 'abbreviation', fits: abbreviated },
];
/** Fewer letters could abbreviate too many words. */
const MIN_ABBREVIATION = 3;
/** Shorter names without their trade words are left to the table's own spellings. */
const MIN_BARE_SPELLING = 4;

/** @param held the manufacturers that make the number, one for each item; the work grows with the characters of all names together */
export function resolveManufacturer(
  asked: string,
  held: readonly HeldManufacturer[],
  table: ManufacturerTable,
): ManufacturerResolution {
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
    // Equal keys are one name, whichever manufacturer uses it.
    return { kind: step === 'key' || manufacturers.size === 1 ? 'fits' : 'several', step, places };
  }
  return { kind: 'none' };
}

/** A spelling of two manufacturers asks for either; a record under one means the more usual of them. */
function sameSpelling(asked: ManufacturerName, held: ManufacturerName): boolean {
  const [meant] = held.manufacturers;
  return meant !== undefined && asked.manufacturers.some(({ key }) => key === meant.key);
}

function sameWithoutTradeWords(asked: ManufacturerName, held: ManufacturerName): boolean {
  if (areDifferent(asked, held) || asked.bare === undefined) return false;
  return asked.bare === held.bare || (asked.manufacturers.length === 0 && isSpelling(asked.bare, held));
}

/** Whether a name without its trade words is, by itself, a spelling of the manufacturer: "ST Micro Europe". */
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
        // Both whole is what the steps before have decided.
        (place > 0 || heldName !== held) &&
        (part.key === heldName.key || sameSpelling(part, heldName) || sameWithoutTradeWords(part, heldName)),
    ),
  );
}

/** "Texas Instr.": as many words, the first in full, each of the others the beginning of its fellow. */
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

/** Whether the table knows them as two companies: then nothing but its own spellings may join them. */
function areDifferent(asked: ManufacturerName, held: ManufacturerName): boolean {
  const known = asked.manufacturers.length > 0 && held.manufacturers.length > 0;
  return known && !asked.manufacturers.some(({ key }) => held.manufacturers.some((other) => other.key === key));
}
