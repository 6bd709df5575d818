/**
 * Defines the items that a person would accept: every pattern must match an item's title, keywords and category. A
 * pattern of a set is a regular expression as it is written in JavaScript, or a value that must be stated.
 */
import * as z from 'zod';

export interface RelevanceQuery {
  readonly query: string;
  readonly manufacturer?: string;
  readonly accept: readonly Pick<RegExp, 'test'>[];
  /** Instead of patterns: the manufacturer and part number of every accepted item, with a space between. */
  readonly parts?: readonly string[];
}

const expressionSchema = z.string().regex(/^\/.+\/[a-z]*$/);

export const patternSchema = z.union([
  expressionSchema,
  /** A value from `from` to `to`, anywhere or in a clause that names the attribute. */
  z.strictObject({
    attribute: expressionSchema.optional(),
    unit: z.string(),
    from: z.number(),
    to: z.number().optional(),
  }),
]);

export function patternOf(pattern: z.output<typeof patternSchema>): Pick<RegExp, 'test'> {
  if (typeof pattern === 'string') return expressionOf(pattern);
  const { attribute, unit, from, to } = pattern;
  return attribute === undefined ? stating(unit, from, to) : statingAs(expressionOf(attribute), unit, from, to);
}

function expressionOf(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

export const LDO = /\bLDOs?\b|low[- ]?drop/i;
export const OP_AMP = /op[- ]?amps?\b|operational amplifier|Amplifier \/ Operational/i;
export const ADC = /\bADCs?\b|\bA\/D\b|analog[- ]to[- ]digital|Analog \/ ADC/i;
export const DAC = /\b(?:nano)?DACs?\b|\bD\/A\b|digital[- ]to[- ]analog|Analog \/ DAC/i;
export const BUCK = /\bbuck\b|step[- ]?down/i;
export const MOSFET = /MOSFET|Transistor \/ FET/i;
export const N_CHANNEL = /\bN[- ]?(?:channel|ch)\b|\bN-?MOS/i;
export const P_CHANNEL = /\bP[- ]?(?:channel|ch)\b|\bP-?MOS/i;
export const DC_DC = /DC[-/ ]?DC/i;

const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, m: 1e-3, u: 1e-6, n: 1e-9 };

/**
 * Matches text with a value of the unit between `from` and `to`. A range such as "4.5-36V" matches if it overlaps them.
 */
function stating(unit: string, from: number, to = Infinity): Pick<RegExp, 'test'> {
  const value = new RegExp(
    String.raw`(?<![\w.])(?:(\d+(?:\.\d+)?) ?(?:${unit})? ?(?:-|to|\.\.+) ?)?(\d+(?:\.\d+)?)[ -]?([kMmun]?)(?:${unit})(?![\w])`,
    'g',
  );
  return {
    test: (text) =>
      [...text.matchAll(value)].some(([, low, high, prefix = '']) => {
        const [least, most] = [low ?? high, high].map((end) => Number(end) * (FACTORS[prefix] ?? 1));
        return (most ?? 0) >= from && (least ?? 0) <= to;
      }),
  };
}

/** Matches such a value in a clause that names its attribute: "18-36V input". */
function statingAs(attribute: RegExp, unit: string, from: number, to?: number): Pick<RegExp, 'test'> {
  const value = stating(unit, from, to);
  return { test: (text) => text.split(/, | ; /).some((clause) => attribute.test(clause) && value.test(clause)) };
}
