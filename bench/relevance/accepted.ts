/** Defines the items that a person would accept: every pattern must match an item's title, keywords and category. */
export interface RelevanceQuery {
  readonly query: string;
  readonly manufacturer?: string;
  readonly accept: readonly Pick<RegExp, 'test'>[];
  /** Instead of patterns: the manufacturer and part number of every accepted item, with a space between. */
  readonly parts?: readonly string[];
}

export const LDO = /\bLDOs?\b|low[- ]?drop/i;
export const OP_AMP = /op[- ]?amps?\b|operational amplifier|Amplifier \/ Operational/i;
export const ADC = /\bADCs?\b|\bA\/D\b|analog[- ]to[- ]digital|Analog \/ ADC/i;
export const DAC = /\b(?:nano)?DACs?\b|\bD\/A\b|digital[- ]to[- ]analog|Analog \/ DAC/i;
export const BUCK = /\bbuck\b|step[- ]?down/i;
export const MOSFET = /MOSFET|Transistor \/ FET/i;
export const N_CHANNEL = /\bN[- ]?(?:channel|ch)\b|\bN-?MOS/i;
export const REGULATOR = /regulator/i;
export const volts = (value: string) =>
  new RegExp(String.raw`(?<![\d.])${value.replace('.', String.raw`\.`)}(?:\.0)?[- ]?V(?:olts?)?\b`, 'i');
export const amps = (value: string) => new RegExp(String.raw`(?<![\d.])${value}(?:\.0)?[- ]?A(?:mps?)?\b`, 'i');
export const bits = (value: number) => new RegExp(String.raw`(?<![\d.])${value}[- ]?bits?\b`, 'i');
export const ISOLATOR = /coupler|Isolator|opto/i;
export const P_CHANNEL = /\bP[- ]?(?:channel|ch)\b|\bP-?MOS/i;
export const TVS = /\bTVS\b|transient/i;
export const SOLID_STATE_RELAY = /solid[- ]?state|SolidState|\bSSR\b/i;
export const DC_DC = /DC[-/ ]?DC/i;
export const AC_DC = /AC[-/ ]?DC|power supply/i;
export const BOOST = /\bboost\b|step[- ]?up/i;
export const milliamps = (value: number) => new RegExp(String.raw`(?<!\d)${value}[- ]?mA\b`, 'i');
export const watts = (value: string) => new RegExp(String.raw`(?<![\d.])${value}(?:\.0)?[- ]?W(?:atts?)?\b`, 'i');

const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, m: 1e-3, u: 1e-6, n: 1e-9 };

/** Matches text with a value of the unit between `from` and `to`. A range such as "4.5-36V" matches if it overlaps them. */
export function stating(unit: string, from: number, to = Infinity): Pick<RegExp, 'test'> {
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
export function statingAs(attribute: RegExp, unit: string, from: number, to?: number): Pick<RegExp, 'test'> {
  const value = stating(unit, from, to);
  return { test: (text) => text.split(/, | ; /).some((clause) => attribute.test(clause) && value.test(clause)) };
}
