/**
 * Measures how the work on an outside text grows with its length: for every way in which text is read
 * (text-inputs.ts) and every kind of text that was ever slow somewhere, the processor time at 1, 2 and 4 times a
 * length, in one run. `npx tsx test/support/measure/text-growth.ts` prints the worst of each.
 */
import { pathToFileURL } from 'node:url';
import { createSeededRandom } from '../../../local/demo/seeded-random.ts';
import { TEXT_INPUTS, type TextInput } from './text-inputs.ts';

/** The number of characters at the single length. */
const BASE_LENGTH = 1_000;
const LONGEST = 4;
/** Linear work takes four times as long for four times the text, quadratic work sixteen times. */
export const MAX_GROWTH = 8;
/** A growth from here on is measured again. */
const SUSPICIOUS_GROWTH = 5.5;
/** Work that takes less than this at four times the length is too short to compare, and too short to matter. */
const NEGLIGIBLE_MS = 2;
/** A busy machine makes single times longer, never shorter, so slow results are measured again before they count. */
const SECOND_LOOKS = 6;
/** A short measurement that would fail is repeated this often, because other test files may disturb each one. */
const LAST_LOOKS = 20;
const SHORT_MS = 100;

export interface Growth {
  readonly input: string;
  readonly text: string;
  /** Milliseconds at 1, 2 and 4 times the length. */
  readonly times: readonly [number, number, number];
  /** The last time as a multiple of the first; 1 if all are negligible. */
  readonly growth: number;
}

/**
 * The parts of the texts: marks in and out of order, forms that grow when normalized, separators, digits, escapes,
 * nesting.
 */
const PIECES: readonly string[] = [
  '\u0301\u0316', '\u0316\u0301', '\u0f77', '\u0f80\u0f71', '\u0344\u0316', '\uff9e\u0301', '\u0483\u0301', '\u05b0\u05c1\u05ac\u0591', '\u0345\u0342',
  '\ufdfa', '\u1e69\u0323', '\u01d5', '\u0130', '\u0390', '\u0149', 'ß', 'ŒÆ', 'が', '株式会社', '有限公司', '주식회사', 'สำ', '\u0e33', '漢字',
  ' ', '\t\n', '-', '--1', '_', '.', '1.', '1.1', '2.5 V', '1', 'a', 'a1', ' co', ' ltd.', ' a s', ' and', ' ооо', "'", '#', '/', '(', ',', ';', '=', '&', '&a=1',
  '%', '%41', ':', '::', ':1', '"', '\\', '\\ud800', '\ud800', '[', '{"a":', '[1,', '\u0000', '\u200b', '\u2028', '\u00a0', '😀', '\u{1d15f}', 'A', 'Σ', '.a',
]; // prettier-ignore

/** The texts to try: an opening, then one or two pieces repeated, then an end at which a match so far fails. */
function textsToTry(seed: number): readonly { readonly name: string; readonly make: (length: number) => string }[] {
  const random = createSeededRandom(seed);
  const one = (from: readonly string[]) => from[random.integer(0, from.length - 1)] ?? '';
  const single = PIECES.map((piece) => ['א', piece, ''] as const);
  const mixed = PIECES.map(
    (piece) => [one(['a', '1', ' ', 'æ']), piece + one(PIECES), one(['!', 'x', '1', '\n', ' '])] as const,
  );
  return [...single, ...mixed].map(([opening, piece, end]) => ({
    name: JSON.stringify(`${opening}${piece}…${end}`).slice(1, -1),
    make: (length) =>
      opening + piece.repeat(Math.ceil(length / piece.length)).slice(0, length - opening.length - end.length) + end,
  }));
}

/** Returns the growth of the input with the text that makes it grow most. */
export function measureTextGrowth(input: TextInput, seed = 1): Growth {
  let worst: { readonly make: (length: number) => string; readonly growth: Growth } | undefined;
  for (const { name, make } of textsToTry(seed)) {
    const growth = growthOf(input, name, make);
    if (worst === undefined || isWorse(growth, worst.growth)) worst = { make, growth };
    // A single slow text is enough.
    if (growth.growth > MAX_GROWTH) break;
  }
  if (worst === undefined) throw new Error('There are no texts to try');
  const { make, growth } = worst;
  return growth.times[1] > 0 ? growth : { ...growth, times: timesOf(input, make) };
}

function isWorse(a: Growth, b: Growth): boolean {
  return a.growth === b.growth ? a.times[2] > b.times[2] : a.growth > b.growth;
}

/** Most texts are read so fast that only the longest needs a measurement. */
function growthOf(input: TextInput, text: string, make: (length: number) => string): Growth {
  const longestMs = timeOf(input, make(LONGEST * BASE_LENGTH), 1);
  if (longestMs < NEGLIGIBLE_MS) return { input: input.name, text, times: [0, 0, longestMs], growth: 1 };
  // The shortest is measured once more: linear work shows itself immediately.
  const [short, onceMs] = [make(BASE_LENGTH), () => timeOf(input, short, 1)];
  const glance = [Math.min(onceMs(), onceMs()), 0, longestMs] as const;
  if (ratioOf(glance) <= SUSPICIOUS_GROWTH) return { input: input.name, text, times: glance, growth: ratioOf(glance) };
  const times = timesOf(input, make);
  return { input: input.name, text, times, growth: ratioOf(times) };
}

/**
 * Measures the same amount of text three times, in four pieces, in two and in one: linear work takes the same time
 * for each.
 */
function timesOf(input: TextInput, make: (length: number) => string): Growth['times'] {
  const samples = [1, 2, LONGEST].map((factor) => ({ factor, sample: make(BASE_LENGTH * factor) }));
  let best = samples.map(() => Infinity);
  for (let look = 0; look <= LAST_LOOKS; look += 1) {
    best = samples.map(({ factor, sample }, place) =>
      Math.min(best[place] ?? Infinity, (timeOf(input, sample, LONGEST / factor) / LONGEST) * factor),
    );
    if (ratioOf(best) <= (look < SECOND_LOOKS ? SUSPICIOUS_GROWTH : MAX_GROWTH)) break;
    if (look >= SECOND_LOOKS && (best.at(-1) ?? 0) > SHORT_MS) break;
  }
  const [once = 0, twice = 0, fourTimes = 0] = best;
  return [once, twice, fourTimes];
}

function ratioOf([once = 0, , fourTimes = 0]: readonly number[]): number {
  return fourTimes < NEGLIGIBLE_MS ? 1 : fourTimes / once;
}

/** Milliseconds of processor time, which other processes do not affect. */
function timeOf({ read }: TextInput, text: string, times: number): number {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(
    `The worst of ${textsToTry(1).length} texts for each input: milliseconds at ${BASE_LENGTH}, twice and four times as many characters`,
  );
  for (const input of TEXT_INPUTS) {
    const { text, times, growth } = measureTextGrowth(input);
    const [once, twice, fourTimes] = times.map((ms) => ms.toFixed(2).padStart(8));
    console.log(`${input.name.padEnd(32)} ${once} ${twice} ${fourTimes}   × ${growth.toFixed(1)}   ${text}`);
  }
}
