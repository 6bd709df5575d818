/**
 * Reads what a text states about a part: exact values with their tolerances, and packages. Search reads its bounds with
 * the same values (item-quantities.ts), and a row of a file is held against an item with both. It decides what is
 * written, not whether two statements agree.
 */
import { foldText } from '../part-keys/key-text.ts';
import { caseOf, packageOf, plainFamily } from '../words/word-forms.ts';
import { foldUnits, statedValues, type QuantityUnit } from './item-quantities.ts';

/** A value, or a range; in base units: ohm, farad, volt, metre, bytes. */
export interface WrittenValue {
  readonly unit: QuantityUnit;
  /** The same as `to` for a single value. */
  readonly from: number;
  readonly to: number;
  /**
   * Whether it says how far another value may be off: "±5 %", "±0.5 pF", and "1%" beside a resistance or capacitance.
   */
  readonly isTolerance: boolean;
  /** The words beside it that may name its attribute, folded, singular: "input voltage"; may be empty. */
  readonly name: string;
}

interface WrittenPackage {
  /** In capitals, with its number: "VQFN-24", "SOT-23-5", "TO-220AB". */
  readonly written: string;
  /** The kind that it belongs to, by which packages are compared: "qfn", "so" (SOIC, SO), "sot23", "to220", "sma". */
  readonly family: string;
  /** Its pins, where its name says them. */
  readonly pins: number | undefined;
}

/** The size of a chip resistor, capacitor or bead. */
interface WrittenChip {
  /** Four or five digits. */
  readonly code: string;
  /** 0402 and 0603 are sizes in both systems; undefined if the text does not say which. */
  readonly system: 'imperial' | 'metric' | undefined;
}

export interface WrittenFacts {
  readonly values: readonly WrittenValue[];
  readonly packages: readonly WrittenPackage[];
  readonly chips: readonly WrittenChip[];
}

const IMPERIAL_ONLY: ReadonlySet<string> = new Set(
  '01005 0805 1206 1210 1218 1806 1808 1812 2010 2220 2225 2512'.split(' '),
);
const METRIC_OF: ReadonlyMap<string, string> = new Map(
  '01005=0402 0201=0603 0402=1005 0603=1608 0805=2012 1206=3216 1210=3225 1806=4516 1812=4532 2010=5025 2220=5750 2512=6332'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
const METRIC_ONLY: ReadonlySet<string> = new Set([...METRIC_OF.values()].filter((code) => !METRIC_OF.has(code)));
const CHIP = /(?<![\p{L}\p{N}.,_-])(\d{4,5})(?:[ -]?(metric|imperial|inch|zoll))?(?![\p{L}\p{N}_-]|[.,]\d)/giu;
const SIGNED = /(?:±|\+\/-|\+-)\s?$/;
/** Two names of one case. */
const SAME_CASE: ReadonlyMap<string, string> = new Map(
  'do214ac=sma do214aa=smb do214ab=smc dpak=to252 d2pak=to263 sc70=sot323 sc88=sot363 sc59=sot23 sc74=sot26 smini2=sod323 sod80=minimelf sod80c=minimelf ll34=minimelf do213aa=minimelf do213ab=melf ll41=melf'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
const PACKAGE_NAME =
  /(?<![\p{L}\p{N}]|\d-)([a-z]{2,6})[- ]?(\d{1,4})([a-z]{0,2})(?:-(\d{1,2}))?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(d2?pak|sm[abc])(?![\p{L}\p{N}])/giu;
const MELF = /(?<![\p{L}\p{N}])(?:(mini|micro|quadro)[- ]?)?melf(?![\p{L}\p{N}])/giu;
/** The length of "SOIC 8" and "TO 220", which are names though a space stands in them. */
const MIN_NAME_APART = 6;
/** "48-QFN", and "16TSSOP" as distributors write it. */
const PINS_BEFORE = /(?<![\p{L}\p{N}.,])(\d{1,4})[- ]?([a-z]{2,6})(?![\p{L}\p{N}])/giu;

/** @param text a cell, a row's joined cells, or an item's title; at most its first 2,000 characters are read */
export function factsIn(text: string): WrittenFacts {
  const read = foldUnits(text.slice(0, 2_000));
  const chips = chipsIn(read);
  const values = statedValues(read).map(({ unit, value, name, start }): WrittenValue => {
    const [from, to] = typeof value === 'number' ? [value, value] : value;
    const isSigned = SIGNED.test(read.slice(Math.max(0, start - 4), start));
    return { unit, from, to, name, isTolerance: isSigned ? /^(?:%|ppm|F|Ohm)$/.test(unit) : unit === '%' };
  });
  const isPassive = chips.length > 0 || values.some(({ unit }) => unit === 'Ohm' || unit === 'F' || unit === 'H');
  return {
    values: values.map((one) => ({ ...one, isTolerance: one.isTolerance && (isPassive || one.unit !== '%') })),
    packages: packagesIn(read),
    chips,
  };
}

/** Names of manufacturers for one body. */
const SAME_BODY: ReadonlyMap<string, string> = new Map(
  'htssop=tssop hssop=ssop hsoic=so hsop=so vssop=msop hmsop=msop umax=msop usop=msop micro=msop tsot23=sot23 tsot26=sot26 tsot25=sot25 tsot5=sot25 sot5=sot25'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

function bodyOf(family: string): string {
  const same = SAME_BODY.get(family) ?? family;
  // SOT-26 is a SOT-23-6.
  return /^sot2[3456]$/.test(same) ? 'sot23' : same;
}

/** Whether two packages are certainly different: of other kinds, or with other numbers of pins. */
export function areOtherPackages(one: WrittenPackage, other: WrittenPackage): boolean {
  // "MELF" alone is said of each size of it.
  const isMelf = [one, other].every(({ family }) => family.endsWith('melf'));
  if (isMelf && (one.family === 'melf' || other.family === 'melf')) return false;
  if (bodyOf(one.family) !== bodyOf(other.family)) return true;
  return one.pins !== undefined && other.pins !== undefined && one.pins !== other.pins;
}

/** Whether two chip sizes are certainly different, in whichever system each may be written. */
export function areOtherChips(one: WrittenChip, other: WrittenChip): boolean {
  const [sizes, others] = [imperialSizes(one), imperialSizes(other)];
  return sizes.every((size) => !others.includes(size));
}

/** Returns the imperial sizes that a code may mean. */
function imperialSizes({ code, system }: WrittenChip): readonly string[] {
  const ofMetric = [...METRIC_OF].flatMap(([imperial, metric]) => (metric === code ? [imperial] : []));
  if (system === 'metric') return ofMetric;
  return system === 'imperial' ? [code] : [code, ...ofMetric];
}

function chipsIn(text: string): readonly WrittenChip[] {
  const found = [...text.matchAll(CHIP)].flatMap(([, code = '', system = '']): WrittenChip[] => {
    if (METRIC_ONLY.has(code) && !/^metric$/i.test(system)) return [];
    if (!METRIC_OF.has(code) && !METRIC_ONLY.has(code) && !IMPERIAL_ONLY.has(code)) return [];
    if (/^metric$/i.test(system)) return [{ code, system: 'metric' }];
    return [{ code, system: system !== '' || IMPERIAL_ONLY.has(code) ? 'imperial' : undefined }];
  });
  return [...new Map(found.map((one) => [one.code, one])).values()];
}

function packagesIn(text: string): readonly WrittenPackage[] {
  const named = [...text.matchAll(PACKAGE_NAME)].flatMap((match): WrittenPackage[] => {
    const [whole, family = '', number = '', variant = '', pins, alone] = match;
    const written = whole.toUpperCase().replace(' ', '-');
    // "3 V to 5 V" names no case.
    if (/\s/.test(whole) && (whole !== whole.toUpperCase() || whole.length < MIN_NAME_APART)) return [];
    if (alone !== undefined) return [{ written, family: caseNamed(foldText(alone)), pins: undefined }];
    const name = foldText(family);
    const known = packageOf(name, number);
    if (known !== undefined) return [{ written, family: plainFamily(name), pins: Number(number) }];
    if (caseOf(name + number) === undefined) return [];
    const [longer, shorter] = [name + number + variant, name + number].map(foldText) as [string, string];
    const same = SAME_CASE.has(longer) ? longer : shorter;
    return [{ written, family: caseNamed(same), pins: pins === undefined ? undefined : Number(pins) }];
  });
  const reversed = [...text.matchAll(PINS_BEFORE)].flatMap(([, pins = '', family = '']): WrittenPackage[] => {
    const known = packageOf(foldText(family), pins);
    const written = `${family.toUpperCase()}-${pins}`;
    return known === undefined ? [] : [{ written, family: plainFamily(known.family), pins: Number(pins) }];
  });
  const round = [...text.matchAll(MELF)].map(([written, before = '']): WrittenPackage => {
    return { written: written.toUpperCase(), family: `${foldText(before)}melf`, pins: undefined };
  });
  return [
    ...new Map([...named, ...reversed, ...round].map((one) => [`${one.family} ${one.pins ?? ''}`, one])).values(),
  ];
}

function caseNamed(name: string): string {
  return SAME_CASE.get(name) ?? name;
}
