/**
 * Reads the alternatives of a query: "BC547/BC557", "buck or boost converter", "solid state relay / opto triac". Two
 * numbers, values or single words become one word that either of them meets. Of longer names each word stays its own,
 * and an item needs only as many of them as the shorter name has.
 */
import { readWordSets } from '../../read-table.ts';
import { numberLike, type NumberLike } from './number-like.ts';
import { SIGNIFICANT_WORDS } from './packed-words.ts';
import type { QueryWord } from './query-word.ts';

const MARKS = readWordSets(SIGNIFICANT_WORDS)('alternatives');
const OR = ' or ';
const DIGIT = /\p{N}/u;
/**
 * What stands between two part numbers of which no item has both: "LM324, LM339", "BC547/BC557", "2N3904 and 2N3906".
 * A number is read from its first character only, so that the work grows linearly.
 */
const BETWEEN_NUMBERS =
  /(?<![\p{L}\p{N}.-])([\p{L}\p{N}.-]+)(?:\s*[,;/|&]\s*|\s+(?:and|und|et)\s+)(?=([\p{L}\p{N}.-]+))/gu;
/** A slash with spaces stands between two names, "relay / optocoupler"; one without is within a name, "I2C/SPI". */
const BETWEEN_NAMES = /(?<=\p{L}) [/|] (?=\p{L})/gu;
/** How a part is packed, after a comma: "74HC595D,118". */
const PACKING = /(?<![\p{L}\p{N}.-])([\p{L}\p{N}.-]+),(?:\d{3}|\p{L}{1,2})(?![\p{L}\p{N}])/gu;
/** An item may well have two standards: "RS485/RS422 transceiver". */
const STANDARD = /^(?:rs|eia|tia|iec|ieee|iso|din|usb|ddr|cat)\d/;

/**
 * Writes "or" for the signs between alternatives, and leaves out what says only how a part is packed.
 * @param query folded
 */
export function withSaidAlternatives(query: string): string {
  return query
    .replaceAll(PACKING, (all, number: string) => (isPartNumber(number) ? number : all))
    .replaceAll(BETWEEN_NUMBERS, (all, one: string, other: string) =>
      isPartNumber(one) && isPartNumber(other) ? one + OR : all,
    )
    .replaceAll(BETWEEN_NAMES, OR);
}

function isPartNumber(word: string): boolean {
  return !STANDARD.test(word) && numberLike(word.replaceAll('-', ''))?.isSure === true;
}

/** Where a word of the query stands among all that were written. */
interface Placed {
  readonly asked: string;
}

/**
 * @param written all words of the query
 * @param significant those of them that are searched for
 * @param words what finds each of the significant ones
 */
export function withAlternatives(
  written: readonly Placed[],
  significant: readonly Placed[],
  words: readonly QueryWord[],
): readonly QueryWord[] {
  const found: (QueryWord | undefined)[] = [...words];
  for (const [place, mark] of written.entries()) {
    // An OR gate is a name.
    if (!MARKS.has(mark.asked) || significant.includes(mark)) continue;
    const { before, after } = besides(written, significant, place);
    const [left, right] = [before[0], after[0]];
    if (left === undefined || right === undefined) continue;
    if (before.length > 1 && after.length > 1) {
      for (const at of before) found[at] = found[at] && { ...found[at], alternative: 'one' };
      for (const at of after) found[at] = found[at] && { ...found[at], alternative: 'other' };
      continue;
    }
    const other = found[right];
    const merged = before.map((at) => eitherOf(found[at], other));
    if (other === undefined || merged.includes(undefined)) continue;
    // Of "relay or contactor" the place of the second word stays free for a third.
    found[right] = undefined;
    for (const [number, at] of before.entries()) found[at] = merged[number];
    if (before.length === 1) [found[right], found[left]] = [found[left], undefined];
  }
  return found.filter((word) => word !== undefined);
}

/** Returns the two names beside a mark; "pressure sensor or humidity sensor" differ in one word. */
function besides(written: readonly Placed[], significant: readonly Placed[], mark: number) {
  const [before, after] = [runFrom(written, significant, mark, -1), runFrom(written, significant, mark, 1)];
  const headOf = (at: number | undefined) => (at === undefined ? undefined : significant[at]?.asked);
  const isShared = before.length > 1 && after.length > 1 && headOf(before[0]) === headOf(after.at(-1));
  return isShared ? { before: before.slice(1), after: after.slice(0, -1) } : { before, after };
}

/**
 * Returns the significant words beside a mark, nearest first: letters up to a value or a word that says nothing, or the
 * one number or value.
 */
function runFrom(written: readonly Placed[], significant: readonly Placed[], mark: number, step: number): number[] {
  const run: number[] = [];
  for (let place = mark + step; ; place += step) {
    const word = written[place];
    const at = word === undefined ? -1 : significant.indexOf(word);
    if (word === undefined || at === -1) return run;
    const hasDigit = DIGIT.test(word.asked);
    if (hasDigit && run.length > 0) return run;
    run.push(at);
    if (hasDigit) return run;
  }
}

/** Returns the words that were written as alternatives: both of "relay or contactor". */
export function alternativesIn(asked: string): readonly string[] {
  return asked.split(OR);
}

/** Returns the word that either of two meets; undefined if only one of them is a number or value. */
function eitherOf(one: QueryWord | undefined, other: QueryWord | undefined): QueryWord | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (DIGIT.test(one.asked) !== DIGIT.test(other.asked)) return undefined;
  if ((one.number === undefined) !== (other.number === undefined)) return undefined;
  if (one.words.join(' ') === other.words.join(' ')) return one;
  const unique = <Value>(values: readonly Value[]) => [...new Set(values)];
  const numbers: NumberLike[] = [...(one.otherNumbers ?? []), ...(other.number === undefined ? [] : [other.number])];
  return {
    asked: one.asked + OR + other.asked,
    words: unique([...one.words, ...other.words]),
    added: unique([...one.added, ...other.added]),
    manufacturers: unique([...one.manufacturers, ...other.manufacturers]),
    number: one.number,
    ...(numbers.length > 0 && { otherNumbers: numbers }),
  };
}
