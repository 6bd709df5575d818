/** Rewrites everyday language in a folded query into technical terms, before it is split into words (docs/reference/search.md#what-a-word-is). */

const CONVERT = /\bconvert(?:s|ing)?(?: an?)?\b/;
/** Words that may follow "analog" or "digital": "analog voltage". */
const SIGNAL = '(?: (?:input|output|signal|voltage|value|number|level|data|code|word)s?){0,2}';
/** Converters by what they convert: "converts an analog signal to digital" means an ADC. */
const CONVERSIONS: readonly (readonly [asked: RegExp, name: string])[] = [
  [new RegExp(String.raw`\banalogu?e?${SIGNAL} (?:in)?to (?:an? )?digital${SIGNAL}`), ' adc '],
  [new RegExp(String.raw`\bdigital${SIGNAL} (?:in)?to (?:an? )?analogu?e?${SIGNAL}`), ' dac '],
];
/** Matches "keeps its data without power". */
const NONVOLATILE =
  /\b(?:keep|retain|hold|remember|store|save|lose|losing)s?\b.{0,60}?\b(?:without|when|while|after|during|if)\b(?: \w+){0,3}? (?:power(?:ed)?|supply|battery)(?: (?:is|down|off|fails?|lost|removed|goes|out)){0,2}/;
/** In "what can I use", "can" is a verb and not the CAN bus. */
const CAN_AS_A_VERB = /\bcan (?=(?:i|you|we|it|be|one)\b)/g;
/** In "I'm", "what's" and "doesn't", the part after the apostrophe is not a word. */
const CONTRACTION = /n?['\u2019](?:m|s|re|ve|ll|d|t)(?![\p{L}\p{N}])/gu;
/** In "in-amp", "in" is not a preposition. */
const IN_AMP = /\bin-?amps?\b/g;
/** A wide-body SOIC-16 is a SOIC-16W. */
const WIDE_BODY =
  /\bwide(?:[ -]bod(?:y|ied))?[ -]so(?:ic)?[ -]?(\d+)\b|\bso(?:ic)?[ -]?(\d+),? wide(?:[ -]bod(?:y|ied))?\b/g;
/** 250 kb/s is 250 kbps, 1 MS/s is 1 MSPS. */
const BITS_A_SECOND = /(?<=\d ?[kmg])b(?:it)?s?\/s(?:ec)?\b/g;
const SAMPLES_A_SECOND = /(?<=\d ?[kmg])sa?\/s(?:ec)?\b/g;

/** "A to D converter": the letters alone are words that no item has. */
const A_TO_D = /\ba ?(?:to|2) ?d\b(?: conver\w+)?/g;
const D_TO_A = /\bd ?(?:to|2) ?a\b(?: conver\w+)?/g;
/** A serial port is a UART; "port" alone is an expander's. */
const SERIAL_PORT = /\bserial (?:com )?ports?\b/g;

/** "15V out" is an output. */
const OUT = /(?<=\d ?[km]?[va](?:dc|ac)?) out\b/g;

export function plainQuery(folded: string): string {
  const replaced = folded
    .replaceAll(CONTRACTION, '')
    .replaceAll(CAN_AS_A_VERB, '')
    .replaceAll(BITS_A_SECOND, 'bps')
    .replaceAll(SAMPLES_A_SECOND, 'sps')
    .replaceAll(WIDE_BODY, (_all, after: string | undefined, before: string | undefined) => `soic-${after ?? before}w`)
    .replaceAll(IN_AMP, 'instrumentation amplifier')
    .replaceAll(A_TO_D, 'adc')
    .replaceAll(D_TO_A, 'dac')
    .replaceAll(SERIAL_PORT, 'serial')
    .replaceAll(OUT, ' output')
    .replace(NONVOLATILE, ' nonvolatile ');
  return withNamedConversion(replaced);
}

/** Names the converter if the order of the words says which one is meant. */
function withNamedConversion(query: string): string {
  if (!CONVERT.test(query)) return query;
  const found = CONVERSIONS.find(([asked]) => asked.test(query));
  return found === undefined ? query : query.replace(CONVERT, ' ').replace(found[0], found[1]);
}
