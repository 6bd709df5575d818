/** What the first release filed a record under: words as they were written, without plurals, units or abbreviations (text of Latin letters alone). */
import { foldText } from '../../../core/part-keys/key-text.ts';
import type { ItemRecord } from '../../../core/items/item-record.ts';
import { termsOf, type Term } from '../../../core/search/search-terms.ts';

const TOKEN = /[\p{L}\p{N}\p{M}]+(?:(?:[_\p{Pd}\u2212]|(?<=\p{N})\.(?=\p{N}))[\p{L}\p{N}\p{M}]+)*/gu;
const JOINERS = /[_\p{Pd}\u2212]/gu;
const NUMBER = /^\p{N}+(?:\.\p{N}+)?$/u;
const UNIT = /^\p{L}{1,4}$/u;
const NUMBER_WITH_UNIT = /^(\p{N}+(?:\.\p{N}+)?)(\p{L}{1,4})$/u;

export function firstFormatTerms(record: ItemRecord): readonly Term[] {
  const texts = [record.title, record.mpn, ...(record.keywords ?? [])].filter((text) => text !== null);
  const words = texts.flatMap((text) => firstFormatWords(text)).map((word) => `w:${word}` as Term);
  const others = termsOf(record).filter((term) => !term.startsWith('w:'));
  return [...new Set([...words, ...others])].sort();
}

function firstFormatWords(text: string): readonly string[] {
  const tokens = foldText(text).match(TOKEN) ?? [];
  return tokens.flatMap((token, place) => {
    const pieces = [...token.split(JOINERS), token.replace(JOINERS, '')];
    const amounts = pieces.flatMap((piece) => NUMBER_WITH_UNIT.exec(piece)?.slice(1) ?? []);
    const next = tokens[place + 1] ?? '';
    return [...pieces, ...amounts, ...(NUMBER.test(token) && UNIT.test(next) ? [token + next] : [])];
  });
}
