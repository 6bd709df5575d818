/**
 * Reads and converts units of weight and length. Unknown units are refused, because a number in an unknown unit has no
 * meaning.
 */
import { fail, succeed, type Result } from '../../result.ts';
import { nearestNames } from './nearest-names.ts';

interface Unit {
  readonly name: string;
  readonly kind: 'weight' | 'length';
  /** In grams or millimeters. */
  readonly size: number;
}

interface UnknownUnit {
  readonly kind: 'unknown_unit';
  readonly unit: string;
  readonly nearest: readonly string[];
}

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...unit('mg', 'weight', 0.001, 'milligram milligrams'),
  ...unit('g', 'weight', 1, 'gr gram grams gramm grm gm'),
  ...unit('kg', 'weight', 1000, 'kgs kilo kilos kilogram kilograms kilogramm kgm'),
  ...unit('t', 'weight', 1_000_000, 'tonne tonnes'),
  ...unit('oz', 'weight', 28.349523125, 'ounce ounces onz'),
  ...unit('lb', 'weight', 453.59237, 'lbs pound pounds lbr'),
  ...unit('um', 'length', 0.001, 'µm μm micron microns micrometer micrometre'),
  ...unit('mm', 'length', 1, 'mmt millimeter millimeters millimetre millimetres'),
  ...unit('cm', 'length', 10, 'cmt centimeter centimeters centimetre centimetres'),
  ...unit('m', 'length', 1000, 'mtr meter meters metre metres'),
  ...unit('mil', 'length', 0.0254, 'mils thou'),
  ...unit('in', 'length', 25.4, 'inch inches inh " ″ zoll'),
  ...unit('ft', 'length', 304.8, "foot feet fot ' ′"),
  ...unit('yd', 'length', 914.4, 'yard yards yrd'),
]);

function unit(name: string, kind: Unit['kind'], size: number, spellings: string): (readonly [string, Unit])[] {
  return [name, ...spellings.split(' ')].map((spelled) => [spelled, { name, kind, size }] as const);
}

/** Returns the unit for any of its spellings, ignoring case and a final period. */
export function readUnit(text: string): Result<Unit, UnknownUnit> {
  const spelled = text.trim().toLowerCase().replace(/\.$/, '');
  const known = UNITS.get(spelled);
  return known === undefined
    ? fail({ kind: 'unknown_unit', unit: text, nearest: nearestNames([...UNITS.keys()], spelled) })
    : succeed(known);
}

/** Returns the value in the unit `to`, rounded to twelve significant digits. Both units must be of the same kind. */
export function convertUnit(value: number, from: Unit, to: Unit): number {
  return from.name === to.name ? value : Number(((value * from.size) / to.size).toPrecision(12));
}
