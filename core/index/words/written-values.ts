/**
 * Rewrites values as they are written on drawings and outside the English-speaking world into the plain form that every
 * reader of values knows: decimal commas, RKM code (IEC 60062), and sizes with spaces around their sign. Queries, items
 * and rows of files are read through it, before case is folded. What a value means is decided by word-forms.ts (words)
 * and item-quantities.ts (exact values).
 */

/**
 * What may follow a decimal comma's number without a space, or with one: a unit, a range, a size, a tolerance; or the
 * text ends.
 */
const UNIT_AFTER = String.raw`(?:[pnuµμmckMGdh]|da|milli|micro|kilo|mega|meg|giga)?(?:[Ωω\u2126]|V(?:DC|AC|rms)?|volts?|A(?:mp(?:ere)?s?)?|W(?:atts?)?|Hz|hertz|ohms?|F(?:arads?)?|H(?:enrys?)?|T|Nm|N|bar|psi|Pa|VA|Ah|Wh|m|g|s|b(?:it|ps)?|B|l|°|°?C|K|in(?:ch)?|sps|dB|dBm|lm|cd|ppm|mil|AWG)`;
const COMMA = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,_])(\d{1,4}),(\d{1,6})(?=\s*$|\s?(?:${UNIT_AFTER})[²³23]?(?![\p{L}\p{N}])|\s?[kKMRr](?![\p{L}\p{N}])|\s?[%‰"″]|\s?(?:-|\u2013|~|\.\.\.?|…|\/|x|×|\*|to|bis|à|a)\s?[+±]?\d)`,
  'giu',
);
/** The upper end of a range, the second side of a size: "2.5-5,5V", "2.5x4,8". */
const COMMA_AFTER_RANGE = new RegExp(
  String.raw`(?<=\d\s?(?:-|\u2013|~|\.\.\.?|…|\/|x|×|\*)\s?)(\d{1,4}),(\d{1,6})(?![\d,.])`,
  'giu',
);
/** Each word at the place of its number. */
export const NUMBER_WORDS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');
const THOUSANDS = /^\d{3}$/;
const GROUPED = /(?<![\p{L}\p{N}.,_])[1-9]\d{0,2}(?:[,'\u2019]\d{3})+(?![\d,'\u2019])/gu;
/** Values without a unit, of a part whose kind or case says which one is meant. */
const PASSIVE_CASE = /(?<![\p{L}\p{N}])(?:01005|0201|0402|0603|0805|1206|1210|1812|2010|2220|2512)(?![\p{L}\p{N}])/u;
const CAPACITANCE =
  /\bcapac|\bcap\b|^C\d*[ :]|\bkondens|\bcondens|\bmlcc|\bx[5678][rs]\b|\bc0g|\bnp0|\by5v|\btantal|\belko\b/i;
const MEMORY = /memory|flash|(?:ram|rom)\b|\bbit/i;

/** A code stands alone: "SRN6045-4R7M" and "2N7002" are numbers of parts. */
const ALONE = [String.raw`(?<![\p{L}\p{N}.,_-])`, String.raw`(?![\p{L}\p{N}_-]|[.,]\d)`] as const;
const RKM_OHM = new RegExp(`${ALONE[0]}(\\d{0,3})([RrKk])(\\d{1,2})${ALONE[1]}`, 'gu');
const RKM_MEGOHM = new RegExp(`${ALONE[0]}(\\d{1,3})M(\\d{1,2})${ALONE[1]}`, 'gu');
/** One digit only, and lowercase: a 4N25 is an optocoupler. */
const RKM_SMALL = new RegExp(`${ALONE[0]}(\\d{1,3})([pnuµμ])(\\d)${ALONE[1]}`, 'gu');
/** Of a switch or a shunt: 1m8 is 1.8 mΩ. */
const RKM_MILLI = new RegExp(`${ALONE[0]}(\\d{0,3})m(\\d{1,2})${ALONE[1]}`, 'gu');
const SMALL_RESISTANCE = /\bmos|\bfets?\b|\brds|\bshunt|\bresist/i;
const RKM_VOLT = new RegExp(`${ALONE[0]}(\\d{1,3})[Vv](\\d{1,2})${ALONE[1]}`, 'gu');
const BARE_OHM = new RegExp(`${ALONE[0]}(\\d{1,4}(?:\\.\\d{1,3})?)[Rr]${ALONE[1]}`, 'gu');
const BARE_KILO = new RegExp(`${ALONE[0]}(\\d{1,4}(?:\\.\\d{1,3})?)[Kk]${ALONE[1]}`, 'gu');
const BARE_SMALL = new RegExp(`${ALONE[0]}(\\d{1,4}(?:\\.\\d{1,3})?)([pnuµμ])${ALONE[1]}`, 'gu');
const INDUCTANCE =
  /\binduct|\bchoke|\bcoil|\bferrite|\bdrossel|\bspule|\binductance|\bbobine|\bself\b|[\d ][pnuµμm]H\b/i;
const RESISTANCE =
  /\bresist|\bres\b|^R\d*[ :]|\bpotentiometer|\bwiderst|\bthermist|\bshunt|\bohm|[\u03a9\u2126]|\br[ée]sist/i;
/** A size whose sides stand apart. */
const APART = /(?<=\d(?:\s?(?:mm|cm|m|in|"))?)\s?[x×*]\s?(?=\d)/giu;

/** Sizes and classes that are named by a short word and a number: DN 25, PN 16, AWG 24, IP 67, Cat. 6. */
const NOMINAL = /(?<![\p{L}\p{N}])(DN|PN|AWG|IP|Cat)[. -]{1,2}(\d{1,3}a?)(?![\p{L}\p{N}])/giu;
const WIRE_GAUGE = /(?<![\p{L}\p{N}.,])(\d{1,2})[ -]?AWG(?![\p{L}\p{N}])/giu;
const SQUARE = /(?<=\d\s?)(?:mm(?:²|\^2|2)|sq\.?\s?mm|qmm)(?![\p{L}\p{N}])/giu;

/** @param text not folded, because case distinguishes a 4n7 from a 4N25 */
export function plainValues(text: string): string {
  // Compiling the patterns costs time at a cold start, and most texts have no digit beside one of these.
  if (!/\d/.test(text)) return text;
  const pointed = /\d[,'\u2019]\d/.test(text)
    ? text
        .replaceAll(GROUPED, (all) => all.replaceAll(/\D/g, ''))
        .replaceAll(COMMA_AFTER_RANGE, (all, whole: string, part: string) =>
          isThousands(whole, part) ? all : `${whole}.${part}`,
        )
        .replaceAll(COMMA, (all, whole: string, part: string) => (isThousands(whole, part) ? all : `${whole}.${part}`))
    : text;
  if (!/\d[RrKkMpnuµμVv×xX*\s]|[Rr]\d/u.test(pointed)) return pointed;
  return withCodes(pointed);
}

/** 1,000 is a thousand; 0,125 is an eighth. */
function isThousands(whole: string, part: string): boolean {
  return THOUSANDS.test(part) && /^[1-9]\d{0,2}$/.test(whole);
}

function withCodes(text: string): string {
  const codes = text
    .replaceAll(RKM_OHM, (all, whole: string, letter: string, part: string) => {
      // Without a digit before it, only R is a code: "R47"; a K3 is a name, and so is R1.
      if (whole === '' && (letter !== 'R' || part.length < 2 || !RESISTANCE.test(text))) return all;
      if (letter.toUpperCase() === 'R' && isInductor(text)) return `${whole}.${part}uH`;
      return `${whole === '' ? '0' : whole}.${part}${letter.toLowerCase() === 'k' ? 'k' : ''}ohm`;
    })
    .replaceAll(RKM_SMALL, (_all, whole: string, prefix: string, part: string) => {
      return `${whole}.${part}${prefix}${INDUCTANCE.test(text) ? 'H' : 'F'}`;
    })
    .replaceAll(RKM_MILLI, (all, whole: string, part: string) => {
      if (whole === '') return all;
      return SMALL_RESISTANCE.test(text) ? `${whole}.${part}mohm` : INDUCTANCE.test(text) ? `${whole}.${part}mH` : all;
    })
    .replaceAll(RKM_VOLT, (_all, whole: string, part: string) => `${whole}.${part}V`)
    .replaceAll(BARE_OHM, (_all, whole: string) => `${whole}ohm`)
    .replaceAll(BARE_KILO, (all, whole: string) => (isResistor(text) ? `${whole}kohm` : all))
    .replaceAll(BARE_SMALL, (all, whole: string, prefix: string) => {
      return CAPACITANCE.test(text) ? `${whole}${prefix}F` : isInductor(text) ? `${whole}${prefix}H` : all;
    });
  return RESISTANCE.test(codes)
    ? codes.replaceAll(RKM_MEGOHM, (_all, whole: string, part: string) => `${whole}.${part}Mohm`)
    : codes;
}

function isResistor(text: string): boolean {
  return RESISTANCE.test(text) || (PASSIVE_CASE.test(text) && !MEMORY.test(text) && !CAPACITANCE.test(text));
}

/** On an inductor, 4R7 is 4.7 µH. */
function isInductor(text: string): boolean {
  return INDUCTANCE.test(text) && !RESISTANCE.test(text);
}

/**
 * Writes "600 x 600" and "M8 x 40" as one word, and mm² as a unit of letters. Only for words: values of a text keep
 * their places.
 */
export function joinedSizes(text: string): string {
  if (!/\d/.test(text)) return text;
  return text
    .replaceAll(APART, 'x')
    .replaceAll(SQUARE, 'sqmm')
    .replaceAll(NOMINAL, '$1$2')
    .replaceAll(WIRE_GAUGE, 'awg$1');
}
