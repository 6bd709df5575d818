/**
 * Rewrites everyday language in a folded query into technical terms, before it is split into words
 * (docs/reference/search.md#what-a-word-is).
 */

import { withNamedNeeds } from './said-needs.ts';
import { NUMBER_WORDS } from './written-values.ts';

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

/** "Without a coil" names the converter that needs none. */
const WITHOUT_COIL =
  /\b(?:without|no|ohne|sans|sin)(?: (?:an?|any|the))? (?:inductor|coil|choke)s?\b|\binductorless\b/g;
/** "Minus five volts" is -5V, "plus and minus 12 V" ±12V. */
const MINUS = new RegExp(
  String.raw`\b(plus ?(?:and|or|\/|-)? ?)?(?:minus|negative) (\d+(?:\.\d+)?|${NUMBER_WORDS.slice(1).join('|')}) ?v(?:olts?)?\b`,
  'g',
);
/** "More GPIO pins" are what an expander adds; "8 or more outputs" are counted. */
const MORE_PINS =
  /(?<!\b(?:or|and) )\b(?:more|extra|additional) (?:(?:digital|general purpose|gpio|i ?\/ ?o|io) )*(?:pins?|gpios?|i ?\/ ?os?|ios?|ports?|(?:inputs?|outputs?)(?: (?:and|or) (?:inputs?|outputs?))?)\b/g;
const SEPARATE_GROUNDS =
  /\b(?:separat\w+|different|break\w*)(?: the)? (?:grounds?|ground loops?|ground potentials?)\b/g;
/** How a part is supplied is no word of it: "running at 1.8 V". */
const SUPPLIED =
  /\b(?:runn?(?:s|ing)?|operat(?:es?|ing)|work(?:s|ing)?|powered|supplied|fed) (?=(?:at|on|from|by|off|with) (?:an? )?[\d.]+ ?v)/g;
/** What the voltage of the mains is said of. */
export const MAINS_WORDS = 'mains|wall|household|line voltage|power line|socket|outlet';
/** The mains have one of a few voltages, which records of converters seldom state. */
const MAINS_VOLTAGE = new RegExp(
  String.raw`\b(?:1[012]0|115|127|220|23[05]|240) ?v(?:ac| ac)?(?=.{0,12}\b(?:${MAINS_WORDS})\b)`,
  'g',
);

export function plainQuery(folded: string): string {
  const replaced = withNamedNeeds(folded.replaceAll(CONTRACTION, '').replaceAll(CAN_AS_A_VERB, ''))
    .replaceAll(BITS_A_SECOND, 'bps')
    .replaceAll(SAMPLES_A_SECOND, 'sps')
    .replaceAll(WIDE_BODY, (_all, after: string | undefined, before: string | undefined) => `soic-${after ?? before}w`)
    .replaceAll(IN_AMP, 'instrumentation amplifier')
    .replaceAll(A_TO_D, 'adc')
    .replaceAll(D_TO_A, 'dac')
    .replaceAll(SERIAL_PORT, 'serial')
    .replaceAll(OUT, ' output')
    .replaceAll(WITHOUT_COIL, ' chargepump ')
    .replaceAll(
      MINUS,
      (_all, plus: string | undefined, amount: string) =>
        `${plus === undefined ? '-' : '\u00b1'}${NUMBER_WORDS.includes(amount) ? NUMBER_WORDS.indexOf(amount) : amount}v`,
    )
    .replaceAll(MORE_PINS, ' io expander ')
    .replaceAll(SEPARATE_GROUNDS, ' isolator ')
    .replaceAll(SUPPLIED, '')
    .replaceAll(MAINS_VOLTAGE, '')
    .replace(NONVOLATILE, ' nonvolatile ');
  return withNamedConversion(replaced);
}

/** Names the converter if the order of the words says which one is meant. */
function withNamedConversion(query: string): string {
  if (!CONVERT.test(query)) return query;
  const found = CONVERSIONS.find(([asked]) => asked.test(query));
  return found === undefined ? query : query.replace(CONVERT, ' ').replace(found[0], found[1]);
}
