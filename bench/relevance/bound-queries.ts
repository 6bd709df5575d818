/**
 * `npm run bench -- bounds`: queries with a bound, drawn at random: the kind of part, a value that some part of the
 * kind states, and the wording of the bound. The patterns below, which share no code with the search, decide from
 * titles and keywords which items answer.
 */
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { createSeededRandom, type SeededRandom } from '../../local/demo/seeded-random.ts';
import { realParts } from '../../test/support/fixtures/real-parts.ts';
import { ADC, BUCK, DAC, DC_DC, LDO, MOSFET, N_CHANNEL, OP_AMP, P_CHANNEL } from './accepted.ts';
import {
  answersTo,
  searchedIndex,
  sumOf,
  sumOfPages,
  type Answers,
  type Places,
  type ShownPages,
} from './relevance.ts';

export interface BoundsFound {
  readonly side: string;
  readonly questions: number;
  readonly firstFive: Places;
  readonly pages: ShownPages;
  /** The number of shown items that state no value within the bound. */
  readonly outside: number;
}

type Unit = keyof typeof UNITS;
type Side = keyof typeof PHRASES;

/** The pattern of each unit in texts, and its spellings in queries, mostly the first. */
const UNITS = {
  V: { read: 'V(?:DC|AC|rms|RMS|dc|in|out|rwm)?', prefixes: 'mk', asked: ['V', ' V'] },
  A: { read: 'A(?:mps?)?', prefixes: 'pnuµμmk', asked: ['A', ' A'] },
  W: { read: 'W(?:atts?)?', prefixes: 'umk', asked: ['W', ' W'] },
  Hz: { read: '[Hh]z', prefixes: 'kKMG', asked: ['Hz', ' Hz'] },
  Ohm: { read: 'Ohms?|ohms?|Ω|Ω', prefixes: 'mkM', asked: ['Ohm', ' ohm', 'Ω'] },
  s: { read: 's(?:ec)?', prefixes: 'pnuµμm', asked: ['s', ' s'] },
  bps: { read: '[Bb](?:it)?(?:ps|/s)', prefixes: 'kKMG', asked: ['bps', ' bps'] },
  SPS: { read: 'SPS|sps|Sps|S/s', prefixes: 'kKMG', asked: ['SPS', ' SPS'] },
  bit: { read: '[Bb]its?', prefixes: '', asked: ['-bit', ' bit', ' bits'] },
  Kbit: { read: 'b(?:it)?|Bit', prefixes: 'kKMG', asked: ['b', 'bit', ' bit'] },
  C: { read: '° ?C|C', prefixes: '', asked: ['°C', ' °C', 'C'] },
} as const;

const FACTORS: Readonly<Record<string, number>> = {
  '': 1, p: 1e-12, n: 1e-9, u: 1e-6, µ: 1e-6, μ: 1e-6, m: 1e-3, k: 1e3, K: 1e3, M: 1e6, G: 1e9,
}; // prettier-ignore

/**
 * The wording of a kind in queries, the patterns of its items, and the units of the values that a person would bound.
 */
const KINDS: readonly (readonly [asked: string, says: readonly Pick<RegExp, 'test'>[], units: readonly Unit[]])[] = [
  ['LDO', [LDO], ['A', 'V']],
  ['buck converter', [BUCK], ['A', 'V', 'Hz']],
  ['N-channel MOSFET', [MOSFET, N_CHANNEL], ['A', 'V', 'Ohm']],
  ['P-channel MOSFET', [MOSFET, P_CHANNEL], ['A', 'V', 'Ohm']],
  ['schottky diode', [/schott?ky/i], ['A', 'V']],
  ['zener diode', [/zener/i], ['W', 'V']],
  ['TVS diode', [/TVS|transient voltage/i], ['W', 'V']],
  ['op amp', [OP_AMP], ['Hz', 'V']],
  ['comparator', [/comparator/i], ['s']],
  ['SRAM', [/\bSRAM\b|static ram/i], ['s']],
  ['EEPROM', [/EEPROM/i], ['Kbit', 'V']],
  ['ADC', [ADC], ['SPS', 'bit']],
  ['DAC', [DAC], ['bit', 'V']],
  ['gate driver', [/gate[- ]driver|gate drive/i], ['A', 'V']],
  ['DC/DC converter', [DC_DC], ['W', 'V']],
  ['AC/DC module', [/AC[-/ ]?DC/i], ['W']],
  ['optocoupler', [/opto-?(?:coupler|isolator)|photocoupler/i], ['V', 'A']],
  ['CAN transceiver', [/\bCAN\b/, /transceiver/i], ['bps']],
  ['RS-485 transceiver', [/RS-?485/i, /transceiver/i], ['bps']],
  ['digital isolator', [/digital,? ?isolator/i], ['bps']],
  ['current sensor', [/current/i, /sensor/i], ['A']],
  ['temperature sensor', [/temperature/i, /sensor/i], ['C']],
  ['solid state relay', [/solid[- ]?state|SSR/i, /relay/i], ['A', 'V']],
  ['LED driver', [/\bLED/, /driver/i], ['A', 'V']],
  ['audio amplifier', [/audio/i, /amplifier/i], ['W']],
  ['bridge rectifier', [/bridge/i, /rectifier/i], ['A', 'V']],
  ['NPN transistor', [/NPN/, /transistor/i], ['A', 'V']],
  ['voltage reference', [/voltage reference/i], ['V']],
];

/** `…` is replaced by the value. */
const PHRASES = {
  least: ['at least …', '≥ …', '>= …', 'minimum …', 'min. …', 'no less than …', '… or more', '… or higher', '… or larger', '… or greater', '… or above', '… and up', '… minimum', '… min', '…+'],
  more: ['above …', 'over …', 'more than …', 'greater than …', 'higher than …', '> …', 'exceeding …', 'in excess of …'],
  most: ['at most …', 'up to …', 'maximum …', 'max …', 'no more than …', 'not exceeding …', '<= …', '≤ …', '… or less', '… or lower', '… or below', '… max', '… maximum', 'not more than …'],
  less: ['below …', 'under …', 'less than …', 'lower than …', '< …', 'smaller than …'],
  between: ['between … and …', 'from … to …', 'between … and …'],
} as const; // prettier-ignore

interface Bound {
  readonly unit: Unit;
  readonly side: Side;
  readonly from: number;
  readonly to: number;
}

const QUERIES = 120;
const MAX_DRAWS = 4_000;
const SIDES = Object.keys(PHRASES) as [Side, ...Side[]];

interface BoundQuery {
  readonly query: string;
  readonly side: Side;
  readonly accept: readonly Pick<RegExp, 'test'>[];
  readonly within: Pick<RegExp, 'test'>;
}

export async function measureBounds(seed = 720): Promise<readonly BoundsFound[]> {
  const records = realParts();
  const index = searchedIndex(records);
  const asked = boundQueries(records, QUERIES, seed);
  const answers: (readonly [BoundQuery, Answers])[] = [];
  for (const one of asked) answers.push([one, await answersTo(one, index)]);
  return SIDES.map((side) => {
    const own = answers.filter(([one]) => one.side === side);
    return {
      side,
      questions: own.length,
      firstFive: own.map(([, { firstFive }]) => firstFive).reduce(sumOf),
      pages: own.map(([, { pages }]) => pages).reduce(sumOfPages),
      outside: own.reduce(
        (sum, [one, { shown }]) => sum + shown.filter(([record]) => !one.within.test(textOf(record))).length,
        0,
      ),
    };
  });
}

/** Returns the same queries for the same seed and items. */
function boundQueries(records: readonly ItemRecord[], count: number, seed: number): readonly BoundQuery[] {
  const random = createSeededRandom(seed);
  const texts = records.map(textOf);
  const queries = new Map<string, BoundQuery>();
  for (let draw = 0; draw < MAX_DRAWS && queries.size < count; draw += 1) {
    const [asked, says, units] = random.pick(KINDS as unknown as [(typeof KINDS)[number]]);
    const own = texts.filter((text) => says.every((pattern) => pattern.test(text)));
    const unit = random.pick(units as [Unit, ...Unit[]]);
    const stated = own.flatMap((text) => statedIn(text, unit)).map(([, high]) => high);
    const side = random.pick(SIDES);
    if (stated.length < 2) continue;
    const [one, other] = [random.pick(stated as [number]), random.pick(stated as [number])].toSorted(
      (a, b) => a - b,
    ) as [number, number];
    if (side === 'between' && one === other) continue;
    const bound = boundOf(side, unit, one, other);
    const within = { test: (text: string) => keeps(text, bound) };
    if (!own.some((text) => within.test(text))) continue;
    const query = worded(random, asked, bound, one, other);
    queries.set(query, { query, side, accept: [...says, within], within });
  }
  return [...queries.values()];
}

function boundOf(side: Side, unit: Unit, one: number, other: number): Bound {
  const ends = { least: [one, Infinity], more: [one, Infinity], most: [-Infinity, one], less: [-Infinity, one], between: [one, other] } as const; // prettier-ignore
  // A sensor "up to 125 °C" reaches that temperature.
  const [from, to] = ends[side];
  return { unit, side, from, to };
}

function worded(random: SeededRandom, kind: string, { side, unit }: Bound, one: number, other: number): string {
  const spelling = random.pick(UNITS[unit].asked);
  let phrase: string = random.pick(PHRASES[side]);
  if (unit === 'C' && phrase.startsWith('up to')) phrase = 'at most …';
  for (const value of side === 'between' ? [one, other] : [one])
    phrase = phrase.replace('…', written(value, unit, spelling));
  const isAhead = random.chance(25);
  return isAhead ? `${phrase} ${kind}` : `${kind} ${random.chance(20) ? 'with ' : ''}${phrase}`;
}

/** Writes 0.005 ohm as 5 mOhm. */
function written(value: number, unit: Unit, spelling: string): string {
  const usable = unit === 'bit' || unit === 'C' ? [''] : ['G', 'M', 'k', '', 'm', 'u', 'n', 'p'];
  const size = Math.abs(value);
  const prefix =
    usable.find((one) => size >= (FACTORS[one] ?? 1) && (one !== 'k' || UNITS[unit].prefixes.includes('k'))) ?? '';
  const number = Number((value / (unit === 'Kbit' ? memoryFactor(prefix) : (FACTORS[prefix] ?? 1))).toPrecision(6));
  const gap = /^[ -]/.exec(spelling)?.[0] ?? '';
  return `${number}${gap}${prefix}${spelling.slice(gap.length)}`;
}

/** Returns every value of the unit in a text, a range as its two ends. Signs are dropped, except for temperatures. */
function statedIn(text: string, unit: Unit): readonly (readonly [low: number, high: number])[] {
  const { read, prefixes } = UNITS[unit];
  const number = String.raw`[-+\u2212±]?\d+(?:\.\d+)?`;
  const named = String.raw`[ -]?([${prefixes === '' ? '~' : prefixes}])?(?:${read})(?![\p{L}\p{N}]|/[\p{L}%°])`;
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}.]|\p{L}[-_])(?:(${number})(?:[ -]?([${prefixes === '' ? '~' : prefixes}])?(?:${read}))? ?(?:-|–|~|to|\.\.\.?) ?)?(${number})${named}`,
    'gu',
  );
  const stated = [...text.matchAll(pattern)].filter(({ 4: prefix }) => unit !== 'Kbit' || prefix !== undefined);
  return stated.map(([, low, lowPrefix, high = '', prefix = '']) => {
    const [least, most] = [valueOf(low ?? high, lowPrefix ?? prefix, unit), valueOf(high, prefix, unit)];
    return least < most ? [least, most] : [most, most];
  });
}

function valueOf(digits: string, prefix: string, unit: Unit): number {
  const factor = unit === 'Kbit' ? memoryFactor(prefix) : (FACTORS[prefix] ?? 1);
  const value = Number(digits.replace(/[+±]/, '').replace('\u2212', '-'));
  return Number(((unit === 'C' ? value : Math.abs(value)) * factor).toPrecision(9));
}

function memoryFactor(prefix: string): number {
  return 1_024 ** ({ k: 1, K: 1, M: 2, G: 3 }[prefix] ?? 0);
}

/**
 * Compares the bound with the nearer end of a range. Between two values, a range must cover both or lie between them.
 */
function keeps(text: string, { unit, side, from, to }: Bound): boolean {
  return statedIn(text, unit).some(([low, high]) => {
    switch (side) {
      case 'least':
        return high >= from;
      case 'more':
        return high > from;
      case 'most':
        return low <= to;
      case 'less':
        return low < to;
      case 'between':
        return (low >= from && high <= to) || (low <= from && high >= to);
    }
  });
}

function textOf({ title, mpn, keywords, category }: ItemRecord): string {
  const said = `${title ?? ''} ; ${(keywords ?? []).join(' ; ')}`;
  return `${mpn === null ? said : said.replaceAll(mpn, ' ')} ; ${category ?? ''}`;
}
