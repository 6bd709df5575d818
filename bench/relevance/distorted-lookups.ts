/**
 * `node bench/relevance/distorted-lookups.ts [--parts <records.jsonl>] [--count 10000]`: looks real parts up as people
 * distort their numbers, and counts what is found, missed and confused. A look-up is confused if it finds a part of
 * another manufacturer, or one that does not have the number as it was written.
 */
import { program, readWholeNumber } from '../../bin/program/program.ts';
import { createSeededRandom, type SeededRandom } from '../../local/demo/seeded-random.ts';
import { NumberIndex, type HeldPart } from '../../test/support/measure/accuracy/number-index.ts';
import { slipped } from '../../test/support/measure/slips.ts';
import { readPartsFile, readRealParts } from '../parts-file.ts';

const SEED = 51;
const SUFFIXES = ['TR', '-T1', '/NOPB', '+T', '#PBF', ',118', '-REEL7', ' (SMD)', '-ND'] as const;
const PREFIXES = ['595-', '511-', '296-', '771-', '863-'] as const;
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'O',
  O: '0',
  '1': 'I',
  I: '1',
  '5': 'S',
  S: '5',
  '8': 'B',
  B: '8',
};

type Distortion = (part: HeldPart, random: SeededRandom) => { readonly manufacturer?: string; readonly number: string };

const DISTORTIONS: Readonly<Record<string, Distortion>> = {
  case: ({ mpn }) => ({ number: mpn === mpn.toLowerCase() ? mpn.toUpperCase() : mpn.toLowerCase() }),
  'hyphens and spaces': ({ mpn }, random) => {
    const at = random.integer(1, Math.max(1, mpn.length - 1));
    return { number: `${mpn.slice(0, at)}${random.pick([' ', '-', '_'])}${mpn.slice(at)}` };
  },
  'without signs': ({ mpn }) => ({ number: mpn.replaceAll(/[-_/ .]/g, '') }),
  'a typing error': ({ mpn }, random) => ({ number: mpn.length > 2 ? slipped(random, mpn, new Set()) : `${mpn}x` }),
  'a cut end': ({ mpn }, random) => ({ number: mpn.slice(0, -random.integer(1, 3)) || `${mpn}-` }),
  'a suffix': ({ mpn }, random) => ({ number: mpn + random.pick(SUFFIXES) }),
  'a look-alike': ({ mpn }) => ({ number: mpn.replace(/[0O1I5S8B]/, (sign) => LOOK_ALIKES[sign] ?? sign) }),
  'a distributor’s prefix': ({ mpn }, random) => ({ number: random.pick(PREFIXES) + mpn }),
  'the manufacturer in the number': ({ mpn, manufacturer }) => ({ number: `${manufacturer} ${mpn}` }),
  'fields swapped': ({ mpn, manufacturer }) => ({ manufacturer: mpn, number: manufacturer ?? '' }),
  quotes: ({ mpn }) => ({ number: `"${mpn}"` }),
  'a digit changed': ({ mpn }, random) => ({
    number: mpn.replace(/\d/, (digit) => String((Number(digit) + random.integer(1, 9)) % 10)),
  }),
};

const { parts: file, count } = program(
  'node bench/relevance/distorted-lookups.ts',
  'Look real parts up by distorted numbers',
)
  .option('--parts <records.jsonl>', 'records to look up, in place of the real parts')
  .option('--count <number>', 'look-ups', readWholeNumber(1, 1_000_000), 10_000)
  .parse()
  .opts<{ readonly parts?: string; readonly count: number }>();
const held = (file === undefined ? readRealParts() : readPartsFile(file)).flatMap(({ manufacturer, brand, mpn }) =>
  mpn === null || manufacturer === null ? [] : [{ manufacturer, brand, mpn }],
);
const index = new NumberIndex(held);
const random = createSeededRandom(SEED);
const kinds = Object.entries(DISTORTIONS);
const rows = new Map(kinds.map(([kind]) => [kind, { 'look-ups': 0, found: 0, missed: 0, confused: 0 }]));
for (let number = 0; number < count; number += 1) {
  const [kind, distort] = kinds[number % kinds.length]!;
  const part = held[random.integer(0, held.length - 1)]!;
  const { manufacturer = part.manufacturer, number: written } = distort(part, random);
  const row = rows.get(kind)!;
  row['look-ups'] += 1;
  const found = index.ask(manufacturer, written).manufacturer;
  if (found === undefined) row.missed += 1;
  else if (isConfused(part, found, written)) row.confused += 1;
  else row.found += 1;
}
console.table(Object.fromEntries(rows));
const sum = (name: 'look-ups' | 'found' | 'missed' | 'confused') =>
  [...rows.values()].reduce((all, row) => all + row[name], 0);
console.log(
  `${sum('look-ups')} look-ups: ${sum('found')} found, ${sum('missed')} missed, ${sum('confused')} confused.`,
);

function isConfused({ manufacturer }: HeldPart, found: string, written: string): boolean {
  const numbers = held.filter((one) => one.manufacturer === found).map(({ mpn }) => plain(mpn));
  return found !== manufacturer || !numbers.includes(plain(written));
}

/** The letters and digits alone. */
function plain(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
