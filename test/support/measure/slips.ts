/**
 * Makes random typing errors: a letter is left out, doubled, replaced or inserted, or two are swapped. The first letter
 * stays.
 */
import type { SeededRandom } from '../../../local/demo/seeded-random.ts';

/** Shorter words are never corrected. */
export const MIN_SLIPPED = 5;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const MAX_TRIES = 100;

/** @param held existing words, which are not errors */
export function slipped(random: SeededRandom, word: string, held: ReadonlySet<string>): string {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const written = oneSlip(random, word);
    if (written !== word && !held.has(written)) return written;
  }
  throw new Error(`Every error in ${word} is a word.`);
}

function oneSlip(random: SeededRandom, word: string): string {
  const letters = [...word];
  const at = random.integer(1, letters.length - 1);
  const letter = random.pick([...LETTERS] as [string, ...string[]]);
  const [before, own = '', after] = [letters.slice(0, at).join(''), letters[at], letters.slice(at + 1).join('')];
  switch (random.integer(1, 5)) {
    case 1:
      return before + after;
    case 2:
      return before + own + own + after;
    case 3:
      return before + letter + after;
    case 4:
      return before + letter + own + after;
    default:
      return before + (letters[at + 1] ?? '') + own + letters.slice(at + 2).join('');
  }
}
