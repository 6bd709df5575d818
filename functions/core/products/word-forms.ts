/** The one form under which words that people write differently are filed and asked for (docs/search.md#what-a-word-is). */

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ics: 'ic', buses: 'bus', busses: 'bus', gases: 'gas', gas: 'gas', lens: 'lens', lenses: 'lens', bias: 'bias', biases: 'bias',
    series: 'series', axes: 'axis', indices: 'index', matrices: 'matrix', caches: 'cache', lvds: 'lvds', plus: 'plus', always: 'always',
    // British spellings, filed under the American ones.
    analogue: 'analog', analogues: 'analog', colour: 'color', fibre: 'fiber', centre: 'center', aluminium: 'aluminum',
  }),
); // prettier-ignore
const LATIN_PLURAL = /^[a-z]{3,}s$/;

/** The singular of an English word, by its last letters alone: no stem, so that "instruments" never means "instrumentation". */
export function singular(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined || !LATIN_PLURAL.test(word)) return irregular ?? word;
  // MCUs, IMUs: abbreviations are short; a bus is not the plural of anything.
  if (/(?:ss|is|mos)$|.{3}us$|^.us$/.test(word)) return word;
  if (/.{2}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** What may follow a number as its unit, and the form in which it is filed. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ...'v mv kv uv a ma ua na w mw kw uw ohm kohm mohm pf nf uf mf nh uh mh hz khz mhz ghz bps kbps mbps gbps sps ksps msps gsps'
    .split(' ')
    .map((unit) => [unit, unit] as const),
  ...'ms us ns ps mm cm um mil inch db dbm ppm g kg mg lsb baud rpm deg c k m j wh ah mah mcd lm lux'
    .split(' ')
    .map((unit) => [unit, unit] as const),
  ...'bit byte pin channel port way pole position digit segment cell phase wire lane line output input gate stage tap element axis bank core'
    .split(' ')
    .map((unit) => [unit, unit] as const),
  ...Object.entries({
    volt: 'v', vdc: 'v', vac: 'v', vrms: 'v', vrwm: 'v', amp: 'a', ampere: 'a', milliamp: 'ma', watt: 'w', ω: 'ohm', kω: 'kohm', mω: 'mohm', hertz: 'hz', ch: 'channel',
    kilobit: 'kb', kbit: 'kb', kbyte: 'kb', kilobyte: 'kb', kib: 'kb', kb: 'kb',
    megabit: 'mb', mbit: 'mb', mbyte: 'mb', megabyte: 'mb', mib: 'mb', mb: 'mb',
    gigabit: 'gb', gbit: 'gb', gbyte: 'gb', gigabyte: 'gb', gib: 'gb', gb: 'gb',
  }),
]); // prettier-ignore
/** Before a unit that is written out: "seven-segment display". */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((word, place) => [
    word,
    String(place + 1),
  ]),
);
const WRITTEN_OUT = /^\p{L}{3,}$/u;
const NUMBER = /^\p{N}+(?:\.\p{N}+)?$/u;
const NUMBER_WITH_UNIT = /^(\p{N}+(?:\.\p{N}+)?)(\p{L}+)$/u;
/** 3V3 is 3.3 V, 4k7 is 4.7 k. */
const UNIT_FOR_POINT = /^(\d{1,3})([vk])(\d{1,2})$/;
const MEMORY_PREFIX = /^[kmg]$/;

export interface Quantity {
  /** Number and unit as one word. */
  readonly word: string;
  /** As it was written. */
  readonly amount: string;
  readonly unit: string;
}

/** @param isOfMemory whether a bare k or M may stand for so many bits */
export function quantityOf(written: string, unit: string, isOfMemory: boolean): Quantity | undefined {
  const one = singular(unit);
  const amount = WRITTEN_OUT.test(one) ? (NUMBER_WORDS.get(written) ?? written) : written;
  if (!NUMBER.test(amount)) return undefined;
  const known = isOfMemory && MEMORY_PREFIX.test(one) ? `${one}b` : UNITS.get(one);
  return known === undefined ? undefined : { word: withoutZeros(amount) + known, amount, unit: known };
}

/** A number and its unit in one piece. */
export function gluedQuantity(piece: string, isOfMemory: boolean): Quantity | undefined {
  const [, whole, point, rest] = UNIT_FOR_POINT.exec(piece) ?? [];
  if (whole !== undefined && point !== undefined && rest !== undefined) {
    return quantityOf(`${whole}.${rest}`, point, false);
  }
  const [, amount, unit] = NUMBER_WITH_UNIT.exec(piece) ?? [];
  return amount === undefined || unit === undefined ? undefined : quantityOf(amount, unit, isOfMemory);
}

/** 5.0 is 5. */
function withoutZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

/** Packages that are named with the number of their pins. */
const PACKAGES: ReadonlySet<string> = new Set(
  (
    'dip pdip cdip sdip spdip sip so soic sop ssop tssop htssop vssop msop qsop tsop hsop usop son wson vson uson xson dfn udfn wdfn vdfn tdfn ' +
    'qfn vqfn wqfn uqfn tqfn hvqfn lfcsp qfp lqfp tqfp htqfp pqfp vqfp mqfp plcc lcc clcc bga fbga tfbga ufbga lfbga vfbga csbga fcbga csp ' +
    'wlcsp dsbga lga'
  ).split(' '),
);
const PINS = /^[1-9]\d{0,3}$/;
const GLUED_PACKAGE = /^([a-z]+)(\d+)$/;

export interface Package {
  readonly family: string;
  readonly pins: string;
}

/** "LQFP" and "48", in either order. */
export function packageOf(first: string, second: string): Package | undefined {
  const [family, pins] = PACKAGES.has(first) ? [first, second] : [second, first];
  if (!PACKAGES.has(family) || !PINS.test(pins)) return undefined;
  return { family, pins };
}

/** "LQFP48". */
export function gluedPackage(piece: string): Package | undefined {
  const [, family = '', pins = ''] = GLUED_PACKAGE.exec(piece) ?? [];
  return packageOf(family, pins);
}

const FAMILY_MEMBER = /^([a-z]{4,})(\d{1,2})$/;
const FAMILY = /^[a-z]{4,}$/;
const MEMBER = /^(?:\d{1,2}|[a-z]\d{1,2})$/;

/** "SPARTAN-6", "Spartan6", "Cortex-M4": a name and its member, which stand apart as often as together. */
export function familyPieces(pieces: readonly string[]): readonly string[] | undefined {
  const [name = '', member] = pieces;
  if (pieces.length === 2 && member !== undefined && FAMILY.test(name) && MEMBER.test(member)) return pieces;
  const [, family, number] = pieces.length === 1 ? (FAMILY_MEMBER.exec(name) ?? []) : [];
  return family === undefined || number === undefined ? undefined : [family, number];
}
