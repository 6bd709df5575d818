/**
 * Reads what a part must do, in the words of people who do not know its name: "restart the processor if the software
 * hangs" means a watchdog. What each need means is data: data/words/needs.tsv.
 */
import { readTable } from '../../read-table.ts';
import { NEEDS } from './packed-words.ts';

/** Up to five words between two of a phrase. */
const GAP = String.raw`(?:[ ,]+[^\s,]+){0,5}?`;
const SPACE = '[ ,-]+';
const MIN_WORDS = 3;
/** Beside a need, only values, buses and counts say more about the part: "from a microcontroller" does not. */
const TELLING = /\d|^(?:spi|usb|can|lin|uart|ethernet|dual|triple|quad|octal|isolated|adjustable|automotive)$/;
/** "Get 3.3V from 12V" names no part, but the values say which. */
const CONVERSION =
  /\b(?:get|gets|make|makes|making|produce|produces|generate|generates|create|derive|obtain)\b(?: \w+){0,2}? (\d+(?:\.\d+)?) ?v(?:olts?)?\b(?: \w+){0,3}? (?:from|out of)(?: \w+){0,3}? (\d+(?:\.\d+)?) ?v(?:olts?)?\b/;

/** What makes "-5V out of +5V", or "a negative voltage from 12V". */
const NEGATED =
  /\b(?:get|make|produc|generat|creat|deriv|obtain)\w*(?: \w+){0,3}? (?:(?:minus |negative |[-\u2212])(?:\w+ ?v(?:olts?)?\b)|negative (?:voltage|supply|rail))(?: \w+){0,3}? (?:from|out of)(?: \w+){0,3}? \+?\w+(?: ?v(?:olts?)?\b| (?:supply|rail|voltage))/;

/** Compiled with the first query that may say a need. */
let needs: readonly Need[] | undefined;

interface Need {
  readonly said: RegExp;
  readonly meant: string;
  readonly unsaid: RegExp | undefined;
}

/** Replaces a need by the name of what meets it. @param query folded */
export function withNamedNeeds(query: string): string {
  if (query.split(' ').length < MIN_WORDS) return query;
  if (NEGATED.test(query)) return query.replace(NEGATED, ' invert or inverting voltage converter ');
  const [, output, input] = CONVERSION.exec(query) ?? [];
  if (output !== undefined && input !== undefined && output !== input)
    return `${query} ${Number(output) < Number(input) ? 'step down' : 'step up'}`;
  needs ??= readTable(NEEDS).map(([meant = '', said = '', unsaid = '']) => ({
    said: patternOf(said),
    meant,
    unsaid:
      unsaid === ''
        ? undefined
        : new RegExp(`(?<![^ ,])(?:${unsaid.split(' ').map(wordPattern).join('|')})(?![^ ,.?!])`, 'gu'),
  }));
  for (const { said, meant, unsaid } of needs) {
    const match = said.exec(query);
    if (match === null) continue;
    const rest = [query.slice(0, match.index), query.slice(match.index + match[0].length)];
    const [before = '', after = ''] = unsaid === undefined ? rest : rest.map((text) => text.replaceAll(unsaid, ' '));
    const [, clausesBefore = '', ownBefore = ''] = /^(.*[,;])?([^,;]*)$/su.exec(before) ?? [];
    const [, ownAfter = '', clausesAfter = ''] = /^([^,;]*)(.*)$/su.exec(after) ?? [];
    return `${clausesBefore} ${telling(ownBefore)} ${meant} ${telling(ownAfter)} ${clausesAfter}`;
  }
  return query;
}

function telling(words: string): string {
  return words
    .split(' ')
    .filter((word) => TELLING.test(word))
    .join(' ');
}

function patternOf(said: string): RegExp {
  const phrases = said.split('; ').map((phrase) =>
    phrase
      .split(' ')
      .map((word) => (word === '..' ? GAP : wordPattern(word)))
      .reduce((pattern, part) => pattern + (part === GAP ? GAP : SPACE + part)),
  );
  return new RegExp(`(?<![^ ,])(?:${phrases.join('|')})(?![^ ,.?!])`, 'u');
}

/** Also matches the plural. */
function wordPattern(word: string): string {
  return `(?:${word.replaceAll('.', String.raw`\.`).replaceAll('*', String.raw`[\p{L}-]*`)})s?`;
}
