/** Rewrites a query from everyday language into the terms of the field, before it is cut into words (docs/reference/search.md#what-a-word-is). Folded text throughout. */

const CONVERT = /\bconvert(?:s|ing)?(?: an?)?\b/;
/** What may follow the kind of a signal: "analog voltage". */
const SIGNAL = '(?: (?:input|output|signal|voltage|value|number|level|data|code|word)s?){0,2}';
/** "Converts an analog signal to digital": what does so has a name. */
const CONVERSIONS: readonly (readonly [asked: RegExp, name: string])[] = [
  [new RegExp(String.raw`\banalogu?e?${SIGNAL} (?:in)?to (?:an? )?digital${SIGNAL}`), ' adc '],
  [new RegExp(String.raw`\bdigital${SIGNAL} (?:in)?to (?:an? )?analogu?e?${SIGNAL}`), ' dac '],
];
/** "Keeps its data without power". */
const NONVOLATILE =
  /\b(?:keep|retain|hold|remember|store|save|lose|losing)s?\b.{0,60}?\b(?:without|when|while|after|during|if)\b(?: \w+){0,3}? (?:power(?:ed)?|supply|battery)(?: (?:is|down|off|fails?|lost|removed|goes|out)){0,2}/;
/** "What can I use": a verb, and not the bus. */
const CAN_AS_A_VERB = /\bcan (?=(?:i|you|we|it|be|one)\b)/g;
/** I'm, what's, doesn't: the part after the apostrophe is not a word. */
const CONTRACTION = /n?['\u2019](?:m|s|re|ve|ll|d|t)(?![\p{L}\p{N}])/gu;
/** This "in" is not a preposition. */
const IN_AMP = /\bin-?amps?\b/g;
/** A wide-body SOIC-16 is a SOIC-16W. */
const WIDE_BODY =
  /\bwide(?:[ -]bod(?:y|ied))?[ -]so(?:ic)?[ -]?(\d+)\b|\bso(?:ic)?[ -]?(\d+),? wide(?:[ -]bod(?:y|ied))?\b/g;
/** 250 kb/s is 250 kbps, 1 MS/s is 1 MSPS. */
const BITS_A_SECOND = /(?<=\d ?[kmg])b(?:it)?s?\/s(?:ec)?\b/g;
const SAMPLES_A_SECOND = /(?<=\d ?[kmg])sa?\/s(?:ec)?\b/g;

export function plainQuery(folded: string): string {
  const replaced = folded
    .replaceAll(CONTRACTION, '')
    .replaceAll(CAN_AS_A_VERB, '')
    .replaceAll(BITS_A_SECOND, 'bps')
    .replaceAll(SAMPLES_A_SECOND, 'sps')
    .replaceAll(WIDE_BODY, (_all, after: string | undefined, before: string | undefined) => `soic-${after ?? before}w`)
    .replaceAll(IN_AMP, 'instrumentation amplifier')
    .replace(NONVOLATILE, ' nonvolatile ');
  return withNamedConversion(replaced);
}

/** Where the order of its words says which converter is meant. */
function withNamedConversion(query: string): string {
  if (!CONVERT.test(query)) return query;
  const found = CONVERSIONS.find(([asked]) => asked.test(query));
  return found === undefined ? query : query.replace(CONVERT, ' ').replace(found[0], found[1]);
}
